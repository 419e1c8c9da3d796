import { dateInKrio } from '@cottontree/contract';

/** When something is, as people of that place read it: `Sunday 20 December 2026, 18:00 – 23:00`. */
export function tellPeriod({
  start,
  end,
  timeZone,
  language = 'en',
}: {
  readonly start: Date;
  readonly end: Date;
  readonly timeZone: string;
  readonly language?: 'en' | 'kri';
}): string {
  const said = (at: Date): string =>
    language === 'kri' ? dateInKrio(tellDay(at, timeZone)) : tellDay(at, timeZone);
  const [first, last] = [said(start), said(end)];
  return first === last
    ? `${first}, ${tellClock(start, timeZone)} – ${tellClock(end, timeZone)}`
    : `${first}, ${tellClock(start, timeZone)} – ${last}, ${tellClock(end, timeZone)}`;
}

/** `Sunday 20 December 2026`. */
export function tellDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
    .format(at)
    .replace(',', '');
}

/** `18:00`. */
export function tellClock(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
}

/** `20 Dec 18:00`, for text messages. */
export function tellShortly(at: Date, timeZone: string): string {
  return `${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone }).format(at)} ${tellClock(at, timeZone)}`;
}
