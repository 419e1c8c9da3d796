import { weekdays } from '@cottontree/contract';
import { isOptionalList, listOf, readPercent, type Fields } from './card-fields.ts';
import { overlap } from './local-time.ts';
import type { TimeSurcharge } from './rate-card.ts';
import { readHours } from '../coverage/read-hours.ts';

/** Their lines and labels must fit into a quote_id of 2,048 characters. */
const surchargesMax = 10;
const labelBytesMax = 60;
const codeText = /^[a-z][a-z0-9_]{0,31}$/;
/** Surcharges may not take the codes of the formula's own lines. */
const formulaCodes = new Set([
  'base',
  'fixed',
  'distance',
  'weight',
  'size',
  'minimum',
  'insurance',
  'cod',
  'express',
  'discount',
  'batch',
  'rounding',
]);
const holidaysMax = 1_000;
const holidayText = /^(?:\d{4}-)?(\d{2})-(\d{2})$/;

/** What certain pickup times cost more. One code may have several windows, which then must lie apart; different codes add up. */
export function readSurcharges(card: Fields, entries: readonly Fields[]): readonly TimeSurcharge[] {
  if (!isOptionalList(card.value('surcharges'), surchargesMax))
    card.report('surcharges', `must be a list of at most ${surchargesMax} entries`);
  const surcharges = entries.map(readSurcharge);
  entries.forEach((entry, at) => {
    const earlier = surcharges.slice(0, at).findIndex((other) => collide(other, surcharges[at]));
    if (earlier >= 0)
      entry.report('from', `overlaps with surcharges[${earlier}] of the same code, which would count twice`);
  });
  return Object.freeze(surcharges);
}

/** The dates on which surcharges with the day `holiday` count. */
export function readHolidays(card: Fields): ReadonlySet<string> {
  const value = card.value('holidays');
  if (!isOptionalList(value, holidaysMax))
    card.report('holidays', `must be a list of at most ${holidaysMax} dates`);
  const dates = listOf(value);
  dates.forEach((date, at) => {
    if (typeof date !== 'string' || !isDate(date))
      card.report(`holidays[${at}]`, 'must be a date, 2026-04-27 once or 12-25 every year');
  });
  return new Set(dates.map(String));
}

function readSurcharge(entry: Fields): TimeSurcharge {
  const [code, label, days] = [entry.value('code'), entry.value('label'), listOf(entry.value('days'))];
  if (typeof code !== 'string' || !codeText.test(code) || formulaCodes.has(code))
    entry.report('code', 'must be a word of a–z, 0–9 and _ that no other line of the fee has');
  if (typeof label !== 'string' || label === '' || Buffer.byteLength(label) > labelBytesMax)
    entry.report('label', `must be text of 1 to ${labelBytesMax} bytes`);
  const onHolidays = days.includes('holiday');
  const ofWeek = days.filter((day) => day !== 'holiday');
  // A window on holidays alone is read with any day, to have its times checked.
  const [read] = readHours(
    [
      {
        days: onHolidays && ofWeek.length === 0 ? ['mon'] : ofWeek,
        from: entry.value('from'),
        to: entry.value('to'),
      },
    ],
    () =>
      entry.report(
        'days',
        'must be different words of mon, tue, wed, thu, fri, sat, sun and holiday, beside from and to as HH:MM; 24:00 is midnight at the end of the day',
      ),
  );
  const hours = { days: read?.days ?? [], from: read?.from ?? '00:00', to: read?.to ?? '24:00' };
  return {
    code: String(code),
    label: String(label),
    rate: readPercent(entry, 'percent'),
    hours: ofWeek.length === 0 ? { ...hours, days: [] } : hours,
    onHolidays,
  };
}

/** A holiday may fall on any weekday. */
function collide(one: TimeSurcharge, other: TimeSurcharge | undefined): boolean {
  if (other === undefined || one.code !== other.code) return false;
  const anyDay = ({ hours, onHolidays }: TimeSurcharge) =>
    onHolidays ? { ...hours, days: weekdays } : hours;
  return overlap(anyDay(one), anyDay(other));
}

function isDate(text: string): boolean {
  const [, month, day] = holidayText.exec(text) ?? [];
  if (month === undefined) return false;
  // A date of every year may be the 29th of February.
  const year = text.length === 10 ? Number(text.slice(0, 4)) : 2_000;
  const date = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
