import { operations, type Operation, type OperationId } from '@cottontree/contract';
import type { TObject } from 'typebox';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueSession } from '../src/modules/accounts/index.ts';
import { updateMerchant } from '../src/modules/merchants/index.ts';
import { signedInMember, type TestMember } from './kit/member.ts';
import { createProbe, type Probe, type Seen } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';
import { ABSENT, kindOf, thingsOf, type Things } from './kit/things.ts';

/** Lists that stand in one order alone, each with the reason. */
const WITHOUT_ORDER: Readonly<Record<string, string>> = {
  listEventTypes: 'the kinds of messages there are, in the order of the documentation',
  listOffers: 'what a courier may take this moment, the most urgent first',
};
/** Lists held in memory whole, which are walked by page. */
const WITHOUT_CURSOR: readonly string[] = ['listZones', 'listDispatchZones', 'listRateCards'];
/** Fields that say in which state the items of a list are. */
const STATES = ['status', 'refund_status', 'state'];

/** What names a mode or a merchant is no unknown field. */
const TOLD_BY_THE_KEY: ReadonlySet<string> = new Set(['livemode', 'merchant_id']);

type Field = { readonly enum?: readonly string[]; readonly default?: string };
const fieldsOf = ({ query }: Operation): Readonly<Record<string, Field>> => query?.properties ?? {};
const all = (Object.values(operations) as readonly Operation[]).filter(
  (operation) => operation.list && 'page' in fieldsOf(operation),
);
/** Whatever any list takes: what one knows, another may read unasked. */
const FIELDS = [...new Set(all.flatMap((operation) => Object.keys(fieldsOf(operation))))].filter(
  (name) => !TOLD_BY_THE_KEY.has(name),
);
const sorted = all.filter(({ id }) => !(id in WITHOUT_ORDER));
const walked = sorted.filter(({ id }) => !WITHOUT_CURSOR.includes(id));
const withState = sorted.flatMap((operation) =>
  STATES.filter((field) => field in fieldsOf(operation)).map(
    (field) => [operation.id, field, operation] as const,
  ),
);
const named = (some: readonly Operation[]): [string, Operation][] =>
  some.map((operation) => [operation.id, operation]);

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let things: Things;
let courier: string;
let operator: string;
let member: TestMember;

/** Three of most things, some of them of one moment. */
beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  await updateMerchant(service.server.runtime.context, shop.id, {
    readsPerSecond: 100_000,
    writesPerSecond: 100_000,
  });
  const driverId = await service.driver();
  for (let made = 0; made < 3; made += 1) {
    things = await thingsOf(service, { key: shop.key, clock: false });
    service.advance(1_000);
  }
  await more(shop.client, things);
  courier = await tokenOf('driver', driverId);
  operator = await tokenOf('operator', (await service.operator()).id);
  member = await signedInMember(service, { merchantId: shop.id });
  await tokenOf('member', member.id);
  await service.drain();
});
afterAll(() => service[Symbol.asyncDispose]());

/** More of what lies below one thing. */
async function more(client: TestMerchant['client'], { evt = '', tt = '', sale = '', csh = '' }: Things) {
  const id = evt;
  for (const name of ['One', 'Two']) {
    const order = await client.createTicketOrder({
      params: { id },
      body: { items: [{ ticket_type_id: tt, quantity: 2 }], payment: { method: 'cash' } },
    });
    await client.scanTicket({ params: { id }, body: { code: order.data.tickets[0]?.qr ?? '' } });
    await client.createScannerDevice({ params: { id }, body: { name } });
    await client.createPromoCode({
      params: { id },
      body: { code: name.toUpperCase(), kind: 'percent', value: 5 },
    });
    await client.joinWaitlist({ params: { id }, body: { ticket_type_id: tt, email: `${name}@example.sl` } });
    await client.refundSale({ params: { id: sale }, body: { amount: 1 } });
    await client.createCashMovement({
      params: { id: csh },
      body: { type: 'pay_in', amount: 1, reason: name },
    });
  }
}

async function tokenOf(kind: 'driver' | 'operator' | 'member', subjectId: string): Promise<string> {
  const { context } = service.server.runtime;
  const wanted = { kind, subjectId, address: '127.0.0.1' };
  for (let more = 0; more < 2; more += 1) await issueSession(context.store.system, context, wanted);
  return (await issueSession(context.store.system, context, wanted)).token;
}

/** A list of something that is there. */
function paramsOf({ example }: Operation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(example.params ?? {}).map(([name, id]) => [
      name,
      things[kindOf(id)] ?? ABSENT[kindOf(id)] ?? '',
    ]),
  );
}

/** Whose list it is. */
function callerOf({ by }: Operation): Readonly<Record<string, string>> {
  if (by === 'member') return { ...member.headers };
  const key = by === 'driver' ? courier : by === 'dispatcher' ? operator : shop.key;
  return { authorization: `Bearer ${key}` };
}

function ask(operation: Operation, query: Readonly<Record<string, unknown>>): Promise<Seen> {
  const headers = callerOf(operation);
  return probe.ask(operation.id as OperationId, { params: paramsOf(operation), query, headers });
}

/** As it stands in its cell: what a spreadsheet would run has a quote before it. */
const cellOf = (value: unknown): string =>
  String(value ?? '').replace(/^(?=[=+\-@])/, typeof value === 'string' ? "'" : '');

/** The header line, and the lines below it. */
async function csvOf(operation: Operation): Promise<readonly (readonly string[])[]> {
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => paramsOf(operation)[name] ?? '');
  const answer = await fetch(service.baseUrl + path, {
    headers: { ...callerOf(operation), accept: 'text/csv' },
  });
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')], text).toEqual([200, 'text/csv; charset=utf-8']);
  return parse(text);
}

type Listed = {
  readonly data: readonly Item[];
  readonly meta: { readonly total: number; readonly next_cursor?: string | null };
};
type Item = Readonly<Record<string, unknown>>;
const listed = ({ status, text }: Seen): Listed => {
  expect(status, text).toBe(200);
  return JSON.parse(text) as Listed;
};
const NAMES = [
  'id',
  'job_number',
  'row',
  'transaction_id',
  'account',
  'variant_id',
  'location_id',
  'endpoint_id',
  'version',
];
/** What tells an item from the others of its list. */
const nameOf = (item: Item): string =>
  NAMES.flatMap((field) => (field in item ? [`${field} ${String(item[field])}`] : [])).join(', ');

/** How far a list without a cursor is followed. */
const PAGES_WALKED = 5;

/** All of a list, two at a time, by cursor or by page. */
async function walk(operation: Operation, query: Readonly<Record<string, unknown>>): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const { data, meta } = listed(
      await ask(operation, { ...query, limit: 2, ...(cursor ? { cursor } : { page }) }),
    );
    names.push(...data.map(nameOf));
    cursor = meta.next_cursor ?? undefined;
    if (WITHOUT_CURSOR.includes(operation.id) ? data.length < 2 || page >= PAGES_WALKED : !cursor)
      return names;
  }
}

test('every list of the contract goes by some order, each both ways', () => {
  expect(all.length).toBeGreaterThan(60);
  expect(Object.keys(WITHOUT_ORDER).every((id) => all.some((operation) => operation.id === id))).toBe(true);
  for (const operation of sorted) {
    const { enum: orders = [], default: first } = fieldsOf(operation)['sort'] ?? {};
    expect(orders.length, operation.id).toBeGreaterThan(1);
    expect(orders[0], operation.id).toBe(first);
    expect(orders.map(opposite).toSorted(), operation.id).toEqual(orders.toSorted());
  }
  const lacking = sorted.filter((operation) => !('cursor' in fieldsOf(operation))).map(({ id }) => id);
  expect(lacking.toSorted()).toEqual(WITHOUT_CURSOR.toSorted());
});

const opposite = (order: string): string => (order.startsWith('-') ? order.slice(1) : `-${order}`);

describe('a list', () => {
  let looked = 0;
  let compared = 0;

  test.each(named(sorted))('%s is whole in each of its orders, both ways', async (_id, operation) => {
    const { data, meta } = listed(await ask(operation, { limit: 100 }));
    const whole = data.map(nameOf);
    expect(new Set(whole).size).toBe(whole.length);
    if (whole.length > 1) looked += 1;
    const { enum: orders = [], default: first = '' } = fieldsOf(operation)['sort'] ?? {};
    const found = new Map<string, string[]>();
    for (const sort of orders) found.set(sort, await walk(operation, { sort }));
    for (const [sort, names] of found) {
      expect(new Set(names).size, sort).toBe(names.length);
      if (names.length < meta.total && WITHOUT_CURSOR.includes(operation.id)) continue;
      expect(names.length, sort).toBe(meta.total);
      expect(names.toReversed(), sort).toEqual(found.get(opposite(sort)));
    }
    const [some, same] = [whole, found.get(first) ?? []];
    const shown = Math.min(some.length, same.length);
    expect(same.slice(0, shown)).toEqual(some.slice(0, shown));
  });

  test('was looked at with several items in nearly every case', () => {
    expect(looked).toBeGreaterThan(50);
  });

  test.each(named(all))('%s comes as CSV, whole, with a column for each field', async (_id, operation) => {
    const [header = [], ...rows] = await csvOf(operation);
    expect(header).toEqual(Object.keys((operation.answer as TObject).properties));
    // What one of them asks is noted in others.
    const { data, meta } = listed(await ask(operation, { limit: 100 }));
    expect(rows.length).toBeGreaterThanOrEqual(Math.min(meta.total, 1));
    expect(Math.abs(meta.total - rows.length)).toBeLessThan(3);
    const isMade = (value: unknown): boolean => typeof value === 'object' && value !== null;
    for (const item of data) {
      const made = header.filter((column) => isMade(item[column]));
      const row = rows.find((cells) =>
        header.every((column, at) => made.includes(column) || cells[at] === cellOf(item[column])),
      );
      if (!row) continue;
      compared += made.length;
      // What JSON leaves out stands in no cell either.
      for (const column of made)
        expect(JSON.parse(row[header.indexOf(column)] ?? ''), column).toEqual(item[column]);
    }
  });

  test('was compared as CSV with what it is as JSON', () => {
    expect(compared).toBeGreaterThan(100);
  });

  test.each(named(all))('%s ignores what it does not know of a query', async (_id, operation) => {
    const own = fieldsOf(operation);
    const strange = Object.fromEntries(FIELDS.filter((name) => !(name in own)).map((name) => [name, 'nope']));
    expect(Object.keys(strange).length).toBeGreaterThan(50);
    const { data } = listed(await ask(operation, { limit: 3 }));
    expect(listed(await ask(operation, { limit: 3, ...strange })).data.map(nameOf)).toEqual(data.map(nameOf));
  });

  test.each(named(walked))('%s refuses a cursor that is not its own', async (_id, operation) => {
    const { enum: orders = [] } = fieldsOf(operation)['sort'] ?? {};
    for (const cursor of ['x', Buffer.from('1.1.a.b.c').toString('base64url')])
      for (const sort of orders)
        expect(await ask(operation, { cursor, sort })).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { fields: [{ path: 'cursor' }] },
        });
  });

  test.each(withState)(
    '%s takes several of %s, and names them where it knows one not',
    async (_id, field, operation) => {
      const refused = await ask(operation, { [field]: 'nonsense' });
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: field }] } });
      const words = (/one or several of (.+), with commas between/.exec(refused.message)?.[1] ?? '').split(
        ', ',
      );
      expect(words.length).toBeGreaterThan(1);
      expect(await ask(operation, { [field]: `${words[0]},nonsense` })).toMatchObject({
        code: 'VALIDATION_ERROR',
      });
      const each = await Promise.all(
        words.map(async (word) => listed(await ask(operation, { [field]: word, limit: 100 })).meta.total),
      );
      const together = listed(await ask(operation, { [field]: words.join(','), limit: 100 }));
      expect(together.meta.total).toBe(each.reduce((sum, total) => sum + total, 0));
      expect(listed(await ask(operation, { [field]: words.slice(0, 2).join(', ') })).meta.total).toBe(
        (each[0] ?? 0) + (each[1] ?? 0),
      );
    },
  );
});

test('a cursor goes on in its own list, in its own order and with its own filters alone', async () => {
  const cursorOf = async (operation: Operation, sort: string) =>
    listed(await ask(operation, { limit: 1, sort })).meta.next_cursor ?? '';
  const byName = await cursorOf(operations.listProducts, 'name');
  const refused = { code: 'VALIDATION_ERROR', details: { fields: [{ path: 'cursor' }] } };
  for (const query of [{ sort: '-name' }, { sort: 'created_at' }, {}])
    expect(await ask(operations.listProducts, { cursor: byName, ...query })).toMatchObject(refused);
  expect((await ask(operations.listProducts, { cursor: byName, sort: 'name' })).status).toBe(200);

  const filtered = { sort: 'name', updated_since: '2020-01-01' };
  expect(await ask(operations.listProducts, { cursor: byName, ...filtered })).toMatchObject(refused);
  const narrowed =
    listed(await ask(operations.listProducts, { limit: 1, ...filtered })).meta.next_cursor ?? '';
  expect((await ask(operations.listProducts, { cursor: narrowed, limit: 3, ...filtered })).status).toBe(200);
  expect(await ask(operations.listProducts, { cursor: narrowed, sort: 'name' })).toMatchObject(refused);

  const newest = await cursorOf(operations.listProducts, '-created_at');
  expect((await ask(operations.listProducts, { cursor: newest })).status).toBe(200);
  for (const operation of [operations.listCustomers, operations.listDeliveries, operations.listPayments])
    expect(await ask(operation, { cursor: newest }), operation.id).toMatchObject(refused);
  const delivery = await cursorOf(operations.listDeliveries, '-created_at');
  expect((await ask(operations.listDeliveries, { cursor: delivery })).status).toBe(200);
  for (const query of [{ sort: 'created_at' }, { status: 'pending' }, { created_from: '2020-01-01' }])
    expect(await ask(operations.listDeliveries, { cursor: delivery, ...query })).toMatchObject(refused);
});

test('a cursor that a version before gave out goes on: it does not say of which list it is', async () => {
  const before = Buffer.from('2.4102444800000.x').toString('base64url');
  const page = await ask(operations.listProducts, { cursor: before, limit: 1 });
  expect(listed(page).data).toHaveLength(1);
  expect(listed(page).meta).toMatchObject({ page: 2 });
  expect(await ask(operations.listProducts, { cursor: before, sort: 'name' })).toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});
