import type { Payment, TicketOrder } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectExact } from '../../../../test/kit/buyers.ts';
import { sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

const [SUCCEEDS, EXPIRES, WRONG_AMOUNT, STAYS] = [
  '+23200000001',
  '+23200000004',
  '+23200000008',
  '+23200000010',
];

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(async () => {
  await expectExact({ connectionString: service.databaseUrl });
  await service[Symbol.asyncDispose]();
});

type Way = { readonly method: 'mobile_money' | 'card' | 'qr' | 'hosted'; readonly phone?: string };

/** An order of NLe 150.00 whose buyer has begun to pay. */
async function begun(way: Way): Promise<{ readonly id: string; readonly first: string }> {
  const { eventId, typeId } = await sale(shop);
  const body = { items: [{ ticket_type_id: typeId, quantity: 1 }], payment: way };
  const { data } = await shop.client.createTicketOrder({ params: { id: eventId }, body });
  return { id: data.id, first: data.payment_id ?? '' };
}
const pay = async (id: string, way: Way): Promise<Payment> =>
  (await shop.client.payTicketOrder({ params: { id }, body: way })).data as Payment;
const takeCash = async (id: string): Promise<TicketOrder> =>
  (await shop.client.payTicketOrder({ params: { id }, body: { method: 'cash' } })).data as TicketOrder;
const read = async (id: string): Promise<TicketOrder> =>
  (await shop.client.getTicketOrder({ params: { id } })).data;
const paymentOf = async (id: string): Promise<Payment> =>
  (await shop.client.getPayment({ params: { id } })).data;
const simulate = (id: string, outcome: 'succeeded' | 'succeeded_late') =>
  shop.client.simulatePayment({ params: { id }, body: { outcome } });

async function settle(): Promise<void> {
  service.advance(15_000);
  await service.drain();
}

describe('a buyer who has begun to pay', () => {
  test('pays another way instead, and is asked by the first no more', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: STAYS });
    const before = await read(id);
    const second = await pay(id, { method: 'card' });
    expect(second).toMatchObject({ channel: 'card', status: 'requires_action', amount: 150 });
    expect((await paymentOf(first)).status).toBe('cancelled');
    expect(await read(id)).toMatchObject({
      status: 'awaiting_payment',
      payment_id: second.id,
      expires_at: before.expires_at,
    });
    await simulate(second.id, 'succeeded');
    expect(await read(id)).toMatchObject({ status: 'paid', payment: { channel: 'card' } });
  });

  test('names another phone, and that one is asked', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: STAYS });
    const second = await pay(id, { method: 'mobile_money', phone: SUCCEEDS });
    expect((await paymentOf(first)).status).toBe('cancelled');
    await settle();
    expect(await read(id)).toMatchObject({ status: 'paid', payment_id: second.id });
  });

  test('asks the same way again, with the phone or without, and goes on with the same payment', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: STAYS });
    expect((await pay(id, { method: 'mobile_money' })).id).toBe(first);
    expect((await pay(id, { method: 'mobile_money', phone: '00 000010' })).id).toBe(first);
    expect(await paymentOf(first)).toMatchObject({ status: 'processing' });
  });

  test('cannot leave a payment that its provider does not let go of, and is answered that one', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: WRONG_AMOUNT });
    await settle();
    expect((await paymentOf(first)).review).not.toBeNull();
    expect(await pay(id, { method: 'card' })).toMatchObject({ id: first, status: 'processing' });
    expect((await read(id)).payment_id).toBe(first);
  });

  test('has paid already when another way is asked for, which nobody heard yet', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: SUCCEEDS });
    service.advance(2_001);
    expect(await pay(id, { method: 'card' })).toMatchObject({ id: first, status: 'succeeded' });
    expect(await read(id)).toMatchObject({ status: 'paid', tickets: [{ status: 'valid' }] });
  });

  test('pays both ways all the same: the first money has the tickets, the other goes back', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: EXPIRES });
    const second = await pay(id, { method: 'qr' });
    await simulate(first, 'succeeded_late');
    expect(await read(id)).toMatchObject({ status: 'paid', payment_id: first });
    expect((await paymentOf(second.id)).status).toBe('cancelled');
    await simulate(second.id, 'succeeded_late');
    await settle();
    expect(await paymentOf(second.id)).toMatchObject({ status: 'succeeded', amount_refunded: 150 });
    expect(await read(id)).toMatchObject({ status: 'paid', payment: { amount_refunded: 0 } });
  });

  test('gives cash instead, and is asked by phone no more', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: STAYS });
    expect(await takeCash(id)).toMatchObject({ status: 'paid', payment: { channel: 'cash' } });
    expect((await paymentOf(first)).status).toBe('cancelled');
  });

  test('gives cash under one reference, and not under another once it is paid', async () => {
    const { id } = await begun({ method: 'mobile_money', phone: STAYS });
    const pay = async (reference?: string) =>
      (
        await shop.client.payTicketOrder({
          params: { id },
          body: { method: 'cash', ...(reference === undefined ? {} : { reference }) },
        })
      ).data as TicketOrder;
    const paid = await pay('TILL-7');
    expect([await pay('TILL-7'), await pay()]).toEqual([paid, paid]);
    await expect(pay('TILL-8')).rejects.toMatchObject({
      code: 'ORDER_NOT_PAYABLE',
      status: 409,
      message: expect.stringContaining('TILL-7'),
    });
    expect(await read(id)).toEqual(paid);
  });

  test('keeps the cash where the money came by phone just now', async () => {
    const { id, first } = await begun({ method: 'mobile_money', phone: SUCCEEDS });
    service.advance(2_001);
    await expect(takeCash(id)).rejects.toMatchObject({ code: 'ORDER_NOT_PAYABLE' });
    expect(await read(id)).toMatchObject({ status: 'paid', payment_id: first });
  });
});
