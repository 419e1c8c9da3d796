import {
  parseAmount,
  parseDecimal,
  parseRate,
  weekdays,
  type Currency,
  type Rate,
} from '@cottontree/contract';
import { overlap } from './local-time.ts';
import { districtEnd, type RateCard, type TimeSurcharge } from './rate-card.ts';
import { readHours } from '../coverage/read-hours.ts';
import type { ZoneIndex } from '../coverage/compile-zones.ts';

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

export type RateCardProblem = { readonly path: string; readonly message: string };

/** The fields of one object of a card, each read by a rule that reports what is wrong under its path. */
export type Fields = {
  readonly value: (field: string) => unknown;
  readonly report: (field: string, message: string) => void;
  readonly currency: Currency;
};

const kilometresMax = 5_000;
const minutesMax = 7 * 24 * 60;

type Place = { readonly path: string; readonly currency: Currency; readonly problems: RateCardProblem[] };

export function fieldsOf(
  source: Readonly<Record<string, unknown>>,
  { path, currency, problems }: Place,
): Fields {
  return {
    currency,
    value: (field) => (Object.hasOwn(source, field) ? source[field] : undefined),
    report: (field, message) => problems.push({ path: path + field, message }),
  };
}

export function readAmount(fields: Fields, field: string): bigint {
  const value = fields.value(field);
  const amount =
    typeof value === 'number' || typeof value === 'string' ? parseAmount(value, fields.currency) : null;
  if (amount?.ok === true) return amount.minor;
  fields.report(field, amount?.message ?? 'must be an amount in major units');
  return 0n;
}

export function readOptionalAmount(fields: Fields, field: string): bigint | null {
  return (fields.value(field) ?? null) === null ? null : readAmount(fields, field);
}

export function readPercent(fields: Fields, field: string): Rate {
  const value = fields.value(field);
  const result = typeof value === 'number' || typeof value === 'string' ? parseRate(value) : null;
  if (result?.ok === true) return result.rate;
  fields.report(field, result?.message ?? 'must be a percentage');
  return 0n;
}

/** What a number may be. */
type NumberRule = { readonly least: number; readonly most: number; readonly decimals: number };

export function readNumber(fields: Fields, field: string, { least, most, decimals }: NumberRule): number {
  const value = fields.value(field);
  if (typeof value === 'number' && value >= least && value <= most && parseDecimal(value, decimals).ok)
    return value;
  fields.report(field, `must be a number from ${least} to ${most} with at most ${decimals} decimals`);
  return least;
}

export function readTenths(fields: Fields, field: string): number {
  return Math.round(readNumber(fields, field, { least: 0, most: kilometresMax, decimals: 1 }) * 10);
}

export function readMinutes(fields: Fields, field: string): number {
  return readNumber(fields, field, { least: 0, most: minutesMax, decimals: 0 });
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isOptionalList(value: unknown, most: number): boolean {
  return value === undefined || (Array.isArray(value) && value.length <= most);
}

const districtPrefix = districtEnd('');

/** Places that a card names and the map does not have, and a currency that is not that of fees which zones have of their own. */
export function checkCardZones(card: RateCard, { zones, byCode }: ZoneIndex): readonly RateCardProblem[] {
  const districts = new Set(zones.map(({ district }) => districtEnd(district)));
  const isKnown = (end: string): boolean =>
    end.startsWith(districtPrefix) ? districts.has(end) : byCode.has(end);
  const ends = new Set([...card.pairs.keys()].flatMap((key) => key.split('>')));
  const foreign = zones.find(({ base_fee, currency }) => base_fee !== null && currency !== card.currency);
  return [
    ...(foreign === undefined
      ? []
      : [
          {
            path: 'currency',
            message: `must be ${foreign.currency}, that of the fee of zone ${foreign.code}`,
          },
        ]),
    ...[...card.zoneRoadFactors.keys()]
      .filter((code) => !byCode.has(code))
      .map((code) => ({ path: `zone_road_factors.${code}`, message: 'names no zone' })),
    ...[...ends]
      .filter((end) => !isKnown(end))
      .map((end) => ({ path: 'pairs', message: `name ${end}, which is no zone and no district of one` })),
  ];
}
