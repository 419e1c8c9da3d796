import {
  covers,
  exactTexts,
  moneySources,
  needKinds,
  startingSteps,
  toMajor,
  type Checklist,
  type Input,
  type MoneyIn,
  type MoneySource,
  type Need,
  type Operations,
  type Overview,
  type OverviewToday,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import type {
  FoundNeed,
  MoneyOfDay,
  OverviewQuestion,
  OverviewShare,
} from '../../kernel/call/overview-share.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { beginningOf, dayOf } from '../../kernel/time/local-day.ts';
import type { Overviews } from './module.ts';

const DAYS_DEFAULT = 30;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** Tells how the business stands, as every module sees it. */
export async function getOverview(
  { query }: Input<Operations['getOverview']>,
  call: Call,
  { ask, held }: Overviews,
): Promise<Reply<Overview>> {
  const days = query.days ?? DAYS_DEFAULT;
  const work = (): Promise<Overview> => workOut(ask, call, days);
  return reply(await (held ? held.answer(nameOf(call, days), work) : work()));
}

/** Who may see the same of the same business is told the same; where a test clock stands, the hour is part of the question. */
function nameOf({ caller, tenant }: Call, days: number): string {
  const { clock, scopes, merchant } = caller;
  const { merchantId, livemode } = tenant;
  const asked = [merchantId, livemode, days, clock?.getTime(), merchant.timeZone, merchant.currency];
  return JSON.stringify([...asked, [...scopes].toSorted()]);
}

async function workOut(ask: Overviews['ask'], call: Call, days: number): Promise<Overview> {
  const question = questionOf(call, days);
  const shares = await ask(question);
  const { now, timeZone, currency } = question;
  return {
    at: now.toISOString(),
    date: dayOf(now, timeZone).toString(),
    time_zone: timeZone,
    currency,
    money_in: addUpMoney(shares, question, days),
    needs: shares
      .flatMap(({ needs }) => needs ?? [])
      .toSorted((one, other) => needKinds.indexOf(one.kind) - needKinds.indexOf(other.kind))
      .map((need) => presentNeed(need, question)),
    today: todayOf(shares),
    checklist: checklistOf(shares),
    livemode: call.tenant.livemode,
  };
}

/** Twice the days, for what came in before them. */
function questionOf(call: Call, days: number): OverviewQuestion {
  const { tenant, now, caller } = call;
  const { timeZone, currency } = caller.merchant;
  const today = dayOf(now, timeZone);
  return {
    call,
    tenant,
    now,
    timeZone,
    currency,
    today: beginningOf(today, timeZone),
    since: beginningOf(today.subtract({ days: 2 * days - 1 }), timeZone),
    may: (...scopes) => scopes.some((scope) => covers(caller.scopes, scope)),
  };
}

function presentNeed(
  { first, amount, names, waiting, ...need }: FoundNeed,
  { now, currency }: OverviewQuestion,
): Need {
  const minutes =
    first.since === null
      ? null
      : Math.max(0, Math.floor((now.getTime() - first.since.getTime()) / MINUTE_MS));
  return {
    ...need,
    amount: amount === null ? null : toMajor(amount, currency),
    first: {
      ...first,
      since: first.since?.toISOString() ?? null,
      minutes,
      days: minutes === null ? null : Math.floor(minutes / DAY_MINUTES),
    },
    names: [...names],
    waiting: waiting ?? null,
  };
}

function todayOf(shares: readonly OverviewShare[]): OverviewToday {
  const nothing = { deliveries: null, events: null, till: null, invoices: null, webhooks: null };
  return Object.assign(nothing, ...shares.map(({ today }) => today ?? {})) as OverviewToday;
}

function checklistOf(shares: readonly OverviewShare[]): Checklist {
  const steps = shares
    .flatMap((share) => share.steps ?? [])
    .toSorted((one, other) => startingSteps.indexOf(one.step) - startingSteps.indexOf(other.step));
  return {
    done: steps.filter(({ proof }) => proof !== null).length,
    of: steps.filter(({ seen }) => seen).length,
    steps: steps.map(({ step, operation, seen, proof }) => ({
      step,
      done: seen ? proof !== null : null,
      proof: proof && { id: proof.id, at: proof.at?.toISOString() ?? null },
      operation,
    })),
  };
}

const WEEK_DAYS = 7;

/** What came in on each day and from each source, beside what had come as many days and a week before; null where the caller sees no source. */
function addUpMoney(
  shares: readonly OverviewShare[],
  { now, timeZone, currency }: OverviewQuestion,
  days: number,
): MoneyIn | null {
  const seen = new Set(shares.flatMap(({ sources }) => sources ?? []));
  const sources = moneySources.filter((source) => seen.has(source));
  if (sources.length === 0) return null;
  const book = bookOf(shares.flatMap(({ money }) => money ?? []));
  const today = dayOf(now, timeZone);
  const span = Array.from({ length: days }, (_, at) => today.subtract({ days: days - 1 - at }));
  const before = span.map((day) => day.subtract({ days }));
  const told = new Map<string, bigint>();
  const tell = (path: string, minor: bigint): number => {
    told.set(path, minor);
    return toMajor(minor, currency);
  };
  const sumOf = (of: readonly MoneySource[], wanted: readonly Day[], until: 'amount' | 'by_now' = 'amount') =>
    wanted.reduce(
      (sum, day, at) => sum + book(of, String(day), at === wanted.length - 1 ? until : 'amount'),
      0n,
    );
  const weekAgo = [today.subtract({ days: WEEK_DAYS })];
  const [ofToday, then] = [sumOf(sources, [today]), sumOf(sources, weekAgo, 'by_now')];
  const [total, previous] = [sumOf(sources, span), sumOf(sources, before, 'by_now')];
  return {
    today: tell('today', ofToday),
    compared_with: String(weekAgo[0]),
    compared: tell('compared', then),
    compared_change: tell('compared_change', ofToday - then),
    from: String(span[0]),
    to: String(today),
    total: tell('total', total),
    previous_total: tell('previous_total', previous),
    total_change: tell('total_change', total - previous),
    sources: sources.map((source, at) => ({
      source,
      today: tell(`sources[${at}].today`, sumOf([source], [today])),
      total: tell(`sources[${at}].total`, sumOf([source], span)),
      previous_total: tell(`sources[${at}].previous_total`, sumOf([source], before, 'by_now')),
    })),
    by_day: span.map((day, at) => ({
      date: String(day),
      total: tell(`by_day[${at}].total`, sumOf(sources, [day])),
      amounts: sources.map((source, place) =>
        tell(`by_day[${at}].amounts[${place}]`, sumOf([source], [day])),
      ),
    })),
    exact: exactTexts(Object.fromEntries(told), currency),
  };
}

type Day = ReturnType<typeof dayOf>;
type Book = (sources: readonly MoneySource[], day: string, until: 'amount' | 'by_now') => bigint;

/** Looks up what some sources brought on a day. */
function bookOf(money: readonly MoneyOfDay[]): Book {
  const byDay = new Map<string, MoneyOfDay[]>();
  for (const row of money) byDay.set(row.day, [...(byDay.get(row.day) ?? []), row]);
  return (sources, day, until) =>
    (byDay.get(day) ?? [])
      .filter(({ source }) => sources.includes(source))
      .reduce((sum, row) => sum + row[until], 0n);
}
