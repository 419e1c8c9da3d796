import { idTimeMs } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { besideDyingNode, type DyingNode } from '../../../../test/kit/dying-node.ts';
import { verifyPos } from '../index.ts';
import { makePaymentIds } from './sale-request.ts';

let node: DyingNode;

beforeAll(async () => {
  node = await besideDyingNode({ of: 'sales.change', step: 1, verify: verifyPos });
  await node.shop.client.createSale({
    body: { items: [{ custom_name: 'Bag', unit_price: 5 }], payments: [{ channel: 'cash' }] },
  });
});
afterAll(() => node[Symbol.asyncDispose]());

const body = (clientId: string) => ({
  client_id: clientId,
  items: [{ custom_name: 'Bag', unit_price: 5 }],
  payments: [{ channel: 'mobile_money' as const, phone: '+23200000001' }],
});

/** A sale whose server dies before it can begin the payment. */
async function orphan(clientId: string, key: { readonly idempotencyKey?: string } = {}): Promise<string> {
  await node.orphan((client) => client.createSale({ body: body(clientId), ...key }));
  const [row] = await node.service.query('SELECT id, status FROM sales WHERE client_id = $1', [clientId]);
  expect(row?.['status']).toBe('pending_payment');
  return String(row?.['id']);
}

test('a sale whose payment was never begun is begun by the service itself, and verify knows it until then', async () => {
  const id = await orphan('0190a2f4-0000-7000-8000-000000000001');
  await node.service.query(`UPDATE sales SET updated_at = updated_at - interval '3 minutes' WHERE id = $1`, [
    id,
  ]);
  expect(await node.broken()).toEqual(['verify.everyPendingSaleHasItsPayments']);
  await node.goOn();
  expect(await node.broken()).toEqual([]);
  await node.goOn();
  expect((await node.shop.client.getSale({ params: { id } })).data).toMatchObject({
    status: 'completed',
    amount_paid: 5,
  });
});

test.each(['key', 'client_id'])(
  'sent again with the same %s, such a sale says how it is paid, and goes on from there',
  async (by) => {
    const clientId = `0190a2f4-0000-7000-8000-00000000000${by.length}`;
    const key = by === 'key' ? { idempotencyKey: 'till-7' } : {};
    const id = await orphan(clientId, key);
    await node.passLeases();
    const again = () => node.shop.client.createSale({ body: body(clientId), ...key });
    const { data: sale } = await again();
    expect(sale).toMatchObject({
      id,
      status: 'pending_payment',
      payments: [{ status: 'requires_action', next_action: { type: 'ussd' } }],
    });
    expect(await again()).toMatchObject({ data: sale, replayed: true });
    await node.goOn();
    const { data: done } = await again();
    expect(done).toMatchObject({ id, status: 'completed', amount_paid: 5 });
    expect(done).toEqual((await node.shop.client.getSale({ params: { id } })).data);
  },
);

test('how long a payment was not begun is told by the database, whatever the clocks of nodes say', () => {
  const { world } = node.service.server.runtime.context;
  const ahead = { ...world, now: () => new Date(world.now().getTime() + 400 * 86_400_000) };
  const [id = ''] = makePaymentIds(ahead, 1);
  expect(Math.abs(idTimeMs('pay_', id) - world.systemNow().getTime())).toBeLessThan(60_000);
});
