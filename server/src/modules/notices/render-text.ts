import type { NoticeLocale } from '@cottontree/contract';
import { countSeptets, cutToSeptets, isReadInGsm, smsSeptetsMax, toGsm } from './gsm.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { CASH, TEXTS, type TextKind } from './texts.ts';

export type TextToRender = {
  readonly kind: TextKind;
  readonly locale: NoticeLocale;
  readonly facts: NoticeFacts;
  /** The code in plain, or its mask. */
  readonly code: string;
  /** IANA; times are told as they are there. */
  readonly timeZone: string;
};

/** Letters of the store's name and the way that are left at the least, however little room there is. */
const NAME_SEPTETS_MIN = 8;

/** The text as it is sent: within one message where its link allows it. Names are shortened for that, codes and links never. */
export function renderText({ kind, locale, facts, code, timeZone }: TextToRender): string {
  if (facts.own?.message) return `${ownWords(facts.own.message)}\n${facts.link}`;
  const cash = facts.cash === null ? '' : CASH[locale].replace('{amount}', () => facts.cash ?? '');
  const rigid = fill(toGsm(TEXTS[locale][kind]), {
    job: facts.job,
    link: facts.link,
    code,
    cash: toGsm(cash),
    at: localTime(facts.at, timeZone),
    subject: toGsm(facts.subject),
  });
  const way = rigid.includes('{way}')
    ? cutName(
        toGsm(facts.way),
        smsSeptetsMax - lengthOf(fill(rigid, { way: '', store: '' })) - NAME_SEPTETS_MIN,
      )
    : '';
  const store = cutName(
    toGsm(facts.store),
    smsSeptetsMax - lengthOf(fill(rigid, { way: '', store: '' })) - lengthOf(way),
  );
  return fill(rigid, { way, store });
}

/** A merchant who writes in other letters pays for more messages, for question marks tell nobody anything. */
function ownWords(message: string): string {
  return isReadInGsm(message) ? toGsm(message) : message;
}

/** `HH:mm` where it happened. */
export function localTime(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(at),
  );
}

function cutName(name: string, septets: number): string {
  return cutToSeptets(name, Math.max(septets, NAME_SEPTETS_MIN));
}

/** Replaces placeholders once; what is filled in is never looked at again. */
export function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

function lengthOf(text: string): number {
  return countSeptets(text) ?? text.length;
}
