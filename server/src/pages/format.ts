import { formatMoney, parseAmount, type Currency } from '@cottontree/contract';
export { tellPhone as formatPhone } from '../kernel/phone/tell-phone.ts';

/** An amount as the API answers it, for people: "NLe 1,150.50". */
export function formatMajor(amount: number, currency: Currency): string {
  const parsed = parseAmount(amount, currency);
  if (!parsed.ok) throw new Error(`An answer's amount ${parsed.message}.`);
  return formatMoney(parsed.minor, currency);
}

/** A moment the local way: "21 Nov 2026, 14:05". */
export function formatMoment(at: Date, timeZone: string): string {
  return `${formatDay(at, timeZone)} ${partsOf(at, timeZone).year}, ${formatClock(at, timeZone)}`;
}

/** "14:05" today, "22 Nov, 14:05" on another day. */
export function formatNear(
  at: Date,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): string {
  const sameDay = formatDay(at, timeZone) === formatDay(now, timeZone);
  return sameDay ? formatClock(at, timeZone) : `${formatDay(at, timeZone)}, ${formatClock(at, timeZone)}`;
}

/** "21 Nov". */
export function formatDay(at: Date, timeZone: string): string {
  const { day, month } = partsOf(at, timeZone);
  return `${day} ${month}`;
}

/** "14:05". */
export function formatClock(at: Date, timeZone: string): string {
  const { hour, minute } = partsOf(at, timeZone);
  return `${hour}:${minute}`;
}

type Parts = Readonly<Record<'day' | 'month' | 'year' | 'hour' | 'minute', string>>;
const formats = new Map<string, Intl.DateTimeFormat>();

/** English month names, shortened to three letters, are read everywhere here. */
function partsOf(at: Date, timeZone: string): Parts {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value])) as Parts;
}
