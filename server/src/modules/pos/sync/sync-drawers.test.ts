import { randomUUID } from 'node:crypto';
import { createClient } from '@cottontree/client';
import { idOfUuid } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChance, figure, seed, type Chance } from '../../../../test/kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { openTill, type Goods } from '../../../../test/kit/till.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyPos } from '../index.ts';

let service: TestService;
let shop: TestMerchant;
let rice: Goods;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  rice = await openTill(shop).goods({ price: 30, stock: 1_000_000 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Entry = Readonly<Record<string, unknown>> & { readonly client_id: string };

const ago = (minutes: number): string =>
  new Date(service.server.runtime.context.world.now().getTime() - minutes * 60_000).toISOString();
const terminal = async (): Promise<string> =>
  (await shop.client.createTerminal({ body: { name: 'Front till' } })).data.id;
const drawerOf = ({ client_id }: Entry): string => idOfUuid('csh_', client_id);
const opening = (terminal_id: string, opening_float: number, more: object = {}): Entry => ({
  client_id: randomUUID(),
  kind: 'opening',
  terminal_id,
  opening_float,
  occurred_at: ago(60),
  ...more,
});
const movement = (cash_session_id: string, type: string, amount: number): Entry => ({
  client_id: randomUUID(),
  kind: 'movement',
  cash_session_id,
  type,
  ...(type === 'no_sale' ? {} : { amount }),
  reason: 'Change',
  occurred_at: ago(50),
});
const refund = (cash_session_id: string, sale: Entry, more: object = {}): Entry => ({
  client_id: randomUUID(),
  kind: 'refund',
  cash_session_id,
  sale_client_id: sale.client_id,
  items: [{ line: 1, quantity: 1 }],
  amount: 30,
  occurred_at: ago(40),
  ...more,
});
const closing = (cash_session_id: string, amount: number): Entry => ({
  client_id: randomUUID(),
  kind: 'closing',
  cash_session_id,
  counted: [{ tender: 'cash', amount }],
  occurred_at: ago(30),
});
const sale = (cash_session_id: string, quantity: number): Entry => ({
  client_id: randomUUID(),
  cash_session_id,
  items: [{ variant_id: rice.variantId, quantity, unit_price: 30 }],
  payments: [{ channel: 'cash' }],
  total: 30 * quantity,
  occurred_at: ago(45),
});
const hand = async (...entries: readonly Entry[]) =>
  (await shop.client.syncDrawers({ body: { entries: [...entries] } })).data;
const sell = async (...sales: readonly Entry[]) =>
  (await shop.client.syncSales({ body: { sales: [...sales] } })).data;
const reportOf = async (id: string) => (await shop.client.getCashReport({ params: { id } })).data;
const expectExact = async (): Promise<void> =>
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verifyPos)).toEqual([]);

test('a whole day without network arrives as it was: opened, sold, moved, given back, counted', async () => {
  const opened = opening(await terminal(), 500);
  const drawer = drawerOf(opened);
  const sold = sale(drawer, 2);
  const moved = movement(drawer, 'pay_out', 20);
  const back = refund(drawer, sold);
  const closed = closing(drawer, 510);
  expect(await hand(opened)).toMatchObject({
    accepted: 1,
    results: [{ result: 'accepted', flags: [], cash_session_id: drawer }],
  });
  expect((await sell(sold)).results[0]?.sale).toMatchObject({ flags: [], cash_session_id: drawer });
  const answer = await hand(moved, back, closed);
  expect(answer.results.map(({ result, flags }) => [result, flags])).toEqual(
    [moved, back, closed].map(() => ['accepted', []]),
  );
  expect(answer.results[2]?.report).toMatchObject({
    kind: 'Z',
    number: 1,
    opened_at: opened['occurred_at'],
    closed_at: closed['occurred_at'],
    tenders: [
      { opening: 500, sales: 60, refunds: 30, pay_out: 20, expected: 510, counted: 510, difference: 0 },
    ],
  });
  const again = await hand(opened, moved, back, closed);
  expect(again).toMatchObject({ accepted: 0, duplicates: 4, refused: 0 });
  expect(again.results[3]?.report).toEqual(answer.results[2]?.report);
  await expectExact();
});

test('what the service would have said otherwise is flagged, and the drawer holds what the till says', async () => {
  const till = await terminal();
  const { data: before } = await shop.client.openCashSession({
    body: { terminal_id: till, opening_float: 10 },
  });
  const opened = opening(till, 100);
  const drawer = drawerOf(opened);
  expect((await hand(opened)).results[0]?.flags).toEqual(['closed_before']);
  expect(await reportOf(before.id)).toMatchObject({ kind: 'Z', tenders: [{ expected: 10, counted: null }] });
  const sold = sale(drawer, 1);
  await sell(sold);
  const answer = await hand(
    refund(drawer, sold, { amount: 29.5 }),
    refund(drawer, sold),
    refund(drawer, { client_id: randomUUID() }),
  );
  expect(answer.results.map(({ flags }) => flags)).toEqual([
    ['totals_differ'],
    ['refund_exceeds'],
    ['unknown_sale'],
  ]);
  expect((await reportOf(drawer)).tenders[0]?.expected).toBe(100 + 30 - 29.5 - 30 - 30);
  // Kept for whoever manages the shop, once however often it comes.
  await hand(opened);
  const { data: flagged, meta } = await shop.client.listDrawerFlags({
    params: { id: drawer },
    query: { sort: 'recorded_at' },
  });
  expect(flagged.map(({ kind, flags, amount }) => [kind, flags, amount]).sort()).toEqual([
    ['opening', ['closed_before'], 100],
    ['refund', ['refund_exceeds'], 30],
    ['refund', ['totals_differ'], 29.5],
    ['refund', ['unknown_sale'], 30],
  ]);
  expect([meta.total, flagged[0]?.client_id]).toEqual([4, opened.client_id]);
  const sessions = async (query: object) =>
    (await shop.client.listCashSessions({ query: { terminal_id: till, ...query } })).data.map(({ id }) => id);
  expect(await sessions({ flagged: true })).toEqual([drawer]);
  expect(await sessions({ flagged: false })).toEqual([before.id]);
  expect(await sessions({ flagged_since: ago(1) })).toEqual([drawer]);
  expect(await sessions({ flagged_since: ago(-1) })).toEqual([]);
  await hand(closing(drawer, 40.5));
  const late = await hand(movement(drawer, 'drop', 5), refund(drawer, { client_id: randomUUID() }));
  expect(late.results.map(({ flags }) => flags)).toEqual([
    ['closed_session'],
    ['closed_session', 'unknown_sale'],
  ]);
  const clerk = (await shop.client.createStaff({ body: { name: 'Musa', permissions: ['sell'] } })).data.id;
  const next = await hand(opening(till, 0, { staff_id: clerk, occurred_at: ago(60 * 24 * 40) }));
  expect(next.results[0]?.flags).toEqual(['clock_skew', 'permission']);
  expect((await reportOf(next.results[0]?.cash_session_id ?? '')).late.tenders).toEqual([
    { tender: 'cash', amount: -35 },
  ]);
  await expectExact();
});

test('no clock is so wrong that what happened at a drawer is refused', async () => {
  for (const year of ['0001', '1969', '2200', '9999']) {
    const opened = opening(await terminal(), 5, { occurred_at: `${year}-06-01T08:00:00Z` });
    const moved = { ...movement(drawerOf(opened), 'drop', 5), occurred_at: `${year}-06-01T09:00:00Z` };
    const closed = { ...closing(drawerOf(opened), 0), occurred_at: `${year}-06-01T10:00:00Z` };
    const { results } = await hand(opened, moved, closed);
    expect(
      results.map(({ result, flags }) => [result, flags]),
      year,
    ).toEqual([1, 2, 3].map(() => ['accepted', ['clock_skew']]));
    const { data } = await shop.client.getCashSession({ params: { id: drawerOf(opened) } });
    expect(Math.abs(Date.parse(data.opened_at) - Date.parse(ago(0)))).toBeLessThan(60_000);
  }
  await expectExact();
});

test('what cannot be written as it is is refused by itself, and says why', async () => {
  const opened = opening(await terminal(), 5);
  const drawer = drawerOf(opened);
  const first = closing(drawer, 5);
  const answer = await hand(
    opened,
    { ...opened, opening_float: 6 },
    { client_id: randomUUID(), kind: 'party' },
    movement('csh_00000000000000000000000000', 'drop', 5),
    first,
    closing(drawer, 6),
  );
  expect(answer.results.map(({ result, error }) => error?.code ?? result)).toEqual([
    'accepted',
    'IDEMPOTENCY_KEY_REUSED',
    'VALIDATION_ERROR',
    'CASH_SESSION_NOT_FOUND',
    'accepted',
    'CASH_SESSION_CLOSED',
  ]);
});

test('a key hands in only what it may do itself', async () => {
  const key = await service.key(shop.id, { scopes: ['sales:write', 'cash:write'] });
  const client = createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 });
  const opened = opening(await terminal(), 5);
  expect((await client.syncDrawers({ body: { entries: [opened] } })).data.accepted).toBe(1);
  const back = refund(drawerOf(opened), { client_id: randomUUID() });
  await expect(client.syncDrawers({ body: { entries: [back] } })).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    details: { scope: 'refunds:write' },
  });
});

/** A day at one till by chance, in the order in which it happened, and what its drawer must hold in the end. */
function randomDay(chance: Chance, till: string) {
  const opened = opening(till, chance.between(0, 500));
  const drawer = drawerOf(opened);
  let holds = Number(opened['opening_float']);
  const acts: Entry[] = [opened];
  const sold: { readonly entry: Entry; left: number }[] = [];
  for (let count = chance.between(1, 8); count > 0; count -= 1) {
    const what = chance.pick(['sale', 'sale', 'pay_in', 'pay_out', 'drop', 'no_sale', 'refund'] as const);
    if (what === 'sale') {
      const quantity = chance.between(1, 4);
      const entry = sale(drawer, quantity);
      sold.push({ entry, left: quantity });
      acts.push(entry);
      holds += 30 * quantity;
    } else if (what === 'refund') {
      // Of one that has nothing left, too: cash went out nevertheless.
      const of = sold.length > 0 ? chance.pick(sold) : { entry: { client_id: randomUUID() }, left: 0 };
      acts.push(refund(drawer, of.entry));
      holds -= 30;
    } else {
      const amount = chance.between(1, 50);
      acts.push(movement(drawer, what, amount));
      if (what !== 'no_sale') holds += what === 'pay_in' ? amount : -amount;
    }
  }
  return { drawer, holds, acts: [...acts, closing(drawer, Math.max(0, holds))] };
}

test(
  `whatever is sent twice, at once or in pieces, each day's Z report is what was in the drawer (seed ${seed})`,
  { timeout: figure(120_000, 1_800_000) },
  async () => {
    const chance = createChance(seed);
    const isSale = (act: Entry): boolean => !('kind' in act);
    const send = async (act: Entry): Promise<void> => {
      const sendOnce = () => (isSale(act) ? sell(act) : hand(act));
      const copies = Array.from({ length: chance.happens(0.4) ? chance.between(2, 4) : 1 }, sendOnce);
      const answers = await Promise.all(copies);
      expect(answers.map(({ accepted }) => accepted).reduce((sum, one) => sum + one)).toBe(1);
    };
    const tills = await Promise.all(Array.from({ length: 4 }, terminal));
    await Promise.all(
      tills.map(async (till) => {
        for (let day = 1; day <= figure(4, 60); day += 1) {
          const { drawer, holds, acts } = randomDay(chance, till);
          for (const [at, act] of acts.entries()) {
            await send(act);
            // As after a restore: all of it is offered again, in its order.
            if (chance.happens(0.08))
              for (const one of acts.slice(0, at + 1))
                expect((await (isSale(one) ? sell(one) : hand(one))).duplicates).toBe(1);
          }
          const report = await reportOf(drawer);
          expect([report.number, report.tenders.find(({ tender }) => tender === 'cash')?.expected]).toEqual([
            day,
            holds,
          ]);
        }
      }),
    );
    await expectExact();
  },
);
