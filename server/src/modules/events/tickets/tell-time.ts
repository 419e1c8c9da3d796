import { dateInKrio } from '@cottontree/contract';

type Period = {
  readonly start: Date;
  readonly end: Date;
  readonly timeZone: string;
  readonly language?: 'en' | 'kri';
};

/** When something is, as people of that place read it: `Sunday 20 December 2026, 18:00 – 23:00`. */
export function tellPeriod(period: Period): string {
  const { days, hours } = tellTimes(period);
  return hours === null ? days : `${days}, ${hours}`;
}

/** The same as two facts where something begins and ends on one day, for pages that give the day a line of its own. */
export function tellTimes({ start, end, timeZone, language = 'en' }: Period): {
  readonly days: string;
  readonly hours: string | null;
} {
  const said = (at: Date): string =>
    language === 'kri' ? dateInKrio(tellDay(at, timeZone)) : tellDay(at, timeZone);
  const [first, last] = [said(start), said(end)];
  const [from, to] = [tellClock(start, timeZone), tellClock(end, timeZone)];
  return first === last
    ? { days: first, hours: `${from} – ${to}` }
    : { days: `${first}, ${from} – ${last}, ${to}`, hours: null };
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
