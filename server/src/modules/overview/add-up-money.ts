import { exactTexts, moneySources, toMajor, type MoneyIn, type MoneySource } from '@cottontree/contract';
import type { MoneyOfDay, OverviewQuestion, OverviewShare } from '../../kernel/call/overview-share.ts';
import { dayOf } from '../../kernel/time/local-day.ts';

const WEEK_DAYS = 7;

/** What came in on each day and from each source, beside what had come as many days and a week before; null where the caller sees no source. */
export function addUpMoney(
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
