import { afterAll, beforeAll, expect, test } from 'vitest';
import { sale } from '../../../../test/kit/sale.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { orderChecks } from './verify-orders.queries.ts';

let service: TestService;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

async function broken(): Promise<readonly string[]> {
  const { store } = service.server.runtime.context;
  const counted = await Promise.all(
    orderChecks.map(async (one) => ({
      name: one.name,
      found: (await store.system.run(one, {}))[0]?.violations ?? 0n,
    })),
  );
  return counted.filter(({ found }) => found > 0n).map(({ name }) => name);
}

test('what breaks a promise about orders is found, and nothing else', async () => {
  const { eventId, typeId } = await sale(shop, { quantity_available: 4 });
  const params = { id: eventId };
  const items = [{ ticket_type_id: typeId, quantity: 1 }];
  await shop.client.createPromoCode({ params, body: { code: 'EARLY', kind: 'percent', value: 10 } });
  const { data: paid } = await shop.client.createTicketOrder({
    params,
    body: { items, payment: { method: 'cash' } },
  });
  await shop.client.refundTicketOrder({ params: { id: paid.id }, body: { amount: 5 } });
  await shop.client.createTicketOrder({ params, body: { items, promo_code: 'EARLY' } });
  const { data: held } = await shop.client.createTicketOrder({
    params,
    body: { items: [{ ticket_type_id: typeId, quantity: 2 }] },
  });
  await shop.client.joinWaitlist({ params, body: { ticket_type_id: typeId, email: 'isatu@example.sl' } });
  await shop.client.cancelTicketOrder({ params: { id: held.id } });
  expect(await broken()).toEqual([]);

  for (const [breaking, mending, check] of [
    [
      'UPDATE capacity_counters SET sold = sold + 1',
      'UPDATE capacity_counters SET sold = sold - 1',
      'verify.countersEqualOrders',
    ],
    [
      `UPDATE ticket_orders SET lines = jsonb_set(lines, '{0,taken}', '1') WHERE status = 'cancelled'`,
      `UPDATE ticket_orders SET lines = jsonb_set(lines, '{0,taken}', '0') WHERE status = 'cancelled'`,
      'verify.placesBelongToOpenOrders',
    ],
    [
      `UPDATE ticket_orders SET lines = jsonb_set(lines, '{0,quantity}', '2') WHERE paid_at IS NOT NULL`,
      `UPDATE ticket_orders SET lines = jsonb_set(lines, '{0,quantity}', '1') WHERE paid_at IS NOT NULL`,
      'verify.everyPlaceSoldHasItsTicket',
    ],
    [
      `UPDATE tickets SET order_id = 'tor_none'`,
      `UPDATE tickets SET order_id = '${paid.id}'`,
      'verify.ticketsHaveTheirOrder',
    ],
    [
      'UPDATE tickets SET price = price + 1',
      'UPDATE tickets SET price = price - 1',
      'verify.ticketsCostWhatWasPaid',
    ],
    [
      `UPDATE ticket_orders SET lines = jsonb_set(lines, '{0,total}', '"1"') WHERE status = 'cancelled'`,
      `UPDATE ticket_orders SET lines = jsonb_set(lines, '{0,total}', '"30000"') WHERE status = 'cancelled'`,
      'verify.linesAddUpToTheOrder',
    ],
    [
      `UPDATE ticket_order_payments SET verdict = 'refund'`,
      `UPDATE ticket_order_payments SET verdict = 'kept'`,
      'verify.paidOrdersHaveOnePayment',
    ],
    [
      `UPDATE ticket_order_payments SET payment_id = 'pay_none'`,
      `UPDATE ticket_order_payments SET payment_id = '${paid.payment_id}'`,
      'verify.keptPaymentsSucceeded',
    ],
    [
      'UPDATE ticket_counts SET counting = counting + 1',
      'UPDATE ticket_counts SET counting = counting - 1',
      'verify.ticketCountsEqualTickets',
    ],
    [
      'UPDATE ticket_order_refunds SET amount = amount + 1',
      'UPDATE ticket_order_refunds SET amount = amount - 1',
      'verify.refundsAddUpToTheOrder',
    ],
    [
      'UPDATE promo_codes SET uses = uses + 1',
      'UPDATE promo_codes SET uses = uses - 1',
      'verify.promoUsesEqualOrders',
    ],
    [
      `UPDATE waitlist_entries SET order_id = 'tor_none'`,
      `UPDATE waitlist_entries w SET order_id = (SELECT id FROM ticket_orders o WHERE o.waitlist_entry_id = w.id)`,
      'verify.offersHaveTheirOrder',
    ],
  ] as const) {
    await service.query(breaking);
    expect(await broken()).toContain(check);
    await service.query(mending);
    expect(await broken()).toEqual([]);
  }
});

test('an order that was paid and of which nobody was told is seen', async () => {
  const live = await service.merchant({ livemode: true });
  const { eventId, typeId } = await sale(live);
  await live.client.createTicketOrder({
    params: { id: eventId },
    body: { items: [{ ticket_type_id: typeId, quantity: 1 }], payment: { method: 'cash' } },
  });
  expect(await broken()).toEqual([]);
  await service.query(`DELETE FROM outbox WHERE kind = 'ticket_order.paid' AND livemode`);
  expect(await broken()).toEqual(['verify.everyPaidOrderHasItsMessage']);
});

test('more than there is cannot even be written', async () => {
  const { typeId } = await sale(shop, { quantity_available: 1 });
  await expect(
    service.query('UPDATE capacity_counters SET held = 2 WHERE id = $1', [typeId]),
  ).rejects.toMatchObject({ constraint: 'capacity_counters_not_oversold' });
});
