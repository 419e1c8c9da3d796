import {
  answeredOnly,
  operations,
  takesKeys,
  writtenByServer,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import type { TObject } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from './kit/parcel.ts';
import { createProbe, type Probe, type Seen } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';
import { ABSENT, kindOf, thingsOf, type Things } from './kit/things.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let things: Things;
let looked = 0;

beforeAll(async () => {
  service = await startService();
  probe = createProbe(service.baseUrl);
  await service.driver();
  shop = await service.merchant();
  things = await thingsOf(service, { key: shop.key, clock: false });
});
afterAll(() => service[Symbol.asyncDispose]());

const makers = (Object.values(operations) as readonly Operation[]).filter(
  ({ method, params, readOnly }) => method === 'POST' && params === undefined && readOnly !== undefined,
);
/** Of whom the example names things that only an example has. */
const bodies: Readonly<Record<string, object>> = { createDelivery: parcel };
const cases = makers.flatMap(({ id, readOnly = [], example: { body = {} } }) =>
  readOnly
    .filter((field) => !(field in body))
    .map((field) => [id as OperationId, field, bodies[id] ?? body] as const),
);

test('much that is made has fields that only we write', () => {
  expect(makers.length).toBeGreaterThan(15);
  expect(makers.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'createEvent',
      'createSale',
      'createStaff',
      'createTerminal',
      'openCashSession',
      'createInvoice',
      'createProduct',
      'createDelivery',
      'saveAddress',
      'createWebhook',
    ]),
  );
});

test.each(cases)('%s refuses %s', async (id, field, body) => {
  const seen = await probe.ask(id, { key: shop.key, body: { ...body, [field]: 'of mine' } });
  expect(seen).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  expect(JSON.stringify(seen.details)).toContain(field);
});

const madeWithout = (Object.values(operations) as readonly Operation[])
  .filter((operation) => takesKeys(operation) && writtenByServer(operation).length > 0)
  .map((operation) => [operation.id, operation] as const);

test('what declares no such fields has them as well', () => {
  expect(madeWithout.length).toBeGreaterThan(25);
  expect(madeWithout.map(([id]) => id)).toEqual(
    expect.arrayContaining([
      'createTicketOrder',
      'createRefund',
      'createClaim',
      'createKey',
      'createPromoCode',
    ]),
  );
});

test.each(madeWithout)('%s refuses each of them before anything is made', async (_id, operation) => {
  for (const field of writtenByServer(operation)) {
    const seen = await changeThing(operation, { [field]: 'of mine' });
    expect(seen, field).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(JSON.stringify(seen.details)).toContain(field);
  }
});

/** Made of another, whose fields they take over. */
const COPIES: ReadonlySet<string> = new Set([
  'redeliverDelivery',
  'rotateKey',
  'payPaymentLink',
  'payInvoice',
  'duplicateInvoice',
  'duplicateEvent',
]);
/** Follow from what it is about. */
const FOLLOWS = ['currency', 'exact'];

test('nothing that is made anew ignores a field of its answer', () => {
  const made = (Object.values(operations) as readonly Operation[]).filter(
    ({ id, method, status, list, body }) =>
      method === 'POST' && status === 201 && !list && body !== undefined && !COPIES.has(id),
  );
  expect(made.length).toBeGreaterThan(45);
  const ignored = made.flatMap((operation) => {
    const { id, answer, body, readOnly = writtenByServer(operation) } = operation;
    return answeredOnly(answer as TObject, body ?? (answer as TObject))
      .filter((field) => ![...readOnly, ...FOLLOWS].includes(field))
      .map((field) => `${id}: ${field}`);
  });
  expect(ignored).toEqual([]);
});

const changes = (Object.values(operations) as readonly Operation[]).filter(
  (operation) => operation.method === 'PATCH' && operation.readOnly !== undefined && takesKeys(operation),
);

/** What an answer to a change alone tells, what only a page sends, and what is the product's and not the variant's. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  updateEvent: ['warnings'],
  updateTicketOrder: ['client_secret'],
};

test('no change leaves out a field that only we write', () => {
  const found = (Object.values(operations) as readonly Operation[])
    .filter(({ method, id }) => method === 'PATCH' && id !== 'updateVariant')
    .flatMap(({ id, answer, body, readOnly = [] }) =>
      answeredOnly(answer as TObject, body ?? (answer as TObject))
        .filter((field) => ![...readOnly, ...(BESIDE[id] ?? [])].includes(field))
        .map((field) => `${id}: ${field}`),
    );
  expect(found).toEqual([]);
});

/** How a thing is made, and what is told of its making alone. */
const OF_MAKING: Readonly<Record<string, readonly string[]>> = {
  updateDelivery: ['warnings', 'max_shipping_fee', 'allow_catch_all', 'allow_duplicate', 'simulate'],
  updatePlatformMerchant: ['invitation'],
  updateSale: ['expected_total'],
  updateInvoice: ['sent', 'finalize', 'send'],
};

test('no change ignores what the making of its thing takes or answers', () => {
  const all = Object.values(operations) as readonly Operation[];
  const found = all
    .filter(({ method }) => method === 'PATCH')
    .flatMap(({ id, path, answer, body, readOnly = [] }) => {
      const maker = all.find((one) => one.method === 'POST' && `${one.path}/:` === path.replace(/\w+$/, ''));
      const told = [answer, body ?? answer].flatMap((shape) => Object.keys((shape as TObject).properties));
      return [maker?.answer, maker?.body]
        .flatMap((shape) => Object.keys((shape as TObject | undefined)?.properties ?? {}))
        .filter((field) => ![...told, ...readOnly, ...(OF_MAKING[id] ?? [])].includes(field))
        .map((field) => `${id}: ${field}`);
    });
  expect(found).toEqual([]);
});

/** A variant is answered with its product. */
const ANSWERED_WITH_ANOTHER: ReadonlySet<string> = new Set(['updateVariant']);

/** The example of a change, about the shop's own thing. */
function changeThing({ id, example }: Operation, fields: object): Promise<Seen> {
  const params = Object.fromEntries(
    Object.entries(example.params ?? {}).map(([name, thing]) => [
      name,
      things[kindOf(thing)] ?? ABSENT[kindOf(thing)],
    ]),
  );
  return probe.ask(id as OperationId, { key: shop.key, params, body: { ...example.body, ...fields } });
}

test.each(changes.map((operation) => [operation.id, operation] as const))(
  '%s refuses each of them, and takes them as they were read',
  async (_id, operation) => {
    const { status, data } = await changeThing(operation, {});
    if (status !== 200) return;
    looked += 1;
    const { readOnly = [] } = operation;
    const read = Object.fromEntries(
      readOnly.filter((name) => name in data).map((name) => [name, data[name]]),
    );
    const back = await changeThing(operation, ANSWERED_WITH_ANOTHER.has(operation.id) ? {} : read);
    expect(back.status, back.text).toBe(200);
    for (const field of readOnly) {
      const seen = await changeThing(operation, { [field]: 'of mine' });
      expect(seen, field).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
      expect(JSON.stringify(seen.details)).toContain(field);
    }
  },
);

test('most changes were of a thing that is there', () => {
  expect(looked).toBeGreaterThan(15);
});
