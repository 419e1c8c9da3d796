import { longDateText } from '../../kit/format/time.ts';

/** What the clock at the venue shows of a moment, as `datetime-local` writes it; '' of none. */
export function localOf(moment: string | null, timeZone: string): string {
  if (moment === null) return '';
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(moment));
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The moment at which the clock at the venue shows a time; null of none, and of what is no time. */
export function momentOf(local: string, timeZone: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)) return null;
  const wanted = Date.parse(`${local.slice(0, 16)}:00Z`);
  if (Number.isNaN(wanted)) return null;
  // Twice: the distance from UTC may be another at the moment found first.
  let found = wanted;
  for (let turn = 0; turn < 2; turn += 1)
    found += wanted - Date.parse(`${localOf(new Date(found).toISOString(), timeZone)}:00Z`);
  return new Date(found).toISOString();
}

/** `Sunday 20 December 2026, 18:00` at the venue. */
export function longMomentText(moment: string, timeZone: string): string {
  return `${longDateText(moment, timeZone)}, ${clockText(moment, timeZone)}`;
}

/** `20 Dec 2026, 18:00` at the venue. */
export function shortMomentText(moment: string, timeZone: string): string {
  return `${textOf(moment, { timeZone, day: 'numeric', month: 'short', year: 'numeric' })}, ${clockText(moment, timeZone)}`;
}

/** `18:00` at the venue. */
export function clockText(moment: string, timeZone: string): string {
  return textOf(moment, { timeZone, hour: '2-digit', minute: '2-digit' });
}

function textOf(moment: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(moment));
}
