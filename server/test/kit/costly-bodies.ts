import { bodyBytesMax, type Operation } from '@cottontree/contract';
import type { FieldSchema } from './body-fields.ts';

export type CostlyBody = {
  readonly kind: string;
  readonly type: 'application/json' | 'text/csv';
  /** Made when they are wanted: a megabyte each. */
  readonly bytes: () => Buffer;
};

/** Marks that must be sorted, as many in a row as are taken. */
const MARKS = `é${'\u0301\u0316'.repeat(15)}`;
/** What meets patterns for addresses, links, names and numbers for a long time before it does not. */
const BAITS: readonly string[] = ['a', '1', 'a.', 'a@a.', 'https://a', '{0}', 'A0-', ' \t', MARKS];
const SPARE_BYTES = 4_096;
/** Under the one value for ten bytes that are taken. */
const VALUE_BYTES = 10.5;

/** The costliest bodies that we know of, each as large as the operation takes. */
export function costlyBodies(operation: Operation): readonly CostlyBody[] {
  const bytesMax = bodyBytesMax(operation) - SPARE_BYTES;
  const schema = (operation.body ?? {}) as FieldSchema;
  const beside = (field: string): string =>
    JSON.stringify({ ...operation.example.body, unread: 0 }).replace('"unread":0', () => `"unread":${field}`);
  const json = (kind: string, text: () => string): CostlyBody => ({
    kind,
    type: 'application/json',
    bytes: () => Buffer.from(text()),
  });
  return [
    json('many values that nobody reads', () =>
      beside(`[${repeated('{"aaaaaaa":[1]},'.padEnd(VALUE_BYTES * 3, ' '), bytesMax)}0]`),
    ),
    json('every field as large as it goes', () => `{${filled(schema, bytesMax).slice(1, -1)}}`),
    json('marks that nobody reads', () => beside(`"${repeated(MARKS, bytesMax)}"`)),
    json('many keys that nobody reads', () =>
      beside(
        `[${repeated(`{${Array.from({ length: 9_000 }, (_, at) => `"k${at * 7_919}":1`).join()}},`, bytesMax)}0]`,
      ),
    ),
    json('one long text of escapes', () => beside(`"${repeated('\\u00e9\\"', bytesMax)}"`)),
    json('one long number', () => beside(repeated('9', bytesMax))),
    ...(operation.csvBody ? files(operation, bytesMax) : []),
    ...('csv' in (schema.properties ?? {})
      ? files(operation, bytesMax).map(({ kind, bytes }) =>
          json(`${kind}, in JSON`, () =>
            JSON.stringify({
              ...operation.example.body,
              csv: bytes()
                .toString('utf8')
                .slice(0, bytesMax / 2),
            }),
          ),
        )
      : []),
  ];
}

/** Files in CSV: of many rows, of one, of many columns, of texts that must be put in order. */
function files({ example }: Operation, bytesMax: number): readonly CostlyBody[] {
  const given = String(example.body?.['csv'] ?? 'provider_ref,amount,at\nA,1,2026-01-01\n');
  const [header = '', row = ''] = given.split('\n');
  const csv = (kind: string, text: () => string): CostlyBody => ({
    kind,
    type: 'text/csv',
    bytes: () => Buffer.from(text()),
  });
  return [
    csv('a file of many rows', () => `${header}\n${repeated(`${row}\n`, bytesMax)}`),
    csv('a file of the most rows', () => `${header}\n${`${row}\n`.repeat(4_999)}`),
    csv('a file of one line', () => repeated(',', bytesMax)),
    csv('a file of one cell', () => `${header}\n"${repeated('a""', bytesMax)}"`),
    csv('a file of marks', () => `${header}\n${repeated(`${MARKS},${MARKS}\n`, bytesMax)}`),
  ];
}

/** A value of the schema with all that it has room for, and more. */
function filled(schema: FieldSchema, bytes: number, depth = 0): string {
  const form = schema.anyOf?.[0] ?? schema;
  const types = new Set([form.type ?? 'object'].flat());
  if (types.has('array')) return `[${repeated(depth % 2 === 0 ? '1.5,     ' : '"x",     ', bytes - 4)}0]`;
  if (types.has('object')) return inObject(form, bytes, depth);
  if (types.has('string')) return JSON.stringify(repeated(BAITS[bytes % BAITS.length] ?? 'a', bytes / 2));
  return repeated('9', Math.min(bytes, 1_000));
}

function inObject({ properties = {} }: FieldSchema, bytes: number, depth: number): string {
  const fields = Object.entries(properties);
  if (fields.length === 0)
    return `{${Array.from({ length: Math.max(1, Math.min(9_000, Math.floor(bytes / 30))) }, (_, at) => `"k${at}":"x              "`).join()}}`;
  return `{${fields.map(([name, field], at) => `${JSON.stringify(name)}:${filled(field, Math.floor(bytes / fields.length) - name.length - 10 - at, depth + 1)}`).join()}}`;
}

function repeated(piece: string, bytes: number): string {
  return piece.repeat(Math.max(0, Math.floor(bytes / Buffer.byteLength(piece))));
}
