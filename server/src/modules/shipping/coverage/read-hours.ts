import { weekdays } from '@cottontree/contract';
import { type OpeningHours } from './zone.ts';

const fromText = /^([01]\d|2[0-3]):[0-5]\d$/;
const toText = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const entriesMax = 50;

/** Opening hours from parsed JSON, `[{days: ["mon", …], from: "08:00", to: "18:00"}]`; absent or empty is always open. */
export function readHours(value: unknown, report: (message: string) => void): readonly OpeningHours[] {
  const entries: unknown = value ?? [];
  const hours = Array.isArray(entries) && entries.length <= entriesMax ? entries.map(readEntry) : [null];
  if (hours.includes(null))
    report(
      'must be a list of {days: ["mon", …], from: "HH:MM", to: "HH:MM"}; 24:00 is midnight at the end of the day',
    );
  return Object.freeze(hours.filter((entry) => entry !== null));
}

function readEntry(entry: unknown): OpeningHours | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { days, from, to } = entry as Readonly<Record<string, unknown>>;
  if (typeof from !== 'string' || !fromText.test(from) || typeof to !== 'string' || !toText.test(to))
    return null;
  const known = weekdays.filter((day) => Array.isArray(days) && days.includes(day));
  return Array.isArray(days) && known.length > 0 && known.length === days.length
    ? Object.freeze({ days: known, from, to })
    : null;
}
