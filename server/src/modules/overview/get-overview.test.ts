import { randomUUID } from 'node:crypto';
import type { Need, NeedKind, Overview } from '@cottontree/contract';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobIn } from '../../../test/kit/job-in.ts';
import { shelve } from '../../../test/kit/stock.ts';
import { sale } from '../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

const DAY_MS = 86_400_000;
let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  shop = await service.merchant();
});

const overview = async (days?: 7 | 30 | 90, { client } = shop): Promise<Overview> =>
  (await client.getOverview({ query: days === undefined ? {} : { days } })).data;
const needOf = ({ needs }: Overview, kind: NeedKind): Need | undefined =>
  needs.find((need) => need.kind === kind);
const sell = async (amount: number): Promise<string> =>
  (
    await shop.client.createSale({
      body: {
        items: [{ custom_name: 'Rice', unit_price: amount, quantity: 1 }],
        payments: [{ channel: 'cash', amount }],
      },
    })
  ).data.id;
const listed = async ({ list }: Need): Promise<number> =>
  (
    await (shop.client as unknown as Record<string, (input: object) => Promise<{ meta: { total: number } }>>)[
      list.operation
    ]?.({ query: list.query })
  )?.meta.total ?? -1;

describe('an overview', () => {
  test('of a new merchant is empty, and says what there is to do', async () => {
    const { money_in: money, needs, today, checklist } = await overview();
    expect(money).toMatchObject({ today: 0, total: 0, previous_total: 0, total_change: 0, exact: null });
    expect(money?.by_day).toHaveLength(30);
    expect(money?.by_day.at(-1)).toEqual({ date: money?.to, total: 0, amounts: [0, 0, 0, 0, 0, 0] });
    expect(money?.sources.map(({ source }) => source)).toEqual([
      'till',
      'tickets',
      'invoices',
      'links',
      'deliveries',
      'payments',
    ]);
    expect(needs).toEqual([]);
    expect(today).toMatchObject({
      deliveries: { in_motion: 0, delivered: 0 },
      events: [],
      till: { sales: 0, total: 0, tenders: [] },
      invoices: { open: 0, due: 0 },
      webhooks: { answered: 0, waiting: 0, duration_p50_ms: null },
    });
    expect(today.webhooks?.hours).toHaveLength(24);
    expect(checklist).toMatchObject({ of: 10 });
    expect(checklist.steps.filter(({ done }) => done).map(({ step }) => step)).toEqual(
      checklist.done === 1 ? ['key_used'] : [],
    );
  });

  test('ticks off what is done, and what proves it', async () => {
    const { data: address } = await shop.client.saveAddress({
      body: { address: '14 Siaka Stevens Street', city: 'Kissy', type: 'pickup', is_default: true },
    });
    const saleId = await sell(20);
    const { steps } = (await overview()).checklist;
    expect(steps.find(({ step }) => step === 'pickup_address')).toMatchObject({
      done: true,
      proof: { id: address.id },
    });
    expect(steps.find(({ step }) => step === 'first_sale')).toMatchObject({
      done: true,
      proof: { id: saleId },
    });
    expect(steps.find(({ step }) => step === 'first_delivery')).toMatchObject({ done: false, proof: null });
  });

  test('adds money up by day and source, less what went back, beside what came before', async () => {
    await sell(100);
    service.advance(7 * DAY_MS);
    const back = await sell(30);
    await sell(40);
    await shop.client.voidSale({ params: { id: back }, body: { reason: 'Wrong' } });
    const jazz = await sale(shop, { price: 150 });
    await shop.client.createTicketOrder({
      params: { id: jazz.eventId },
      body: { items: [{ ticket_type_id: jazz.typeId, quantity: 2 }], payment: { method: 'cash' } },
    });
    await jobIn(shop.client, 'delivered', { cod_amount: 55.5 });
    await service.drain();
    const { money_in: money, today } = await overview(7);
    expect(money).toMatchObject({
      today: 395.5,
      compared: 100,
      compared_change: 295.5,
      total: 395.5,
      previous_total: 100,
      total_change: 295.5,
    });
    expect(Object.fromEntries(money?.sources.map(({ source, today: sum }) => [source, sum]) ?? [])).toEqual({
      till: 40,
      tickets: 300,
      invoices: 0,
      links: 0,
      deliveries: 55.5,
      payments: 0,
    });
    expect(money?.by_day.at(-1)).toMatchObject({ total: 395.5, amounts: [40, 300, 0, 0, 55.5, 0] });
    expect(money?.by_day).toHaveLength(7);
    expect(today.till).toMatchObject({
      sales: 1,
      total: 40,
      tenders: [{ channel: 'cash', amount: 40, percent: 100 }],
    });
    expect(today.deliveries).toMatchObject({ delivered: 1, in_motion: 0 });
    expect(today.events).toMatchObject([
      { id: jazz.eventId, sold: 2, capacity: 100, sold_percent: 2, ticket_types: [{ name: 'VIP', sold: 2 }] },
    ]);
    expect((await overview(30)).money_in).toMatchObject({ total: 495.5, previous_total: 0 });
  });

  test('tells what needs somebody, with the list that shows it', async () => {
    const late = await jobIn(shop.client, 'in_transit');
    const lost = await jobIn(shop.client, 'failed', { undeliverable_action: 'hold' });
    const { data: invoice } = await shop.client.createInvoice({
      body: {
        customer: { name: 'Sewa Grill' },
        items: [{ description: 'Posters', quantity: 1, unit_price: 120 }],
        due_days: 3,
      },
    });
    await shop.client.finalizeInvoice({ params: { id: invoice.id } });
    const { data: drawer } = await shop.client.openCashSession({ body: { opening_float: 100 } });
    await shop.client.closeCashSession({
      params: { id: drawer.id },
      body: { counted: [{ tender: 'cash', amount: 65 }] },
    });
    await shop.client.syncDrawers({
      body: {
        entries: [
          {
            client_id: randomUUID(),
            kind: 'movement',
            cash_session_id: drawer.id,
            type: 'pay_in',
            amount: 5,
            reason: 'Change',
            occurred_at: new Date(
              service.server.runtime.context.world.now().getTime() - 60_000,
            ).toISOString(),
          },
        ],
      },
    });
    const rice = { name: 'Rice 25 kg', price: 9, track_inventory: true, low_stock_threshold: 3 };
    const product = await shelve(shop, 2, rice);
    service.advance(5 * DAY_MS);
    const told = await overview();
    expect(needOf(told, 'deliveries_late')).toMatchObject({
      tone: 'bad',
      count: 1,
      amount: null,
      first: { id: late.params.jobNumber, detail: 'Lumley', days: 4 },
    });
    expect(needOf(told, 'deliveries_failed')).toMatchObject({ first: { id: lost.params.jobNumber } });
    expect(needOf(told, 'invoices_overdue')).toMatchObject({
      count: 1,
      amount: 120,
      first: { id: invoice.id, detail: 'Sewa Grill', days: 1 },
    });
    expect(needOf(told, 'cash_differs')).toMatchObject({ count: 1, amount: -35, first: { days: 5 } });
    expect(needOf(told, 'drawers_flagged')).toMatchObject({
      count: 1,
      tone: 'wait',
      first: { id: drawer.id },
    });
    expect(needOf(told, 'stock_low')).toMatchObject({ count: 1, names: ['Rice 25 kg'] });
    expect(told.needs.map(({ kind }) => kind)).toEqual([
      'deliveries_late',
      'invoices_overdue',
      'deliveries_failed',
      'cash_differs',
      'drawers_flagged',
      'stock_low',
    ]);
    for (const need of told.needs) expect([need.kind, await listed(need)]).toEqual([need.kind, need.count]);
    expect(told.today).toMatchObject({
      deliveries: {
        in_transit: 1,
        in_motion: 1,
        late: 1,
        late_by_status: { pending: 0, assigned: 0, picked_up: 0, in_transit: 1 },
        failed: 0,
      },
      invoices: { open: 1, due: 120, overdue: 1, overdue_amount: 120, soon_amount: 0, later_amount: 0 },
    });
    expect(product.productId).toMatch(/^prod_/);
  });

  test('counts short stock as its lists do, wherever it lies', async () => {
    const { data: kiosk } = await shop.client.createLocation({ body: { name: 'Kiosk', code: 'KSK' } });
    const short = { track_inventory: true, low_stock_threshold: 3, allow_negative_stock: true };
    await shelve(shop, 0, { ...short, name: 'Never there' });
    await shelve(shop, 50, { ...short, name: 'Plenty' });
    const bag = await shelve(shop, 3, { ...short, name: 'Few' });
    await shelve(shop, 2, { ...short, name: 'Few at the kiosk', locationId: kiosk.id });
    await shelve(shop, 1, { ...short, name: 'Off sale', is_active: false });
    await shelve(shop, 1, { track_inventory: true, name: 'Watched by nobody' });
    await service.query('UPDATE stock_levels SET on_hand = -1 WHERE merchant_id = $1 AND variant_id = $2', [
      shop.id,
      bag.variantId,
    ]);
    const told = await overview();
    expect(needOf(told, 'stock_oversold')).toMatchObject({
      count: 1,
      names: ['Few'],
      first: { id: bag.variantId },
    });
    const low = needOf(told, 'stock_low');
    const { data: levels } = await shop.client.listLowStock({ query: {} });
    expect(low?.count).toBe(levels.length);
    expect(low?.count).toBe(4);
    expect(low?.names).toEqual(levels.slice(0, 3).map(({ name }) => name));
  });

  test('tells of webhooks that fail and what waits behind them', async () => {
    const { data: endpoint } = await shop.client.createWebhook({
      body: { url: 'http://127.0.0.1:65534/hook', description: 'Web shop', events: ['*'] },
    });
    await service.query(`UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1`, [endpoint.id]);
    await service.query(
      `INSERT INTO webhook_queue (delivery_id, merchant_id, livemode, endpoint_id, message_id, created_at, lane, state, run_at, trigger) SELECT 'wd_' || n, $1, false, $2, 'msg', now(), 1, 0, now() + interval '1 hour', 'auto' FROM generate_series(1, 3) n`,
      [shop.id, endpoint.id],
    );
    const told = await overview();
    expect(needOf(told, 'webhooks_failing')).toMatchObject({
      count: 1,
      waiting: 3,
      first: { id: endpoint.id, label: 'Web shop' },
    });
    expect(told.today.webhooks).toMatchObject({ waiting: 3 });
    await service.query('DELETE FROM webhook_queue WHERE endpoint_id = $1', [endpoint.id]);
    expect(needOf(await overview(), 'webhooks_failing')).toMatchObject({ count: 1, waiting: 0 });
    await service.query(`UPDATE webhook_endpoints SET status = 'auto_disabled' WHERE id = $1`, [endpoint.id]);
    expect(needOf(await overview(), 'webhooks_disabled')).toMatchObject({ tone: 'bad', count: 1 });
  });

  test('of somebody else knows nothing of it', async () => {
    await sell(100);
    const other = await service.merchant();
    expect((await overview(7, other)).money_in).toMatchObject({ total: 0 });
    const live = await service.key(shop.id, { livemode: true });
    const client = createClient({ baseUrl: service.baseUrl, apiKey: live, retries: 0 });
    expect((await client.getOverview()).data).toMatchObject({ livemode: true, money_in: { total: 0 } });
  });

  test('leaves out what the caller may not read', async () => {
    await sell(100);
    await jobIn(shop.client, 'delivered', { cod_amount: 55.5 });
    const as = async (...scopes: string[]) => {
      const key = await service.key(shop.id, { scopes: scopes as never });
      return (await createClient({ baseUrl: service.baseUrl, apiKey: key, retries: 0 }).getOverview()).data;
    };
    expect(await as('reports:read')).toMatchObject({
      money_in: null,
      needs: [],
      today: { deliveries: null, events: null, till: null, invoices: null, webhooks: null },
      checklist: { done: 0, of: 0 },
    });
    const courier = await as('reports:read', 'shipping:read');
    expect(courier.money_in).toMatchObject({ today: 55.5, sources: [{ source: 'deliveries' }] });
    expect(courier.today).toMatchObject({ deliveries: { delivered: 1 }, till: null });
    expect((await as('reports:read', 'payments:read')).money_in).toMatchObject({ today: 100 });
  });
});
