import { Temporal } from 'temporal-polyfill';
import { formatClock, formatDay } from '../format.ts';

/** A stretch of a day that a recipient can choose. */
export type TimeSlot = { readonly value: string; readonly text: string };

const DAYS = 4;
const SLOTS: readonly (readonly [from: number, to: number])[] = [
  [8, 11],
  [11, 14],
  [14, 17],
  [17, 20],
];
/** A stretch that has nearly passed is of no use to anybody. */
const LEFT_MIN_MS = 3_600_000;

/** The stretches of today and the next days that lie ahead; the one under way begins now. */
export function offerTimes(now: Date, timeZone: string): readonly TimeSlot[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  return Array.from({ length: DAYS }, (_, day) => today.add({ days: day })).flatMap((date) =>
    SLOTS.flatMap(([from, to]) => {
      // By the clock on the wall, also on the day on which it is put back.
      const [start, end] = [date.with({ hour: from }), date.with({ hour: to })];
      if (start.epochMilliseconds < now.getTime() && end.epochMilliseconds - now.getTime() < LEFT_MIN_MS)
        return [];
      const begins = new Date(Math.max(start.epochMilliseconds, now.getTime()));
      const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
      return [
        {
          value: `${begins.toISOString()}/${new Date(end.epochMilliseconds).toISOString()}`,
          text: `${formatDay(begins, timeZone)}, ${clock(from)}–${clock(to)}`,
        },
      ];
    }),
  );
}

/** The same with the stretch that stands already, whoever chose it, for as long as it is not over: who only writes a note keeps it. */
export function withChosen(
  slots: readonly TimeSlot[],
  chosen: { readonly start: Date; readonly end: Date } | null,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): readonly TimeSlot[] {
  if (chosen === null || chosen.end <= now) return slots;
  const { start, end } = chosen;
  const [first, last] = [formatDay(start, timeZone), formatDay(end, timeZone)];
  const text = `${first}, ${formatClock(start, timeZone)}–${first === last ? '' : `${last}, `}${formatClock(end, timeZone)}`;
  return [
    { value: `${start.toISOString()}/${end.toISOString()}`, text },
    ...slots.filter((slot) => slot.text !== text),
  ];
}

/** A chosen stretch, or null for any time; undefined when it is not one that was offered in this form. */
export function readSlot(value: string): { readonly start: Date; readonly end: Date } | null | undefined {
  if (value === '' || value === '/') return null;
  const [start, end] = value.split('/').map((text) => new Date(text));
  if (!start || !end || Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return undefined;
  return { start, end };
}
