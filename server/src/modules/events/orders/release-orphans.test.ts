import type { TicketOrder } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { besideDyingNode, type DyingNode } from '../../../../test/kit/dying-node.ts';
import { sale } from '../../../../test/kit/sale.ts';
import { verifyEvents } from '../index.ts';

let node: DyingNode;
let onSale: Awaited<ReturnType<typeof sale>>;

beforeAll(async () => {
  // Taking up the key is a transaction before it.
  node = await besideDyingNode({ of: 'ticketOrders.change', step: 2, verify: verifyEvents });
  onSale = await sale(node.shop);
});
afterAll(() => node[Symbol.asyncDispose]());

const wallet = { method: 'mobile_money' as const, phone: '+23200000001' };
const read = async (id: string): Promise<TicketOrder> =>
  (await node.shop.client.getTicketOrder({ params: { id } })).data;
const order = async (more: object = {}): Promise<TicketOrder> =>
  (
    await node.shop.client.createTicketOrder({
      params: { id: onSale.eventId },
      body: { items: [{ ticket_type_id: onSale.typeId, quantity: 1 }], ...more },
    })
  ).data;

/** An order whose server dies after it has written which payment it awaits, and before that is begun. */
async function orphan(idempotencyKey: string): Promise<string> {
  const { id } = await order();
  await node.orphan((client) => client.payTicketOrder({ params: { id }, body: wallet, idempotencyKey }));
  expect(await read(id)).toMatchObject({ status: 'awaiting_payment', payment: null });
  return id;
}

test('an order that awaits a payment which was never begun is held again, and verify knows it until then', async () => {
  const id = await orphan('buyer-1');
  await node.service.query(
    `UPDATE ticket_orders SET updated_at = updated_at - interval '3 minutes' WHERE id = $1`,
    [id],
  );
  expect(await node.broken()).toEqual(['verify.everyAwaitedPaymentIsThere']);
  await node.service.drain();
  expect((await read(id)).status).toBe('awaiting_payment');
  await node.goOn();
  expect(await read(id)).toMatchObject({ status: 'held', payment_id: null });
  expect(await node.broken()).toEqual([]);
  await node.shop.client.payTicketOrder({ params: { id }, body: wallet });
  await node.goOn();
  expect((await read(id)).status).toBe('paid');
});

test('who repeats the request after that pays once', async () => {
  const id = await orphan('buyer-2');
  await node.goOn();
  const again = async () =>
    (await node.shop.client.payTicketOrder({ params: { id }, body: wallet, idempotencyKey: 'buyer-2' })).data;
  expect(await again()).toEqual(await again());
  await node.goOn();
  expect((await read(id)).status).toBe('paid');
  expect(
    await node.service.query('SELECT count(*)::int AS count FROM payments WHERE subject_id = $1', [id]),
  ).toEqual([{ count: 1 }]);
});

test('a payment that is begun, however slowly, is left alone', async () => {
  const { id } = await order({ payment: { ...wallet, phone: '+23200000004' } });
  const { payment_id } = await read(id);
  await node.goOn();
  expect(await read(id)).toMatchObject({ status: 'awaiting_payment', payment_id });
});

test('who repeats the order after its server died leaves alone what its buyer has chosen since', async () => {
  const buyer = { email: 'isatu@example.sl' };
  const body = { items: [{ ticket_type_id: onSale.typeId, quantity: 1 }], buyer, payment: wallet };
  const wanted = { params: { id: onSale.eventId }, body, idempotencyKey: 'buyer-3' };
  await node.orphan((client) => client.createTicketOrder(wanted));
  const [held] = (
    await node.shop.client.listTicketOrders({
      params: wanted.params,
      query: { buyer_email: buyer.email },
    })
  ).data;
  const params = { id: held?.id ?? '' };
  expect(await read(params.id)).toMatchObject({ status: 'awaiting_payment', payment: null });
  const { data: card } = await node.shop.client.payTicketOrder({ params, body: { method: 'card' } });
  expect(card).toMatchObject({ channel: 'card' });
  await node.passLeases();
  expect((await node.shop.client.createTicketOrder(wanted)).data).toMatchObject({
    id: params.id,
    payment: { id: card.id, status: 'requires_action' },
  });
  expect((await read(params.id)).payment_id).toBe(card.id);
});
