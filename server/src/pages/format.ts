import { formatMoney, parseAmount, type Currency } from '@cottontree/contract';
export { tellPhone as formatPhone } from '../kernel/phone/phone.ts';

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

/** English month names, shortened to three letters, are read everywhere here. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const QUARTER_MS = 900_000;
const OFFSETS_MAX = 10_000;
const formats = new Map<string, Intl.DateTimeFormat>();
/** How far a zone is ahead of UTC in a quarter of an hour, in ms. */
const offsets = new Map<string, number>();

function partsOf(at: Date, timeZone: string): Parts {
  const local = new Date(at.getTime() + offsetMsOf(at, timeZone));
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    day: String(local.getUTCDate()),
    month: MONTHS[local.getUTCMonth()] ?? '',
    year: String(local.getUTCFullYear()),
    hour: two(local.getUTCHours()),
    minute: two(local.getUTCMinutes()),
  };
}

/** Intl takes 10 µs for a moment, so it is asked once for each quarter of an hour: no zone changes within one. */
function offsetMsOf(at: Date, timeZone: string): number {
  const quarterMs = Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS;
  const name = `${timeZone} ${quarterMs}`;
  const known = offsets.get(name);
  if (known !== undefined) return known;
  const offset = localMsOf(quarterMs, timeZone) - quarterMs;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(name, offset);
  return offset;
}

/** What a clock in the zone shows, read as if it were UTC. */
function localMsOf(ms: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  const shown = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}
