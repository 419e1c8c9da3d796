import { isOptionalList, readMinutes, readOptionalAmount, readTenths, type Fields } from './card-fields.ts';
import { pairKey, type RateCard, type RoutePair } from './rate-card.ts';

const pairsMax = 100_000;
const endText = /^(?:[A-Z0-9][A-Z0-9-]{0,31}|district:[^>]{1,80})$/u;

/**
 * The matrix of ways that are other than the usual rule. An entry counts both ways unless it says `one_way` or another
 * entry names the way back; the order of the entries means nothing.
 */
export function readPairs(card: Fields, entries: readonly Fields[]): RateCard['pairs'] {
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
