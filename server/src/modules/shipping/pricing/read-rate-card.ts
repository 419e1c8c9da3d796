import { currencies, packageSizes, type Currency } from '@cottontree/contract';
import { keysOf } from '../../../kernel/shape/keys-of.ts';
import {
  fieldsOf,
  isOptionalList,
  listOf,
  objectOf,
  readAmount,
  readHolidays,
  readMinutes,
  readNumber,
  readOptionalAmount,
  readPercent,
  readSurcharges,
  readTenths,
  type Fields,
  type RateCardProblem,
} from './read-surcharges.ts';
import { isTimeZone } from './local-time.ts';
import { pairKey, type BatchDiscount, type RateCard, type RoutePair } from './rate-card.ts';

type RateCardFile =
  | { readonly ok: true; readonly card: RateCard }
  | { readonly ok: false; readonly problems: readonly RateCardProblem[] };

/** A discount of more than the whole would make a delivery earn money. */
const batchRateMax = 1_000_000n;
const batchFromMax = 1_000;
const quoteMinutesUsual = 30;

/** A rate card from its parsed JSON (amounts in major units, see `demoRateCard`); every problem names its path. */
export function readRateCard(json: unknown): RateCardFile {
  const problems: RateCardProblem[] = [];
  const source = objectOf(json);
  const currency = currencyOf(source['currency']);
  if (currency === null)
    problems.push({ path: 'currency', message: `must be one of ${Object.keys(currencies).join(', ')}` });
  const fields = fieldsOf(source, { path: '', currency: currency ?? 'SLE', problems });
  const card = readCard(fields, {
    inner: (field) =>
      fieldsOf(objectOf(source[field]), { path: `${field}.`, currency: currency ?? 'SLE', problems }),
    each: (field) =>
      listOf(source[field]).map((entry, at) =>
        fieldsOf(objectOf(entry), { path: `${field}[${at}].`, currency: currency ?? 'SLE', problems }),
      ),
  });
  return problems.length === 0 ? { ok: true, card } : { ok: false, problems };
}

type Nested = {
  readonly inner: (field: string) => Fields;
  readonly each: (field: string) => readonly Fields[];
};

function readCard(fields: Fields, { inner, each }: Nested): RateCard {
  const pickup = inner('pickup_minutes');
  return Object.freeze({
    version: readNumber(fields, 'version', { least: 1, most: 2 ** 31 - 1, decimals: 0 }),
    currency: fields.currency,
    timeZone: readTimeZone(fields),
    baseFee: readAmount(fields, 'base_fee'),
    includedTenths: readTenths(fields, 'included_km'),
    perKm: readAmount(fields, 'per_km'),
    includedGrams: Math.round(
      readNumber(fields, 'included_kg', { least: 0, most: 1_000, decimals: 3 }) * 1_000,
    ),
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
    maxTenths: readLongest(fields),
    minutesPerKm: readNumber(fields, 'minutes_per_km', { least: 0, most: 60, decimals: 4 }),
    pickupMinutes: { standard: readMinutes(pickup, 'standard'), express: readMinutes(pickup, 'express') },
    quoteMinutes:
      (fields.value('quote_minutes') ?? null) === null
        ? quoteMinutesUsual
        : readNumber(fields, 'quote_minutes', { least: 5, most: 1_440, decimals: 0 }),
    surcharges: readSurcharges(fields, each('surcharges')),
    holidays: readHolidays(fields),
    batch: (fields.value('batch_discount') ?? null) === null ? null : readBatch(inner('batch_discount')),
    pairs: readPairs(fields, each('pairs')),
  });
}

function readStep(fields: Fields): bigint {
  const step = readAmount(fields, 'step');
  if (step === 0n && Number(fields.value('step')) === 0)
    fields.report('step', 'must be above 0: the smallest step is one minor unit');
  return step > 0n ? step : 1n;
}

function readTimeZone(fields: Fields): string {
  const value = fields.value('time_zone');
  if (typeof value === 'string' && isTimeZone(value)) return value;
  fields.report('time_zone', 'must be an IANA time zone such as Africa/Freetown');
  return 'UTC';
}

function readSizeFees(fields: Fields): RateCard['sizeFees'] {
  const [small, medium, large, xlarge] = packageSizes.map((size) => readOptionalAmount(fields, size));
  return Object.freeze({
    small: small ?? null,
    medium: medium ?? null,
    large: large ?? null,
    xlarge: xlarge ?? null,
  });
}

function readRoadFactors(card: Fields, fields: Fields): ReadonlyMap<string, number> {
  const codes = Object.keys(objectOf(card.value('zone_road_factors')));
  return new Map(codes.map((code) => [code, readNumber(fields, code, { least: 1, most: 10, decimals: 4 })]));
}

function readLongest(fields: Fields): number {
  const tenths = readTenths(fields, 'max_km');
  if (tenths === 0) fields.report('max_km', 'must be above 0, or nothing could be delivered');
  return tenths;
}

function readBatch(fields: Fields): BatchDiscount {
  const rate = readPercent(fields, 'percent');
  if (rate > batchRateMax) fields.report('percent', 'must be at most 100');
  return { from: readNumber(fields, 'from', { least: 2, most: batchFromMax, decimals: 0 }), rate };
}

function currencyOf(value: unknown): Currency | null {
  return keysOf(currencies).find((known) => known === value) ?? null;
}

const pairsMax = 100_000;
const endText = /^(?:[A-Z0-9][A-Z0-9-]{0,31}|district:[^>]{1,80})$/u;

/**
 * The matrix of ways that are other than the usual rule. An entry counts both ways unless it says `one_way` or another
 * entry names the way back; the order of the entries means nothing.
 */
function readPairs(card: Fields, entries: readonly Fields[]): RateCard['pairs'] {
  if (!isOptionalList(card.value('pairs'), pairsMax))
    card.report('pairs', `must be a list of at most ${pairsMax} entries`);
  const pairs = new Map<string, RoutePair>();
  const ways = entries.map((entry) => {
    const [from, to, oneWay] = [
      readEnd(entry, 'from'),
      readEnd(entry, 'to'),
      entry.value('one_way') ?? false,
    ];
    if (typeof oneWay !== 'boolean') entry.report('one_way', 'must be true or false');
    const pair = readPair(entry);
    if (pairs.has(pairKey(from, to)))
      entry.report('to', `the way from ${from} to ${to} stands in an earlier entry`);
    pairs.set(pairKey(from, to), pair);
    return { from, to, pair, oneWay: oneWay === true };
  });
  for (const { from, to, pair, oneWay } of ways) {
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
  if (has('fixed_fee') && has('base_fee'))
    entry.report(
      'base_fee',
      'has no effect beside fixed_fee, which stands for base and distance; send one of them',
    );
  return Object.freeze({
    closed: closed === true,
    tenths: has('distance_km') ? readTenths(entry, 'distance_km') : null,
    baseFee: readOptionalAmount(entry, 'base_fee'),
    fixedFee: readOptionalAmount(entry, 'fixed_fee'),
    minutes: has('minutes') ? readMinutes(entry, 'minutes') : null,
  });
}
