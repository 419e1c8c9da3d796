import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sale, type Sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let jazz: Sale;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  jazz = await sale(shop, { quantity_available: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Body = Parameters<TestMerchant['client']['createTicketOrder']>[0]['body'];

const order = (
  on: Sale,
  quantity: number,
  { item = {}, ...body }: Partial<Body> & { readonly item?: object } = {},
) =>
  shop.client.createTicketOrder({
    params: { id: on.eventId },
    body: { items: [{ ticket_type_id: on.typeId, quantity, ...item }], ...body },
  });
const stock = async ({ eventId }: Sale) =>
  (await shop.client.getEvent({ params: { id: eventId } })).data.ticket_types.map(
    ({ quantity_held, quantity_sold }) => [quantity_held, quantity_sold],
  );

describe('an order is refused', () => {
  test.each([0, -1, 1.5, 101, 1e9, '2', null])('for the quantity %s', async (quantity) => {
    await expect(order(jazz, quantity as number)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('for a phone that does not exist', async () => {
    await expect(order(jazz, 1, { buyer: { phone: '123' } })).rejects.toMatchObject({
      code: 'INVALID_PHONE',
      details: { fields: [{ path: 'buyer.phone' }] },
    });
    await expect(
      order(jazz, 1, { attendees: [{ ticket_type_id: jazz.typeId, phone: '123' }] }),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'attendees[0].phone' }] } });
  });

  test('for a price with more decimals than the currency has', async () => {
    await expect(order(jazz, 1, { item: { unit_price: 150.005 } })).rejects.toMatchObject({
      code: 'AMOUNT_PRECISION',
      details: { fields: [{ path: 'items[0].unit_price' }] },
    });
  });

  test('for an event that is not there, or that another merchant has', async () => {
    const stranger = await service.merchant();
    for (const [client, id] of [
      [shop.client, 'evt_00000000000000000000000000'],
      [stranger.client, jazz.eventId],
    ] as const) {
      await expect(
        client.createTicketOrder({
          params: { id },
          body: { items: [{ ticket_type_id: jazz.typeId, quantity: 1 }] },
        }),
      ).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
    }
  });

  test('for a ticket type of another event', async () => {
    const other = await sale(shop);
    await expect(order({ ...jazz, typeId: other.typeId }, 1)).rejects.toMatchObject({
      code: 'TICKET_TYPE_NOT_FOUND',
    });
  });

  test('before the event is published, and after it is cancelled', async () => {
    const draft = await sale(shop, { event: { status: 'draft' } });
    await expect(order(draft, 1)).rejects.toMatchObject({
      code: 'EVENT_NOT_PUBLISHED',
      details: { status: 'draft' },
    });
  });

  test('outside the time of sale of its event and of its type', async () => {
    const early = await sale(shop, { event: { sales_start: '2029-01-01T00:00:00Z' } });
    await expect(order(early, 1)).rejects.toMatchObject({
      code: 'SALES_NOT_OPEN',
      details: { opens_at: '2029-01-01T00:00:00.000Z' },
    });
    const late = await sale(shop, { event: { sales_end: '2020-01-01T00:00:00Z' } });
    await expect(order(late, 1)).rejects.toMatchObject({ code: 'SALES_CLOSED' });
  });

  test('for a type whose sale is paused, not for one that is only hidden', async () => {
    const one = await sale(shop);
    await shop.client.updateTicketType({
      params: { id: one.eventId, ttId: one.typeId },
      body: { status: 'paused' },
    });
    await expect(order(one, 1)).rejects.toMatchObject({
      code: 'SALES_CLOSED',
      details: { ticket_type_id: one.typeId },
    });
    await shop.client.updateTicketType({
      params: { id: one.eventId, ttId: one.typeId },
      body: { status: 'hidden' },
    });
    expect((await order(one, 1)).data.status).toBe('held');
  });

  test('when fewer are left, and then none; nothing of it is held', async () => {
    await order(jazz, 2);
    await expect(order(jazz, 2)).rejects.toMatchObject({
      code: 'INSUFFICIENT_QUANTITY',
      details: { ticket_type_id: jazz.typeId, remaining: 1 },
    });
    await order(jazz, 1);
    await expect(order(jazz, 1)).rejects.toMatchObject({
      code: 'SOLD_OUT',
      details: { ticket_type_id: jazz.typeId, remaining: 0 },
    });
    expect(await stock(jazz)).toEqual([[3, 0]]);
  });

  test('alike to all who send it at the same moment with one key, for nothing is under way then', async () => {
    const one = await sale(shop, { quantity_available: 3 });
    await order(one, 3);
    const refused = (quantity: number, idempotencyKey: string) =>
      shop.client
        .createTicketOrder({
          params: { id: one.eventId },
          body: { items: [{ ticket_type_id: one.typeId, quantity }] },
          idempotencyKey,
        })
        .then(
          () => 'held',
          ({ code }: { readonly code: string }) => code,
        );
    const key = randomUUID();
    const asked = [2, 2, 2, 2, 1, 2].map((quantity) => refused(quantity, key));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, () => 'SOLD_OUT'));
    await shop.client.updateTicketType({
      params: { id: one.eventId, ttId: one.typeId },
      body: { quantity_available: 5 },
    });
    expect(await Promise.all([2, 2, 2].map((quantity) => refused(quantity, key)))).toEqual([
      'held',
      'held',
      'held',
    ]);
    expect(await stock(one)).toEqual([[5, 0]]);
  });

  test('when the whole event or a pool has no more, whatever the type has', async () => {
    const small = await sale(shop, { event: { capacity: 2 } });
    await order(small, 2);
    await expect(order(small, 1)).rejects.toMatchObject({ code: 'SOLD_OUT' });
  });

  test('at another price than the buyer saw', async () => {
    const one = await sale(shop);
    await shop.client.updateTicketType({
      params: { id: one.eventId, ttId: one.typeId },
      body: { price: 180 },
    });
    await expect(order(one, 1, { item: { unit_price: 150 } })).rejects.toMatchObject({
      code: 'PRICE_CHANGED',
      details: { price: 180, expected: 150 },
    });
    await expect(order(one, 2, { expected_total: 300 })).rejects.toMatchObject({
      code: 'PRICE_CHANGED',
      details: { price: 360, expected: 300 },
    });
    expect((await order(one, 2, { expected_total: '360.00' })).data.total).toBe(360);
  });

  test('for more than one order may have, items of one type counted together', async () => {
    const one = await sale(shop);
    await expect(order(one, 11)).rejects.toMatchObject({
      code: 'LIMIT_PER_ORDER',
      details: { min: 1, max: 10 },
    });
    const items = Array.from({ length: 6 }, () => ({ ticket_type_id: one.typeId, quantity: 2 }));
    await expect(
      shop.client.createTicketOrder({ params: { id: one.eventId }, body: { items } }),
    ).rejects.toMatchObject({ code: 'LIMIT_PER_ORDER' });
  });

  test('for attendees without a ticket', async () => {
    const one = await sale(shop);
    await expect(
      order(one, 1, { attendees: [{ ticket_type_id: one.typeId }, { ticket_type_id: one.typeId }] }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('a page with a public key', () => {
  test('holds, changes, reads and gives back its own order, with its client_secret only', async () => {
    const one = await sale(shop);
    const key = await service.key(shop.id, { kind: 'public', scopes: [] });
    const ask = async (
      method: string,
      path: string,
      {
        headers = {},
        ...body
      }: { readonly headers?: Record<string, string>; readonly [field: string]: unknown } = {},
    ) => {
      const sends = method !== 'GET';
      const response = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(sends ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(sends ? { body: JSON.stringify(body) } : {}),
      });
      return (await response.json()) as {
        data?: { id: string; client_secret: string; status: string; channel: string; total: number };
        error?: { code: string };
      };
    };
    const made = await ask('POST', `/public/events/${one.eventId}/orders`, {
      items: [{ ticket_type_id: one.typeId, quantity: 1 }],
    });
    const { id = '', client_secret = '' } = made.data ?? {};
    expect(made.data).toMatchObject({ status: 'held', channel: 'web' });
    expect((await ask('GET', `/public/ticket-orders/${id}`)).error?.code).toBe('ORDER_NOT_FOUND');
    expect(
      (await ask('GET', `/public/ticket-orders/${id}?client_secret=${client_secret}x`)).error?.code,
    ).toBe('ORDER_NOT_FOUND');
    expect(
      (await ask('GET', `/public/ticket-orders/${id}?client_secret=${client_secret}`)).data?.status,
    ).toBe('held');
    expect(
      (await ask('GET', `/public/ticket-orders/${id}`, { headers: { 'x-client-secret': client_secret } }))
        .data?.status,
    ).toBe('held');
    expect(
      (
        await ask('PATCH', `/public/ticket-orders/${id}`, {
          client_secret,
          items: [{ ticket_type_id: one.typeId, quantity: 2 }],
        })
      ).data?.total,
    ).toBe(300);
    expect((await ask('PATCH', `/public/ticket-orders/${id}`, { client_secret })).error?.code).toBe(
      'VALIDATION_ERROR',
    );
    expect(
      (await ask('POST', `/public/ticket-orders/${id}/pay`, { client_secret, method: 'cash' })).error?.code,
    ).toBe('VALIDATION_ERROR');
    expect((await ask('POST', `/public/ticket-orders/${id}/cancel`, { client_secret })).data?.status).toBe(
      'cancelled',
    );
    expect((await ask('GET', `/ticket-orders/${id}`)).error?.code).toBe('PUBLIC_KEY_NOT_ALLOWED');
    expect(
      (
        await ask('POST', `/public/events/${one.eventId}/orders`, {
          items: [{ ticket_type_id: one.typeId, quantity: 1 }],
          payment: { method: 'cash' },
        })
      ).error?.code,
    ).toBe('VALIDATION_ERROR');
  });

  test('sells on the web alone, and never at the door', async () => {
    const { eventId, typeId } = await sale(shop);
    const key = await service.key(shop.id, { kind: 'public', scopes: [] });
    const ask = async (more: object): Promise<unknown> => {
      const answer = await fetch(`${service.baseUrl}/public/events/${eventId}/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items: [{ ticket_type_id: typeId, quantity: 1 }], ...more }),
      });
      return answer.json();
    };
    for (const channel of ['door', 'pos', 'api'])
      expect(await ask({ channel })).toMatchObject({
        error: { code: 'VALIDATION_ERROR', details: { fields: [{ path: 'channel' }] } },
      });
    for (const more of [{ channel: 'web' }, {}])
      expect(await ask(more)).toMatchObject({ data: { channel: 'web' } });
  });

  test('holds no more than 30 orders a minute from one address', async () => {
    const one = await sale(shop);
    const key = await service.key(shop.id, { kind: 'public', scopes: [] });
    const ask = () =>
      fetch(`${service.baseUrl}/public/events/${one.eventId}/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items: [{ ticket_type_id: one.typeId, quantity: 1 }] }),
      });
    const seen = [];
    for (let asked = 0; asked < 31; asked += 1) seen.push((await ask()).status);
    expect(seen.at(-1)).toBe(429);
  });
});
