import { currencies, packageSizes, parseAmount, parseDecimal, parseRate, type Currency, type Rate } from '@cottontree/contract';
import { isTimeZone } from './local-time.ts';
import { pairKey, type RateCard, type RoutePair, type TimeSurcharge } from './rate-card.ts';
import { readHours } from '../zones/read-hours.ts';

export type RateCardProblem = { readonly path: string; readonly message: string };
export type RateCardFile = { readonly ok: true; readonly card: RateCard } | { readonly ok: false; readonly problems: readonly RateCardProblem[] };

const pairsMax = 100_000;
/** Their lines and labels must fit into a quote_id of 2,048 characters. */
const surchargesMax = 10;
const labelBytesMax = 60;
const kilometresMax = 5_000;
const minutesMax = 7 * 24 * 60;
const codeText = /^[a-z][a-z0-9_]{0,31}$/;
const endText = /^(?:[A-Z0-9][A-Z0-9-]{0,31}|district:.{1,80})$/u;
/** Surcharges may not take the codes of the formula's own lines. */
const formulaCodes = new Set(['base', 'fixed', 'distance', 'weight', 'size', 'minimum', 'insurance', 'cod', 'express', 'discount', 'rounding']);

/** The fields of one object of the card, each read by a rule that reports what is wrong under its path. */
type Fields = {
  readonly value: (field: string) => unknown;
  readonly report: (field: string, message: string) => void;
  readonly currency: Currency;
};

/** A rate card from its parsed JSON (amounts in major units, see `demoRateCard`); every problem names its path. */
export function readRateCard(json: unknown): RateCardFile {
  const problems: RateCardProblem[] = [];
  const source = objectOf(json);
  const currency = currencyOf(source['currency']);
  if (currency === null) problems.push({ path: 'currency', message: `must be one of ${Object.keys(currencies).join(', ')}` });
  const fields = fieldsOf(source, { path: '', currency: currency ?? 'SLE', problems });
  const card = readCard(fields, {
    inner: (field) => fieldsOf(objectOf(source[field]), { path: `${field}.`, currency: currency ?? 'SLE', problems }),
    each: (field) => listOf(source[field]).map((entry, at) => fieldsOf(objectOf(entry), { path: `${field}[${at}].`, currency: currency ?? 'SLE', problems })),
  });
  return problems.length === 0 ? { ok: true, card } : { ok: false, problems };
}

type Nested = { readonly inner: (field: string) => Fields; readonly each: (field: string) => readonly Fields[] };

function readCard(fields: Fields, { inner, each }: Nested): RateCard {
  const pickup = inner('pickup_minutes');
  return Object.freeze({
    version: readNumber(fields, 'version', { least: 1, most: 2 ** 31 - 1, decimals: 0 }),
    currency: fields.currency,
    timeZone: readTimeZone(fields),
    baseFee: readAmount(fields, 'base_fee'),
    includedTenths: readTenths(fields, 'included_km'),
    perKm: readAmount(fields, 'per_km'),
    includedGrams: Math.round(readNumber(fields, 'included_kg', { least: 0, most: 1_000, decimals: 3 }) * 1_000),
    perKg: readAmount(fields, 'per_kg'),
    minFee: readAmount(fields, 'min_fee'),
    step: readStep(fields),
    sizeFees: readSizeFees(inner('size_fees')),
    expressFee: readAmount(fields, 'express_fee'),
    insuranceRate: readPercent(fields, 'insurance_percent'),
    codRate: readPercent(fields, 'cod_percent'),
    codMin: readAmount(fields, 'cod_min'),
    codMax: readOptionalAmount(fields, 'cod_max'),
    cancelFee: readOptionalAmount(fields, 'cancel_fee'),
    roadFactor: readNumber(fields, 'road_factor', { least: 1, most: 10, decimals: 4 }),
    zoneRoadFactors: readRoadFactors(fields, inner('zone_road_factors')),
    maxTenths: readTenths(fields, 'max_km'),
    minutesPerKm: readNumber(fields, 'minutes_per_km', { least: 0, most: 60, decimals: 4 }),
    pickupMinutes: { standard: readMinutes(pickup, 'standard'), express: readMinutes(pickup, 'express') },
    surcharges: readSurcharges(fields, each('surcharges')),
    pairs: readPairs(fields, each('pairs')),
  });
}

function readAmount(fields: Fields, field: string): bigint {
  const value = fields.value(field);
  const amount = typeof value === 'number' || typeof value === 'string' ? parseAmount(value, fields.currency) : null;
  if (amount?.ok === true) return amount.minor;
  fields.report(field, amount?.message ?? 'must be an amount in major units');
  return 0n;
}

function readOptionalAmount(fields: Fields, field: string): bigint | null {
  return (fields.value(field) ?? null) === null ? null : readAmount(fields, field);
}

function readStep(fields: Fields): bigint {
  const step = readAmount(fields, 'step');
  if (step > 0n) return step;
  fields.report('step', 'must be above 0: the smallest step is one minor unit');
  return 1n;
}

function readPercent(fields: Fields, field: string): Rate {
  const value = fields.value(field);
  const result = typeof value === 'number' || typeof value === 'string' ? parseRate(value) : null;
  if (result?.ok === true) return result.rate;
  fields.report(field, result?.message ?? 'must be a percentage');
  return 0n;
}

type NumberRule = { readonly least: number; readonly most: number; readonly decimals: number };

function readNumber(fields: Fields, field: string, { least, most, decimals }: NumberRule): number {
  const value = fields.value(field);
  if (typeof value === 'number' && value >= least && value <= most && parseDecimal(value, decimals).ok) return value;
  fields.report(field, `must be a number from ${least} to ${most} with at most ${decimals} decimals`);
  return least;
}

function readTenths(fields: Fields, field: string): number {
  return Math.round(readNumber(fields, field, { least: 0, most: kilometresMax, decimals: 1 }) * 10);
}

function readMinutes(fields: Fields, field: string): number {
  return readNumber(fields, field, { least: 0, most: minutesMax, decimals: 0 });
}

function readTimeZone(fields: Fields): string {
  const value = fields.value('time_zone');
  if (typeof value === 'string' && isTimeZone(value)) return value;
  fields.report('time_zone', 'must be an IANA time zone such as Africa/Freetown');
  return 'UTC';
}

function readSizeFees(fields: Fields): RateCard['sizeFees'] {
  const [small, medium, large, xlarge] = packageSizes.map((size) => readOptionalAmount(fields, size));
  return Object.freeze({ small: small ?? null, medium: medium ?? null, large: large ?? null, xlarge: xlarge ?? null });
}

function readRoadFactors(card: Fields, fields: Fields): ReadonlyMap<string, number> {
  const codes = Object.keys(objectOf(card.value('zone_road_factors')));
  return new Map(codes.map((code) => [code, readNumber(fields, code, { least: 1, most: 10, decimals: 4 })]));
}

function readSurcharges(card: Fields, entries: readonly Fields[]): readonly TimeSurcharge[] {
  if (!isOptionalList(card.value('surcharges'), surchargesMax)) card.report('surcharges', `must be a list of at most ${surchargesMax} entries`);
  return Object.freeze(entries.map((entry) => {
    const [code, label] = [entry.value('code'), entry.value('label')];
    if (typeof code !== 'string' || !codeText.test(code) || formulaCodes.has(code)) entry.report('code', 'must be a word of a–z, 0–9 and _ that no other line of the fee has');
    if (typeof label !== 'string' || label === '' || Buffer.byteLength(label) > labelBytesMax) entry.report('label', `must be text of 1 to ${labelBytesMax} bytes`);
    const [hours] = readHours([{ days: entry.value('days'), from: entry.value('from'), to: entry.value('to') }], (message) => entry.report('days', message));
    return { code: String(code), label: String(label), rate: readPercent(entry, 'percent'), hours: hours ?? { days: [], from: '00:00', to: '24:00' } };
  }));
}

function readPairs(card: Fields, entries: readonly Fields[]): ReadonlyMap<string, RoutePair> {
  if (!isOptionalList(card.value('pairs'), pairsMax)) card.report('pairs', `must be a list of at most ${pairsMax} entries`);
  const pairs = new Map<string, RoutePair>();
  for (const entry of entries) {
    const [from, to] = [readEnd(entry, 'from'), readEnd(entry, 'to')];
    const pair = readPair(entry);
    const oneWay = entry.value('one_way') === true;
    if (pairs.has(pairKey(from, to))) entry.report('to', `the way from ${from} to ${to} stands in an earlier entry`);
    pairs.set(pairKey(from, to), pair);
    if (!oneWay && !pairs.has(pairKey(to, from))) pairs.set(pairKey(to, from), pair);
  }
  return pairs;
}

function readEnd(entry: Fields, field: string): string {
  const value = entry.value(field);
  if (typeof value === 'string' && endText.test(value)) return value;
  entry.report(field, 'must be a zone code or "district:" and the name of a district');
  return '';
}

function readPair(entry: Fields): RoutePair {
  const closed = entry.value('closed') ?? false;
  if (typeof closed !== 'boolean') entry.report('closed', 'must be true or false');
  const has = (field: string) => (entry.value(field) ?? null) !== null;
  return Object.freeze({
    closed: closed === true,
    tenths: has('distance_km') ? readTenths(entry, 'distance_km') : null,
    baseFee: readOptionalAmount(entry, 'base_fee'),
    fixedFee: readOptionalAmount(entry, 'fixed_fee'),
    minutes: has('minutes') ? readMinutes(entry, 'minutes') : null,
  });
}

type Place = { readonly path: string; readonly currency: Currency; readonly problems: RateCardProblem[] };

function fieldsOf(source: Readonly<Record<string, unknown>>, { path, currency, problems }: Place): Fields {
  return {
    currency,
    value: (field) => (Object.hasOwn(source, field) ? source[field] : undefined),
    report: (field, message) => problems.push({ path: path + field, message }),
  };
}

function currencyOf(value: unknown): Currency | null {
  return (Object.keys(currencies) as Currency[]).find((known) => known === value) ?? null;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isOptionalList(value: unknown, most: number): boolean {
  return value === undefined || (Array.isArray(value) && value.length <= most);
}
