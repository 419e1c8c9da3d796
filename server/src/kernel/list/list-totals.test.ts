import { afterAll, beforeAll, expect, test } from 'vitest';
import { sale } from '../../../test/kit/sale.ts';
import { createChance, seed } from '../../../test/kit/seed.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { readSnapshot, runChecks } from '../../store/index.ts';
import { foldListTotals, keptTotalChecks } from './list-totals.queries.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async (): Promise<readonly unknown[]> =>
  readSnapshot(service.server.runtime.ownerConnection, (runner) => runChecks(runner, keptTotalChecks()));
const fold = (rowsMax = 1_000): Promise<number> =>
  foldListTotals(service.server.runtime.context.store.system, rowsMax);

test(`while customers come and go and totals are added up, every page tells how many there are (seed ${seed})`, async () => {
  const chance = createChance(seed);
  let certain = 0;
  const theirs: string[] = [];
  const write = async (): Promise<void> => {
    for (let at = 0; at < 40; at += 1) {
      const gone = chance.happens(0.3) ? theirs.pop() : undefined;
      if (gone !== undefined) {
        await shop.client.deleteCustomer({ params: { id: gone } });
        certain -= 1;
        continue;
      }
      const { data } = await shop.client.createCustomer({ body: { name: `Customer ${at}` } });
      certain += 1;
      theirs.push(data.id);
    }
  };
  let isOver = false;
  const read = async (): Promise<void> => {
    while (!isOver) {
      const [row] = await service.query(
        `SELECT (SELECT count(*)::int FROM customers WHERE deleted_at IS NULL) AS there,
           ((SELECT coalesce(sum(rows), 0) FROM list_totals WHERE list = 'customers') + (SELECT coalesce(sum(rows), 0) FROM list_deltas WHERE list = 'customers'))::int AS kept`,
      );
      expect(row?.['kept']).toBe(row?.['there']);
    }
  };
  const add = async (): Promise<void> => {
    while (!isOver) await fold(3);
  };
  const others = [read(), add(), add()];
  await Promise.all([write(), write(), write(), write()]);
  isOver = true;
  await Promise.all(others);
  const listed = [
    await shop.client.listCustomers(),
    await shop.client.listCustomers({ query: { page: 2, limit: 7, sort: 'name' } }),
    await shop.client.listCustomers({ query: { created_from: '2000-01-01T00:00:00Z' } }),
  ];
  expect(listed.map(({ meta }) => meta.total)).toEqual([certain, certain, certain]);
  expect(await broken()).toEqual([]);
});

test('what was added up is added up once', async () => {
  await shop.client.createPaymentLink({ body: { amount: 5, title: 'Soap' } });
  while ((await fold()) > 0);
  expect(await fold()).toBe(0);
  expect(await service.query('SELECT * FROM list_deltas')).toEqual([]);
  expect((await shop.client.listPaymentLinks()).meta.total).toBe(1);
  expect((await shop.client.listPaymentLinks({ query: { q: 'Rice' } })).meta.total).toBe(0);
});

test('the tickets of one event are not those of another, and both modes are counted apart', async () => {
  const sell = async (quantity: number): Promise<string> => {
    const { eventId, typeId } = await sale(shop);
    const items = [{ ticket_type_id: typeId, quantity }];
    const body = { items, payment: { method: 'cash' } } as const;
    await shop.client.createTicketOrder({ params: { id: eventId }, body });
    return eventId;
  };
  const [three, five] = [await sell(3), await sell(5)];
  const live = await service.merchant({ livemode: true });
  const totalOf = async (id: string, query: object = {}): Promise<number> =>
    (await shop.client.listTickets({ params: { id }, query })).meta.total;
  expect([await totalOf(three), await totalOf(five)]).toEqual([3, 5]);
  expect([await totalOf(five, { q: 'nobody' }), await totalOf(five, { limit: 2, page: 2 })]).toEqual([0, 5]);
  expect((await shop.client.listAllTicketOrders()).meta.total).toBe(2);
  expect((await live.client.listAllTicketOrders()).meta.total).toBe(0);
  await fold();
  expect([await totalOf(three), await totalOf(five)]).toEqual([3, 5]);
  expect(await broken()).toEqual([]);
});

test('a total that says something else is told', async () => {
  await fold();
  await service.query(
    `UPDATE list_totals SET rows = rows + 2 WHERE merchant_id = '${shop.id}' AND list = 'payment_links'`,
  );
  expect(await broken()).toEqual([
    {
      check: 'verify.listTotal.payment_links',
      count: 1,
      examples: [`the list of payment_links of ${shop.id} (test) says 3, there are 1`],
    },
  ]);
  await service.query(
    `UPDATE list_totals SET rows = rows - 2 WHERE merchant_id = '${shop.id}' AND list = 'payment_links'`,
  );
  await service.query(`INSERT INTO list_deltas VALUES ('${shop.id}', false, 'sales', '', 1, 1)`);
  expect(await broken()).toMatchObject([{ check: 'verify.listTotal.sales' }]);
});
