import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSnapshot } from '../../../store/index.ts';
import { verifyEvents } from '../index.ts';
import { openWaitlistRounds } from './serve-waitlists.ts';
import { sale, type Sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(async () => {
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verifyEvents)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const order = async (on: Sale, quantity = 1) =>
  (
    await shop.client.createTicketOrder({
      params: { id: on.eventId },
      body: { items: [{ ticket_type_id: on.typeId, quantity }] },
    })
  ).data;
const join = async (on: Sale, phone: string, quantity = 1) =>
  (
    await shop.client.joinWaitlist({
      params: { id: on.eventId },
      body: { ticket_type_id: on.typeId, phone, quantity, name: 'Isatu Sesay' },
    })
  ).data;
const list = async ({ eventId }: Sale) => (await shop.client.listWaitlist({ params: { id: eventId } })).data;
const statuses = async (on: Sale) => (await list(on)).map(({ status }) => status);

/** So many more want what the first of the list wants. */
const multiply = ({ eventId }: Sale, times: number): Promise<unknown> =>
  service.query(
    `INSERT INTO waitlist_entries (merchant_id, livemode, event_id, id, version, sequence, ticket_type_id, quantity, name, phone, email, status, created_at, updated_at)
     SELECT merchant_id, livemode, event_id, id || nth, 1, 0, ticket_type_id, quantity, name, '+2327656' || (1000 + nth), NULL, 'waiting', created_at, updated_at FROM waitlist_entries, generate_series(1, $2::int) nth WHERE event_id = $1`,
    [eventId, times],
  );
const countOffered = async ({ eventId }: Sale): Promise<number> =>
  (await shop.client.listWaitlist({ params: { id: eventId }, query: { status: 'offered' } })).meta.total;

describe('who waits', () => {
  test('is offered tickets that come free before anybody else can have them, first come first', async () => {
    const jazz = await sale(shop, { quantity_available: 2 });
    const held = await order(jazz, 2);
    await join(jazz, '076 555001');
    await join(jazz, '076 555002');
    await join(jazz, '076 555003');
    await Promise.all([
      shop.client.cancelTicketOrder({ params: { id: held.id } }),
      expect(order(jazz)).rejects.toMatchObject({ code: 'SOLD_OUT' }),
    ]);
    expect(await statuses(jazz)).toEqual(['offered', 'offered', 'waiting']);
    const [first] = await list(jazz);
    const { data: offered } = await shop.client.getTicketOrder({ params: { id: first?.order_id ?? '' } });
    expect(offered).toMatchObject({
      status: 'held',
      channel: 'web',
      waitlist_entry_id: first?.id,
      buyer: { name: 'Isatu Sesay', phone: '+23276555001' },
    });
    expect(Date.parse(offered.expires_at ?? '') - Date.parse(offered.created_at)).toBe(1_800_000);
    const [fact] = await service.query(
      `SELECT facts FROM outbox WHERE kind = 'waitlist.offered' AND entity = $1`,
      [first?.id],
    );
    expect(fact?.['facts']).toMatchObject({
      order_id: offered.id,
      phone: '+23276555001',
      sealed: { url: expect.any(String) },
    });

    await shop.client.payTicketOrder({ params: { id: offered.id }, body: { method: 'cash' } });
    expect(await statuses(jazz)).toEqual(['accepted', 'offered', 'waiting']);
    service.advance(1_800_001);
    await service.drain();
    expect(await statuses(jazz)).toEqual(['accepted', 'expired', 'offered']);
  });

  test('is offered what a refund sets free, and what an event that grew has more', async () => {
    const jazz = await sale(shop, { quantity_available: 1 });
    const { data: paid } = await shop.client.createTicketOrder({
      params: { id: jazz.eventId },
      body: { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }], payment: { method: 'cash' } },
    });
    await join(jazz, '076 555001');
    await join(jazz, '076 555002', 2);
    await shop.client.refundTicketOrder({ params: { id: paid.id } });
    expect(await statuses(jazz)).toEqual(['offered', 'waiting']);
    await shop.client.updateTicketType({
      params: { id: jazz.eventId, ttId: jazz.typeId },
      body: { quantity_available: 3 },
    });
    await service.drain();
    expect(await statuses(jazz)).toEqual(['offered', 'offered']);
  });

  test('gets what there is, however many before him wait for more than that', async () => {
    const jazz = await sale(shop, { quantity_available: 4 });
    const [one] = [await order(jazz, 1), await order(jazz, 3)];
    await join(jazz, '076 555001', 4);
    await multiply(jazz, 120);
    const last = await join(jazz, '076 555002', 1);
    await shop.client.cancelTicketOrder({ params: { id: one.id } });
    await service.drain();
    const { data } = await shop.client.listWaitlist({
      params: { id: jazz.eventId },
      query: { status: 'offered' },
    });
    expect(data.map(({ id }) => id)).toEqual([last.id]);
  });

  test('comes before whoever comes now, however many he waits with and however much comes free at once', async () => {
    const jazz = await sale(shop, { quantity_available: 200, event: { max_tickets_per_order: 100 } });
    await order(jazz, 100);
    await order(jazz, 100);
    await join(jazz, '076 555001');
    await multiply(jazz, 199);
    // Nobody swept yet: the holds are over for whoever comes now.
    service.advance(600_001);
    await expect(order(jazz)).rejects.toMatchObject({ code: 'SOLD_OUT' });
    expect(await countOffered(jazz)).toBe(200);
  });

  test('is offered all that an event has grown by, in one turn', async () => {
    const jazz = await sale(shop, { quantity_available: 1 });
    await order(jazz);
    await join(jazz, '076 555001');
    await multiply(jazz, 249);
    const params = { id: jazz.eventId, ttId: jazz.typeId };
    await shop.client.updateTicketType({ params, body: { quantity_available: 241 } });
    const rounds = openWaitlistRounds(service.server.modules.events);
    expect(await rounds()).toBe(240);
    expect(await countOffered(jazz)).toBe(240);
  });

  test('is offered it at once also where a test clock stands, and by that clock', async () => {
    const own = await service.merchant();
    const now = '2026-11-28T08:00:00.000Z';
    await own.client.createTestClock({ body: { now } });
    const jazz = await sale(own, { quantity_available: 1 });
    const body = { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }] };
    await own.client.createTicketOrder({ params: { id: jazz.eventId }, body });
    const waiting = { ticket_type_id: jazz.typeId, phone: '076 555001', name: 'Isatu Sesay' };
    await own.client.joinWaitlist({ params: { id: jazz.eventId }, body: waiting });
    await own.client.updateTicketType({
      params: { id: jazz.eventId, ttId: jazz.typeId },
      body: { quantity_available: 2 },
    });
    await service.drain();
    const [entry] = (await own.client.listWaitlist({ params: { id: jazz.eventId } })).data;
    expect(entry).toMatchObject({ status: 'offered', offered_at: now });
    const { data: offer } = await own.client.getTicketOrder({ params: { id: entry?.order_id ?? '' } });
    expect(offer).toMatchObject({ created_at: now, expires_at: '2026-11-28T08:30:00.000Z' });
  });

  test('is looked after at once where an event, a pool or a type grows or is sold again, and not where it is only told anew', async () => {
    const jazz = await sale(shop, { quantity_available: 5, event: { capacity: 1 } });
    const params = { id: jazz.eventId };
    const pool = { name: 'Terrace', capacity: 1, ticket_type_ids: [jazz.typeId] };
    const poolId = (await shop.client.createPool({ params, body: pool })).data.id;
    const wake = vi.spyOn(service.server.modules.events, 'wake');
    const woken = async (change: Promise<unknown>): Promise<boolean> => {
      wake.mockClear();
      await change;
      return wake.mock.calls.some(([loop]) => loop === 'events.waitlist');
    };
    const { client } = shop;
    const type = { id: jazz.eventId, ttId: jazz.typeId };
    expect(await woken(client.updateEvent({ params, body: { venue: 'Stadium' } }))).toBe(false);
    expect(await woken(client.updateEvent({ params, body: { capacity: 3 } }))).toBe(true);
    expect(await woken(client.updatePool({ params: { ...params, poolId }, body: { capacity: 3 } }))).toBe(
      true,
    );
    expect(await woken(client.updateTicketType({ params: type, body: { status: 'paused' } }))).toBe(true);
    expect(await woken(client.updateTicketType({ params: type, body: { status: 'active' } }))).toBe(true);
    wake.mockRestore();
  });

  test('is served, however many events have free tickets that nobody may have any more', async () => {
    const over = await Promise.all(
      Array.from({ length: 50 }, () =>
        sale(shop, { quantity_available: 1, event: { sales_end: '2030-12-01T00:00:00Z' } }),
      ),
    );
    await Promise.all(over.map((one) => join(one, '076 555001')));
    const ids = over.map(({ eventId }) => eventId);
    await service.query(
      `UPDATE capacity_counters SET sales_end = now() - interval '1 day' WHERE event_id = ANY ($1)`,
      [ids],
    );
    const jazz = await sale(shop, { quantity_available: 1 });
    await join(jazz, '076 555001');
    const rounds = openWaitlistRounds(service.server.modules.events);
    await rounds();
    await rounds();
    expect(await statuses(jazz)).toEqual(['offered']);
  });

  test('waits once, may leave, and can be found by state', async () => {
    const jazz = await sale(shop, { quantity_available: 1 });
    await order(jazz);
    const entry = await join(jazz, '076 555009');
    await expect(join(jazz, '+23276555009')).rejects.toMatchObject({ code: 'ALREADY_ON_WAITLIST' });
    await shop.client.leaveWaitlist({ params: { id: jazz.eventId, entryId: entry.id } });
    await expect(
      shop.client.leaveWaitlist({ params: { id: jazz.eventId, entryId: entry.id } }),
    ).rejects.toMatchObject({ code: 'WAITLIST_ENTRY_NOT_FOUND' });
    await join(jazz, '076 555009');
    expect(
      (await shop.client.listWaitlist({ params: { id: jazz.eventId }, query: { status: 'waiting' } })).data,
    ).toHaveLength(1);
  });

  test('waits no more once the event is cancelled, nor does who comes in that moment', async () => {
    const jazz = await sale(shop, { quantity_available: 1 });
    const held = await order(jazz);
    await join(jazz, '076 555001');
    await multiply(jazz, 600);
    await shop.client.cancelTicketOrder({ params: { id: held.id } });
    const late = Array.from({ length: 20 }, (_, at) =>
      join(jazz, `076 5560${10 + at}`).catch(({ code }: { code: string }) => code),
    );
    const body = { status: 'cancelled' } as const;
    const answers = await Promise.all([
      shop.client.updateEvent({ params: { id: jazz.eventId }, body }),
      ...late,
    ]);
    for (const answer of answers) if (typeof answer === 'string') expect(answer).toBe('EVENT_NOT_PUBLISHED');
    await service.drain();
    expect(
      await service.query(`SELECT DISTINCT status FROM waitlist_entries WHERE event_id = $1`, [jazz.eventId]),
    ).toEqual([{ status: 'expired' }]);
    await expect(join(jazz, '076 555003')).rejects.toMatchObject({ code: 'EVENT_NOT_PUBLISHED' });
  });

  test('stays removed where the order that was on offer is paid all the same', async () => {
    const jazz = await sale(shop, { quantity_available: 1 });
    const held = await order(jazz);
    await join(jazz, '076 555001');
    await shop.client.cancelTicketOrder({ params: { id: held.id } });
    const [offered] = await list(jazz);
    await shop.client.leaveWaitlist({ params: { id: jazz.eventId, entryId: offered?.id ?? '' } });
    const params = { id: offered?.order_id ?? '' };
    await shop.client.payTicketOrder({ params, body: { method: 'cash' } });
    expect((await shop.client.getTicketOrder({ params })).data).toMatchObject({
      status: 'paid',
      waitlist_entry_id: offered?.id,
    });
    expect(await statuses(jazz)).toEqual(['removed']);
  });

  test('is told at once where no order may have as many as he waits for, or as few', async () => {
    const jazz = await sale(shop, { quantity_available: 20, event: { max_tickets_per_order: 4 } });
    await expect(join(jazz, '076 555001', 5)).rejects.toMatchObject({
      code: 'LIMIT_PER_ORDER',
      details: { min: 1, max: 4 },
    });
    await shop.client.updateTicketType({
      params: { id: jazz.eventId, ttId: jazz.typeId },
      body: { min_per_order: 2 },
    });
    await expect(join(jazz, '076 555001')).rejects.toMatchObject({ code: 'LIMIT_PER_ORDER' });
    expect((await join(jazz, '076 555001', 4)).status).toBe('waiting');
  });

  test('needs a way to be told, an event on sale and a type of it', async () => {
    const jazz = await sale(shop);
    const ask = (body: object, id = jazz.eventId) =>
      shop.client.joinWaitlist({ params: { id }, body: { ticket_type_id: jazz.typeId, ...body } });
    await expect(ask({})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(ask({ phone: '12' })).rejects.toMatchObject({ code: 'INVALID_PHONE' });
    await expect(ask({ email: 'isatu@example.sl' }, 'evt_00000000000000000000000000')).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
    });
    await expect(
      ask({ email: 'isatu@example.sl', ticket_type_id: 'tt_00000000000000000000000000' }),
    ).rejects.toMatchObject({ code: 'TICKET_TYPE_NOT_FOUND' });
    const draft = await sale(shop, { event: { status: 'draft' } });
    await expect(
      shop.client.joinWaitlist({
        params: { id: draft.eventId },
        body: { ticket_type_id: draft.typeId, email: 'isatu@example.sl' },
      }),
    ).rejects.toMatchObject({ code: 'EVENT_NOT_PUBLISHED' });
  });
});
