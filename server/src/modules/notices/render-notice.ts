import type { MerchantNoticeKind, NoticeLocale } from '@cottontree/contract';
import { dressLetter, type LetterBrand } from './dress-letter.ts';
import type { Mail } from './mail.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { renderLetter, type LetterKind } from './render-letter.ts';
import { renderMail } from './render-mail.ts';
import { renderText } from './render-text.ts';
import type { TextKind } from './texts.ts';

/** A message to be put into words: the same for what is sent and for what is only shown. */
export type NoticeToRender = {
  readonly kind: string;
  readonly locale: NoticeLocale;
  readonly facts: NoticeFacts;
  /** Codes and links in plain, or their mask; empty where there are none. */
  readonly code: string;
  /** IANA. */
  readonly timeZone: string;
  readonly isTest: boolean;
};

/** A letter as text and as HTML. */
type Letter = Mail & { readonly html: string };

/** What merchants are told comes from the service itself. */
const OURS: LetterBrand = { storeName: 'Cottontree', look: { accent: null, footer: null } };

/** As it comes to a phone, by SMS and by WhatsApp. */
export function renderForPhone({ kind, locale, facts, code, timeZone }: NoticeToRender): string {
  return renderText({ kind: kind as TextKind, locale, facts, code, timeZone });
}

/** As it comes by e-mail to a buyer, a payer or a customer, in the merchant's dress. */
export function renderForMail(
  { kind, locale, facts, code, isTest }: NoticeToRender,
  brand: LetterBrand,
): Letter {
  const letter = renderLetter({ kind: kind as LetterKind, locale, facts, code });
  return { ...letter, html: dressLetter(letter, { brand, locale, isTest }) };
}

/** As it comes by e-mail to the merchant. */
export function renderForMerchant({ kind, facts, timeZone, isTest }: NoticeToRender): Letter {
  const letter = renderMail(kind as MerchantNoticeKind, facts, timeZone);
  return { ...letter, html: dressLetter(letter, { brand: OURS, locale: 'en', isTest }) };
}
