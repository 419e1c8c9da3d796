import { describe, expect, test } from 'vitest';
import { operations, type Operation, type OperationId } from '../src/index.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
};

/** What handlers judge, because they say more than a schema can: of which row, with a code of its own, or in another unit. A body is bounded in any case. */
const JUDGED: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  bulkTrack: ['body.job_numbers', 'body.job_numbers.0'],
  printLabels: ['body.job_numbers'],
  createImport: ['body.csv'],
  assignDeliveries: ['body.assignments'],
  depositCash: ['body.job_numbers'],
  startOffers: ['body.driver_ids'],
  sendLocations: ['body.points'],
  createRateCard: ['body.card'],
  updateRateCard: ['body.card'],
  createZone: ['body.geometry'],
  updateZone: ['body.geometry'],
  keepProof: ['body.signature_points', 'body.signature_points.0'],
  syncJobs: ['body.events', 'body.events.0.signature_points', 'body.events.0.signature_points.0'],
  createReconciliation: ['body.csv'],
  importProducts: ['body.csv', 'body.products', 'body.products.0'],
  syncSales: ['body.sales.0'],
  syncDrawers: ['body.entries.0'],
};

/** Where what comes in may be of any size. */
function unlimited(schema: Schema, path: string): readonly string[] {
  const isOf = (type: string): boolean => [schema.type].flat().includes(type);
  const isUnlimited =
    (isOf('string') && !isBounded(schema)) ||
    (isOf('array') && schema.maxItems === undefined && !isOfWords(schema)) ||
    (isOf('object') && isOpen(schema) && !hasFewNames(schema));
  return [
    ...(isUnlimited ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => unlimited(one, `${path}.${name}`)),
    ...Object.values(schema.patternProperties ?? {}).flatMap((one) => unlimited(one, `${path}.*`)),
    ...(schema.propertyNames ? unlimited(schema.propertyNames, `${path}, its names`) : []),
    ...(typeof schema.additionalProperties === 'object'
      ? unlimited(schema.additionalProperties, `${path}.*`)
      : []),
    ...(schema.items ? unlimited(schema.items, `${path}.0`) : []),
    ...(schema.anyOf ?? []).flatMap((one) => unlimited(one, path)),
  ];
}

const isBounded = ({ maxLength, enum: words, const: word, format, pattern }: Schema): boolean =>
  maxLength !== undefined ||
  words !== undefined ||
  word !== undefined ||
  format === 'uuid' ||
  (pattern !== undefined && endsSomewhere(pattern));
/** Each word of a closed list, at most once. */
const isOfWords = ({ uniqueItems, items }: Schema): boolean =>
  uniqueItems === true && items?.enum !== undefined;
const isOpen = ({ patternProperties, additionalProperties }: Schema): boolean =>
  patternProperties !== undefined ||
  typeof additionalProperties === 'object' ||
  additionalProperties === true;
const hasFewNames = ({ maxProperties, propertyNames, patternProperties }: Schema): boolean =>
  maxProperties !== undefined &&
  [
    ...(propertyNames ? [isBounded(propertyNames)] : []),
    ...Object.keys(patternProperties ?? {}).map(endsSomewhere),
  ].every(Boolean);
/** Whether a pattern holds the whole text and repeats nothing without end. */
const endsSomewhere = (pattern: string): boolean =>
  pattern.startsWith('^') && pattern.endsWith('$') && !/[*+]|,\}/.test(pattern);

describe('what comes in has a size', () => {
  test.each(
    (Object.values(operations) as readonly Operation[]).map(
      (operation) => [operation.id as OperationId, operation] as const,
    ),
  )('%s', (id, { query, body }) => {
    // Paths have their limit in the address.
    const found = Object.entries({ query, body }).flatMap(([part, schema]) =>
      schema ? unlimited(schema as Schema, part) : [],
    );
    expect(found).toEqual(JUDGED[id] ?? []);
  });
});
