import {
  CreateProductBody,
  operations,
  receiptFormats,
  DrawerOpeningIn,
  SyncedSaleIn,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyWithField, fieldsOf, type FieldSchema } from './kit/body-fields.ts';
import { NUMBERS, SHAPES, TEXTS } from './kit/hostile-values.ts';
import { createProbe, type Probe, type Seen } from './kit/probe.ts';
import { createChance, isLong, seed } from './kit/seed.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';
import { stagesOf, type Stage, type Stages } from './kit/stages.ts';
import { ABSENT, kindOf, thingsOf, type Things } from './kit/things.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let things: Things;
let stages: Stages;
const chance = createChance(seed);

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  await service.driver();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  things = await thingsOf(service, { key: shop.key, clock: true });
  stages = stagesOf(shop, things);
});
afterAll(() => service[Symbol.asyncDispose]());

const ROOMS = /^\/(pos|invoices|credit-notes|customers|widget-sessions)(\/|$)/;
const all = (Object.values(operations) as readonly Operation[]).filter(({ path }) => ROOMS.test(path));
const schemaOf = ({ id, body }: Operation): FieldSchema =>
  ({
    importProducts: listOf('products', CreateProductBody),
    syncSales: listOf('sales', SyncedSaleIn),
    syncDrawers: listOf('entries', DrawerOpeningIn),
  })[id] ?? (body as FieldSchema);
const listOf = (name: string, items: object): FieldSchema => ({
  type: 'object',
  properties: { [name]: { type: 'array', items } },
});
const baseOf = ({ example }: Operation): Readonly<Record<string, unknown>> =>
  real(example.body ?? {}) as Record<string, unknown>;

/** An example with what is really there in the place of what it names, and with fresh names of what is only once. */
function real(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => real(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, real(one, key)]));
  if (name === 'client_id') return randomUUID();
  if (/^(sku|barcode|barcodes)$/.test(name)) return randomBytes(6).toString('hex');
  return typeof value === 'string' && /^[a-z]+_[0-9a-z]{20,}$/.test(value)
    ? (things[kindOf(value)] ?? value)
    : value;
}

async function stageOf(operation: Operation): Promise<Required<Stage>> {
  const stage = (await stages[operation.id as OperationId]?.()) ?? {};
  const params = Object.fromEntries(
    Object.entries(operation.example.params ?? {}).map(([name, id]) => [
      name,
      things[kindOf(id)] ?? ABSENT[kindOf(id)],
    ]),
  );
  return { params: { ...params, ...stage.params }, body: stage.body ?? baseOf(operation) };
}

/** In every test a part of the values, another for each field and each run; in the long form all. */
const some = <T>(values: readonly T[]): readonly T[] => values.filter(() => isLong || chance.happens(0.25));
const kept = (text: string): string => text.trim().normalize('NFC');
/** Fields that are read and written anew: phones, times, ids, words of a list, codes. */
const REWRITTEN = /phone|_id$|_at$|_date$|^type$|code|email|url/;
/** Their answer is what they belong to. */
const OF_ANOTHER: ReadonlySet<OperationId> = new Set<OperationId>(['createVariant', 'updateVariant']);
const fieldsIn = (schema: FieldSchema): [string, readonly string[]][] =>
  fieldsOf(schema).map(({ path, types }) => [path, types]);
const named = (chosen: readonly Operation[]): [OperationId, Operation][] =>
  chosen.map((operation) => [operation.id as OperationId, operation]);

describe.each(
  named(all.filter(({ body }) => body !== undefined && fieldsOf(body as FieldSchema).length > 0)),
)(`the body of %s (seed ${seed})`, (id, operation) => {
  const schema = schemaOf(operation);
  const tellsRefusals = id === 'syncSales' || id === 'syncDrawers';

  test.each(fieldsIn(schema))('takes or refuses whatever stands in %s', async (path, types) => {
    const { params, body } = await stageOf(operation);
    const send = (json: string): Promise<Seen> =>
      probe.ask(id, { key: shop.key, params, text: bodyWithField(schema, body, { path, json }) });
    if (types.includes('string')) {
      for (const [what, text] of some(TEXTS)) {
        const seen = await send(JSON.stringify(text));
        expect(seen.status, `${what}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
        if (seen.code === 'VALIDATION_ERROR') expect(seen.message.length).toBeLessThan(2_000);
        const stored = valueAt(seen.data, path);
        if (seen.status < 300 && typeof stored === 'string' && !REWRITTEN.test(path) && !OF_ANOTHER.has(id))
          expect(stored, what).toBe(kept(text));
      }
    }
    if (types.includes('number') || types.includes('integer')) {
      for (const json of some(NUMBERS)) {
        const seen = await send(json);
        expect(seen.status, `${json}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
        if (/1e400/.test(json))
          expect([seen.status, seen.data['refused']], `${json} is no number that could be kept`).toEqual(
            tellsRefusals ? [200, 1] : [400, undefined],
          );
      }
    }
    for (const json of some(SHAPES)) {
      const seen = await send(json);
      expect(seen.status, `${json}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
    }
  });
});

describe.each(named(all.filter(({ query }) => query !== undefined)))(
  `the query of %s (seed ${seed})`,
  (id, operation) => {
    test.each(fieldsIn(operation.query as FieldSchema))(
      'takes or refuses whatever stands in %s',
      async (path) => {
        const { params, body } = await stageOf(operation);
        const query = real(operation.example.query ?? {}) as Record<string, unknown>;
        const values = [
          ...TEXTS.map(([, text]) => text.slice(0, 2_000)),
          ...NUMBERS.map((json) => json.replaceAll('"', '')),
        ];
        for (const value of some(values)) {
          const seen = await probe.ask(id, {
            key: shop.key,
            params,
            query: { ...query, [path]: value },
            ...(operation.body ? { body } : {}),
          });
          expect(seen.status, `${value.slice(0, 40)}: ${seen.text.slice(0, 200)}`).toBeLessThan(500);
        }
      },
    );
  },
);

test.each(TEXTS)('%s is text on receipts and invoices of every form', async (what, text) => {
  const goods = (name: string) => ({
    items: [{ custom_name: name, unit_price: 10, note: name }],
    notes: name,
    customer: { name },
    payments: [{ channel: 'cash' as const }],
  });
  const sold = await probe.ask('createSale', { key: shop.key, body: goods(text) });
  if (sold.status === 201) {
    for (const format of receiptFormats)
      expect(
        (
          await probe.ask('getSaleReceipt', {
            key: shop.key,
            params: { id: String(sold.data['id']) },
            query: { format },
          })
        ).status,
        `${what} as ${format}`,
      ).toBe(200);
    expect((await fetch(String(sold.data['receipt_url']))).status, what).toBe(200);
  }
  const billed = await probe.ask('createInvoice', {
    key: shop.key,
    body: {
      customer: { name: text, address: text },
      items: [{ description: text, unit_price: 10 }],
      notes: text,
      terms: text,
      footer: text,
      finalize: true,
    },
  });
  if (billed.status !== 201) return;
  expect(
    (await probe.ask('getInvoicePdf', { key: shop.key, params: { id: String(billed.data['id']) } })).status,
    what,
  ).toBe(200);
  expect((await fetch(String(billed.data['hosted_url']))).status, what).toBe(200);
});

function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], data);
}
