import { expect, test } from 'vitest';
import { amountMark } from '../src/schema.ts';
import { operations } from '../src/operations.ts';
import type { Operation } from '../src/operation.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [amountMark]?: true | string;
};
type Leaf = {
  readonly at: string;
  readonly name: string;
  readonly schema: Schema;
  readonly beside: readonly string[];
};

/** Every number of the answers that is no money. A new one is named here, or made with AmountOut. */
const NO_MONEY = new Set([
  'duration_ms',
  'lat',
  'lng',
  'pickup_lat',
  'pickup_lng',
  'delivery_lat',
  'delivery_lng',
  'accuracy_m',
  'radius_km',
  'distance_km',
  'way_km',
  'weight_kg',
  'max_weight_kg',
  'share',
  'on_time_share',
  'success_rate',
  'hours',
  'average_minutes',
  'average_stars',
  'percent',
  'rate',
  'tax_rate',
  'default_tax_rate',
  'rate_per_second',
  'clock_skew_seconds',
  'quantity',
  'quantity_refunded',
  'refunded_quantity',
  'quantity_step',
  'low_stock_threshold',
  'on_hand',
  'reserved',
  'available',
  'delta',
  'reserved_delta',
  'balance_after',
  'reserved_after',
  'received',
]);
/** Counted pieces, which have the name of money elsewhere. */
const COUNTED_PIECES = new Set([
  'StockCountLine.counted',
  'StockCountLine.expected',
  'StockCountLine.difference',
  'ImportedStock.before',
  'ImportedStock.after',
]);
const LIKE_MONEY = /amount|price|fee|cost|paid|balance|money|refund|owed|tip|tax_total/;
/** How many things there are, by names that money has elsewhere. */
const COUNTS = new Set(['amount_mismatch', 'refunds', 'partially_refunded']);

function leavesOf(place: Leaf): readonly Leaf[] {
  const { at, schema } = place;
  const beside = Object.keys(schema.properties ?? {});
  return [
    ...(schema.properties || schema.items || schema.anyOf ? [] : [place]),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      leavesOf({ at: `${titleOf(schema) ?? at}.${name}`, name, schema: part, beside }),
    ),
    ...(schema.items ? leavesOf({ ...place, at: `${at}[]`, schema: schema.items }) : []),
    ...(schema.anyOf ?? []).flatMap((form) => leavesOf({ ...place, schema: form })),
  ];
}

const titleOf = (schema: Schema): string | undefined => (schema as { readonly title?: string }).title;
const isOf = ({ type }: Schema, wanted: string): boolean => [type].flat().includes(wanted);

const leaves = [
  ...new Map(
    (Object.values(operations) as readonly Operation[])
      .flatMap(({ id, answer }) => leavesOf({ at: id, name: id, schema: answer as Schema, beside: [] }))
      .map((leaf) => [leaf.at, leaf]),
  ).values(),
];

test('every number of every answer is marked as money or known to be none', () => {
  const numbers = leaves.filter(({ schema }) => isOf(schema, 'number'));
  expect(numbers.length).toBeGreaterThan(350);
  const unknown = numbers.filter(
    ({ at, name, schema }) =>
      schema[amountMark] === undefined && !NO_MONEY.has(name) && !COUNTED_PIECES.has(at),
  );
  expect(unknown.map(({ at }) => at)).toEqual([]);
});

test('no whole number has the name of money', () => {
  const named = leaves.filter(
    ({ schema, name }) => isOf(schema, 'integer') && LIKE_MONEY.test(name) && !COUNTS.has(name),
  );
  expect(named.map(({ at }) => at)).toEqual([]);
});

test('what may be a percentage stands beside the field that says so', () => {
  const either = leaves.filter(({ schema }) => typeof schema[amountMark] === 'string');
  expect(either.length).toBeGreaterThan(4);
  for (const { at, schema, beside } of either) expect(beside, at).toContain(schema[amountMark]);
});
