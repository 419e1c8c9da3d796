import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSnapshot } from '../../../store/index.ts';
import { verifyEvents } from '../index.ts';
import { sale, type Sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verifyEvents)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

type Body = Parameters<TestMerchant['client']['createTicketOrder']>[0]['body'];

const of = ({ typeId }: Sale, quantity: number, more: object = {}) => ({
  ticket_type_id: typeId,
  quantity,
  ...more,
});
const order = async (on: Sale, quantity: number, body: Partial<Body> = {}) =>
  (
    await shop.client.createTicketOrder({
      params: { id: on.eventId },
      body: { items: [of(on, quantity)], ...body },
    })
  ).data;
const stock = async ({ eventId }: Sale) => {
  const [type] = (await shop.client.getEvent({ params: { id: eventId } })).data.ticket_types;
  return [type?.quantity_held, type?.quantity_sold];
};
const read = async (id: string) => (await shop.client.getTicketOrder({ params: { id } })).data;
const told = async (id: string) =>
  (await service.query('SELECT kind, sequence FROM outbox WHERE entity = $1 ORDER BY sequence', [id])).map(
    ({ kind }) => kind,
  );

describe('an order', () => {
  test('holds its tickets for the minutes of the event', async () => {
    const jazz = await sale(shop, { quantity_available: 10 });
    const held = await order(jazz, 2, { buyer: { name: 'Fatmata Koroma', phone: '078 234567' } });
    expect(held).toMatchObject({
      status: 'held',
      total: 300,
      subtotal: 300,
      discount: 0,
      fees: 0,
      tax: 0,
      buyer: { phone: '+23278234567' },
      tickets: [],
      tickets_url: null,
      payment: null,
      channel: 'api',
    });
    expect(Date.parse(held.expires_at ?? '') - Date.parse(held.created_at)).toBe(600_000);
    expect(held.client_secret).toMatch(new RegExp(`^${held.id}_secret_[\\w-]{22}$`));
    expect(await stock(jazz)).toEqual([2, 0]);
    expect(await read(held.id)).toEqual({ ...held, client_secret: null });
    expect(await told(held.id)).toEqual(['ticket_order.held']);
  });

  test('counts items of one type together, and keeps what a donor gives apart', async () => {
    const gala = await sale(shop, { kind: 'donation', price: 50, min_price: 20 });
    const { data } = await shop.client.createTicketOrder({
      params: { id: gala.eventId },
      body: { items: [of(gala, 1), of(gala, 2, { unit_price: '75.50' }), of(gala, 1)] },
    });
    expect(data.items.map(({ quantity, unit_price, total }) => [quantity, unit_price, total])).toEqual([
      [2, 50, 100],
      [2, 75.5, 151],
    ]);
    await expect(
      shop.client.createTicketOrder({
        params: { id: gala.eventId },
        body: { items: [of(gala, 6), of(gala, 5, { unit_price: 60 })] },
      }),
    ).rejects.toMatchObject({ code: 'LIMIT_PER_ORDER', details: { max: 10 } });
    await expect(
      shop.client.createTicketOrder({
        params: { id: gala.eventId },
        body: { items: [of(gala, 1, { unit_price: 19.99 })] },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('takes the least that a donor may give where less is proposed', async () => {
    const gala = await sale(shop, { kind: 'donation', price: 0, min_price: 20 });
    expect(await order(gala, 2)).toMatchObject({ total: 40, items: [{ unit_price: 20 }] });
  });

  test('at the box office is sold and issued in one step', async () => {
    const jazz = await sale(shop, { quantity_available: 3 });
    const paid = await order(jazz, 2, {
      payment: { method: 'cash', reference: 'TILL-7' },
      buyer: { name: 'Sorie Kanu' },
      channel: 'door',
      attendees: [{ ticket_type_id: jazz.typeId, name: 'Isatu Kanu', answers: { meal: 'fish' } }],
    });
    expect(paid).toMatchObject({
      status: 'paid',
      expires_at: null,
      channel: 'door',
      payment: {
        channel: 'cash',
        status: 'succeeded',
        amount: 300,
        reference: 'TILL-7',
        ticket_order_id: paid.id,
      },
    });
    expect(paid.tickets.map(({ status, price, holder }) => [status, price, holder.name])).toEqual([
      ['valid', 150, 'Isatu Kanu'],
      ['valid', 150, 'Sorie Kanu'],
    ]);
    expect(
      paid.tickets.every(
        ({ qr, code }) => qr.startsWith('TK1:') && qr.length === 154 && /^\w{5}-\w{5}$/.test(code),
      ),
    ).toBe(true);
    expect((await read(paid.id)).tickets).toEqual(paid.tickets);
    expect(paid.tickets_url).toMatch(/\/o\/[\w-]{22}$/);
    expect(await read(paid.id)).toMatchObject({ tickets_url: paid.tickets_url });
    expect(
      await (await fetch(paid.tickets_url ?? '', { headers: { accept: 'text/html' } })).text(),
    ).toContain(paid.tickets[0]?.code);
    expect(await stock(jazz)).toEqual([0, 2]);
    expect(await told(paid.id)).toEqual(['ticket_order.paid']);
  });

  test('for nothing is held first, and issued when it is confirmed', async () => {
    const talk = await sale(shop, { kind: 'free', price: 0 });
    const held = await order(talk, 1);
    expect([held.status, held.total]).toEqual(['held', 0]);
    const { data } = await shop.client.payTicketOrder({ params: { id: held.id }, body: {} });
    expect(data).toMatchObject({ id: held.id, status: 'paid', payment: null, tickets: [{ price: 0 }] });
    expect((await shop.client.payTicketOrder({ params: { id: held.id }, body: {} })).data).toEqual(data);
    expect(await order(talk, 1, { payment: { method: 'card' } })).toMatchObject({
      status: 'paid',
      tickets: [{ status: 'valid' }],
    });
  });

  test('whose money comes by phone waits for it, and gets its tickets once', async () => {
    const jazz = await sale(shop);
    const held = await order(jazz, 1);
    const { data: payment } = await shop.client.payTicketOrder({
      params: { id: held.id },
      body: { method: 'mobile_money', phone: '+23200000001' },
    });
    expect(payment).toMatchObject({
      amount: 150,
      ticket_order_id: held.id,
      reference: held.order_number,
      description: 'Freetown Jazz',
    });
    const waiting = await read(held.id);
    expect([waiting.status, waiting.payment_id]).toEqual(['awaiting_payment', payment.id]);
    expect(Date.parse(waiting.expires_at ?? '') - Date.parse(held.created_at)).toBeGreaterThan(880_000);
    expect(
      (
        await shop.client.payTicketOrder({
          params: { id: held.id },
          body: { method: 'mobile_money', phone: '+23200000001' },
        })
      ).data.id,
    ).toBe(payment.id);
    await shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded' } });
    const paid = await read(held.id);
    expect(paid).toMatchObject({
      status: 'paid',
      payment: { status: 'succeeded' },
      tickets: [{ status: 'valid' }],
    });
    expect(await told(held.id)).toEqual(['ticket_order.held', 'ticket_order.paid']);
    await expect(
      shop.client.payTicketOrder({ params: { id: held.id }, body: { method: 'card' } }),
    ).rejects.toMatchObject({ code: 'ORDER_NOT_PAYABLE' });
  });

  test('begins its payment in the same call when that is asked for', async () => {
    const jazz = await sale(shop);
    const begun = await order(jazz, 1, { payment: { method: 'mobile_money', phone: '+23200000001' } });
    expect(begun).toMatchObject({
      status: 'awaiting_payment',
      payment: { channel: 'mobile_money', amount: 150 },
    });
  });

  test('is paid from the phone of its buyer where no other is named, also one of the test provider', async () => {
    const jazz = await sale(shop);
    const [buyer, attendee] = [
      { name: 'Fatmata Koroma', phone: '00 000001' },
      { ticket_type_id: jazz.typeId, phone: '+23200000010' },
    ];
    const begun = await order(jazz, 1, { buyer, attendees: [attendee], payment: { method: 'mobile_money' } });
    expect(begun).toMatchObject({
      buyer: { phone: '+23200000001' },
      payment: { customer: { phone: '+23200000001' } },
    });
    service.advance(2_001);
    await service.drain();
    expect(await read(begun.id)).toMatchObject({
      status: 'paid',
      tickets: [{ holder: { phone: '+23200000010' } }],
    });
  });

  test('whose payment fails is held on, and can be paid another way', async () => {
    const jazz = await sale(shop);
    const held = await order(jazz, 1);
    const { data: payment } = await shop.client.payTicketOrder({
      params: { id: held.id },
      body: { method: 'mobile_money', phone: '+23200000001' },
    });
    await shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'failed' } });
    expect(await read(held.id)).toMatchObject({ status: 'held', payment_id: null });
    const { data } = await shop.client.payTicketOrder({ params: { id: held.id }, body: { method: 'cash' } });
    expect(data).toMatchObject({ status: 'paid', payment: { channel: 'cash' } });
  });

  test('is let go when its time is over, and its tickets are on sale again', async () => {
    const jazz = await sale(shop, { quantity_available: 2 });
    const held = await order(jazz, 2);
    await expect(order(jazz, 1)).rejects.toMatchObject({
      code: 'SOLD_OUT',
      details: { ticket_type_id: jazz.typeId, remaining: 0 },
    });
    service.advance(600_001);
    // Nobody swept yet: whoever needs the places takes them.
    const next = await order(jazz, 1);
    expect(next.status).toBe('held');
    expect((await read(held.id)).status).toBe('expired');
    expect(await told(held.id)).toEqual(['ticket_order.held', 'ticket_order.expired']);
    await expect(
      shop.client.payTicketOrder({ params: { id: held.id }, body: { method: 'card' } }),
    ).rejects.toMatchObject({ code: 'HOLD_EXPIRED' });
    service.advance(600_001);
    await service.drain();
    expect([(await read(next.id)).status, await stock(jazz)]).toEqual(['expired', [0, 0]]);
  });

  test('is cancelled once, whoever asks how often', async () => {
    const jazz = await sale(shop);
    const held = await order(jazz, 2);
    const { data } = await shop.client.cancelTicketOrder({
      params: { id: held.id },
      body: { reason: 'Other plans.' },
    });
    expect(data).toMatchObject({ status: 'cancelled', expires_at: null, version: 2 });
    expect((await shop.client.cancelTicketOrder({ params: { id: held.id } })).data).toEqual(data);
    expect(await stock(jazz)).toEqual([0, 0]);
    const paid = await order(jazz, 1, { payment: { method: 'cash' } });
    await expect(shop.client.cancelTicketOrder({ params: { id: paid.id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'paid', to: 'cancelled', allowed: ['partially_refunded', 'refunded'] },
    });
    await expect(shop.client.refundTicketOrder({ params: { id: data.id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { from: 'cancelled', to: 'refunded', allowed: [] },
    });
    const open = await order(jazz, 1);
    await expect(shop.client.refundTicketOrder({ params: { id: open.id } })).rejects.toMatchObject({
      details: { from: 'held', allowed: ['awaiting_payment', 'paid', 'expired', 'cancelled'] },
    });
  });

  test('can be changed while it is held, within what is left and without more time', async () => {
    const jazz = await sale(shop, { quantity_available: 5 });
    const held = await order(jazz, 2, { buyer: { name: 'Hawa', phone: '+23276555123' } });
    const { data } = await shop.client.updateTicketOrder({
      params: { id: held.id },
      body: { items: [of(jazz, 4)], buyer: { name: 'Hawa Bangura' } },
    });
    expect(data).toMatchObject({
      total: 600,
      buyer: { name: 'Hawa Bangura', phone: '+23276555123', email: null },
      expires_at: held.expires_at,
      version: 2,
    });
    const orderAsRead = (await shop.client.getTicketOrder({ params: { id: held.id } })).data;
    for (const body of [
      orderAsRead,
      { buyer: { name: 'Hawa Bangura', phone: '076 555123' } },
      { attendees: [] },
    ])
      expect(
        (await shop.client.updateTicketOrder({ params: { id: held.id }, body: body as never })).data,
      ).toEqual(orderAsRead);
    const named = { ...orderAsRead, buyer: { ...orderAsRead.buyer, email: 'hawa@example.sl' } };
    expect(
      (await shop.client.updateTicketOrder({ params: { id: held.id }, body: named as never })).data,
    ).toEqual({ ...named, version: 3, updated_at: expect.any(String) });
    expect(await stock(jazz)).toEqual([4, 0]);
    await expect(
      shop.client.updateTicketOrder({ params: { id: held.id }, body: { items: [of(jazz, 6)] } }),
    ).rejects.toMatchObject({ code: 'INSUFFICIENT_QUANTITY', details: { remaining: 1 } });
    await shop.client.updateTicketOrder({ params: { id: held.id }, body: { items: [of(jazz, 1)] } });
    expect(await stock(jazz)).toEqual([1, 0]);
  });
});

describe('a refund', () => {
  test('of a ticket voids it, gives its place back and sends what was paid for it', async () => {
    const jazz = await sale(shop, { quantity_available: 2 });
    const paid = await order(jazz, 2, { payment: { method: 'cash' } });
    const [first] = paid.tickets;
    const { data } = await shop.client.refundTicketOrder({
      params: { id: paid.id },
      body: { ticket_ids: [first?.id ?? ''], reason: 'She is ill.' },
    });
    expect(data).toMatchObject({
      status: 'partially_refunded',
      amount_refunded: 150,
      refunds: [{ amount: 150, reason: 'She is ill.', ticket_ids: [first?.id] }],
    });
    expect(data.tickets.map(({ status }) => status).toSorted()).toEqual(['valid', 'void']);
    expect(await stock(jazz)).toEqual([0, 1]);
    expect(await read(paid.id)).toMatchObject({
      refunds: [{ status: 'done' }],
      payment: { amount_refunded: 150 },
    });
    await expect(
      shop.client.refundTicketOrder({ params: { id: paid.id }, body: { ticket_ids: [first?.id ?? ''] } }),
    ).rejects.toMatchObject({ code: 'TICKET_VOID' });
    const whole = await shop.client.refundTicketOrder({ params: { id: paid.id } });
    expect(whole.data).toMatchObject({ status: 'refunded', amount_refunded: 300 });
    expect(await stock(jazz)).toEqual([0, 0]);
    await expect(shop.client.refundTicketOrder({ params: { id: paid.id } })).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
  });

  test('of the last ticket sends what was paid for it, and keeps what was paid for one that was voided', async () => {
    const jazz = await sale(shop);
    const { id, tickets } = await order(jazz, 2, { payment: { method: 'cash' } });
    const [voided, last] = tickets.map((ticket) => ticket.id);
    await shop.client.voidTicket({ params: { id: voided ?? '' }, body: { reason: 'Sold on.' } });
    const { data } = await shop.client.refundTicketOrder({
      params: { id },
      body: { ticket_ids: [last ?? ''] },
    });
    expect(data).toMatchObject({ status: 'partially_refunded', amount_refunded: 150 });
    expect((await shop.client.refundTicketOrder({ params: { id } })).data).toMatchObject({
      status: 'refunded',
      amount_refunded: 300,
    });
  });

  test('of all that was paid for leaves free tickets valid, which can go back too', async () => {
    const jazz = await sale(shop);
    const { data: type } = await shop.client.createTicketType({
      params: { id: jazz.eventId },
      body: { name: 'Children', price: 0, quantity_available: 10 },
    });
    const paid = await order(jazz, 1, {
      items: [of(jazz, 1), { ticket_type_id: type.id, quantity: 1 }],
      payment: { method: 'cash' },
    });
    const giveBack = (price: number) =>
      shop.client.refundTicketOrder({
        params: { id: paid.id },
        body: { ticket_ids: [paid.tickets.find((ticket) => ticket.price === price)?.id ?? ''] },
      });
    expect((await giveBack(150)).data).toMatchObject({ status: 'partially_refunded', amount_refunded: 150 });
    const { data } = await giveBack(0);
    expect(data).toMatchObject({ status: 'refunded', amount_refunded: 150 });
    expect(data.tickets.map(({ status }) => status)).toEqual(['void', 'void']);
  });

  test('of money only leaves every ticket valid, and never exceeds what was paid', async () => {
    const jazz = await sale(shop);
    const paid = await order(jazz, 2, { payment: { method: 'cash' } });
    const { data } = await shop.client.refundTicketOrder({
      params: { id: paid.id },
      body: { amount: '100.00' },
    });
    expect(data).toMatchObject({ status: 'partially_refunded', amount_refunded: 100 });
    expect(data.tickets.every(({ status }) => status === 'valid')).toBe(true);
    await expect(
      shop.client.refundTicketOrder({ params: { id: paid.id }, body: { amount: 200.01 } }),
    ).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_PAYMENT', details: { refundable: 200 } });
    expect((await shop.client.refundTicketOrder({ params: { id: paid.id } })).data).toMatchObject({
      status: 'refunded',
      amount_refunded: 300,
    });
  });

  test('of a used ticket wants force', async () => {
    const jazz = await sale(shop);
    const paid = await order(jazz, 1, { payment: { method: 'cash' } });
    await shop.client.scanTicket({ params: { id: jazz.eventId }, body: { code: paid.tickets[0]?.qr ?? '' } });
    await expect(shop.client.refundTicketOrder({ params: { id: paid.id } })).rejects.toMatchObject({
      code: 'TICKET_ALREADY_USED',
    });
    expect(
      (await shop.client.refundTicketOrder({ params: { id: paid.id }, body: { force: true } })).data.status,
    ).toBe('refunded');
  });

  test('of a ticket that was blocked after it was used wants force as well', async () => {
    const jazz = await sale(shop);
    const paid = await order(jazz, 1, { payment: { method: 'cash' } });
    const [ticket] = paid.tickets;
    await shop.client.scanTicket({ params: { id: jazz.eventId }, body: { code: ticket?.qr ?? '' } });
    await shop.client.blockTicket({ params: { id: ticket?.id ?? '' } });
    await expect(shop.client.refundTicketOrder({ params: { id: paid.id } })).rejects.toMatchObject({
      code: 'TICKET_ALREADY_USED',
      details: { ticket_id: ticket?.id },
    });
    expect(
      (await shop.client.refundTicketOrder({ params: { id: paid.id }, body: { force: true } })).data.status,
    ).toBe('refunded');
  });

  test('that keeps the places off sale leaves them taken', async () => {
    const jazz = await sale(shop, { quantity_available: 1 });
    const paid = await order(jazz, 1, { payment: { method: 'cash' } });
    await shop.client.refundTicketOrder({ params: { id: paid.id }, body: { release: false } });
    await expect(order(jazz, 1)).rejects.toMatchObject({ code: 'SOLD_OUT' });
  });

  test('that keeps one place off sale keeps it off, though the last of the other tickets goes back', async () => {
    const jazz = await sale(shop, { quantity_available: 2 });
    const { id, tickets } = await order(jazz, 2, { payment: { method: 'cash' } });
    const giveBack = (at: number, release: boolean) =>
      shop.client.refundTicketOrder({
        params: { id },
        body: { ticket_ids: [tickets[at]?.id ?? ''], release },
      });
    await giveBack(0, false);
    expect((await giveBack(1, true)).data.status).toBe('refunded');
    expect(await stock(jazz)).toEqual([0, 1]);
    await order(jazz, 1);
    await expect(order(jazz, 1)).rejects.toMatchObject({ code: 'SOLD_OUT' });
  });

  test('of the whole order frees what it voids, and no place that was kept off sale before', async () => {
    const jazz = await sale(shop, { quantity_available: 3 });
    const { id, tickets } = await order(jazz, 3, { payment: { method: 'cash' } });
    const [voided = '', refunded = ''] = tickets.map((ticket) => ticket.id);
    await shop.client.voidTicket({ params: { id: voided }, body: { reason: 'The seat is broken.' } });
    await shop.client.refundTicketOrder({
      params: { id },
      body: { ticket_ids: [refunded], release: false },
    });
    expect((await shop.client.refundTicketOrder({ params: { id } })).data.status).toBe('refunded');
    expect(await stock(jazz)).toEqual([0, 2]);
    await order(jazz, 1);
    await expect(order(jazz, 1)).rejects.toMatchObject({ code: 'SOLD_OUT' });
  });

  test('comes by itself for money that came when nothing was left, and for a second payment', async () => {
    const jazz = await sale(shop, { quantity_available: 1 });
    const held = await order(jazz, 1);
    const { data: payment } = await shop.client.payTicketOrder({
      params: { id: held.id },
      body: { method: 'mobile_money', phone: '+23200000004' },
    });
    service.advance(1_800_001);
    await order(jazz, 1, { payment: { method: 'cash' } });
    await shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded_late' } });
    await service.drain();
    service.advance(60_000);
    await service.drain();
    expect(await read(held.id)).toMatchObject({
      status: 'refunded',
      amount_refunded: 150,
      payment: { late: true, amount_refunded: 150 },
    });
    expect(await told(held.id)).not.toContain('ticket_order.paid');
  });

  test('is not needed for money that came late while places were left', async () => {
    const jazz = await sale(shop, { quantity_available: 5 });
    const held = await order(jazz, 1);
    const { data: payment } = await shop.client.payTicketOrder({
      params: { id: held.id },
      body: { method: 'mobile_money', phone: '+23200000004' },
    });
    service.advance(1_800_001);
    await service.drain();
    expect((await read(held.id)).status).toBe('expired');
    await shop.client.simulatePayment({ params: { id: payment.id }, body: { outcome: 'succeeded_late' } });
    await service.drain();
    expect(await read(held.id)).toMatchObject({ status: 'paid', tickets: [{ status: 'valid' }] });
  });
});

describe('an event', () => {
  test('that is cancelled lets holds go and gives all money back', async () => {
    const jazz = await sale(shop, { quantity_available: 10 });
    const held = await order(jazz, 1);
    const paid = await order(jazz, 2, { payment: { method: 'cash' } });
    await shop.client.updateEvent({ params: { id: jazz.eventId }, body: { status: 'cancelled' } });
    await service.drain();
    expect([(await read(held.id)).status, (await read(paid.id)).status, await stock(jazz)]).toEqual([
      'cancelled',
      'refunded',
      [0, 2],
    ]);
    expect((await read(paid.id)).tickets.every(({ status }) => status === 'void')).toBe(true);
    await expect(order(jazz, 1)).rejects.toMatchObject({ code: 'EVENT_NOT_PUBLISHED' });
  });

  test('tells on the edge that few tickets, and then that none are left', async () => {
    const jazz = await sale(shop, { quantity_available: 10 });
    const edges = async () =>
      (
        await service.query(
          `SELECT kind, facts ->> 'quantity_sold' AS sold FROM outbox WHERE entity = $1 ORDER BY id`,
          [jazz.typeId],
        )
      ).map(({ kind, sold }) => [kind, sold]);
    await service.drain();
    await order(jazz, 8, { payment: { method: 'cash' } });
    expect(await edges()).toEqual([]);
    await order(jazz, 1, { payment: { method: 'cash' } });
    expect(await edges()).toEqual([['ticket_type.low_stock', '9']]);
    await order(jazz, 1, { payment: { method: 'cash' } });
    expect(await edges()).toEqual([
      ['ticket_type.low_stock', '9'],
      ['ticket_type.sold_out', '10'],
    ]);
  });
});
