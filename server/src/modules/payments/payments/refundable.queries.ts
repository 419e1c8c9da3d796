import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;

const held = statement({
  name: 'refunds.held',
  params: { ...KEY, payment_id: 'text' },
  row: { refundable: 'int8' },
  sql: `SELECT amount - amount_refunded - amount_refunding AS refundable FROM payments WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :payment_id`,
});

/** What is left of a payment to be refunded, in minor units. */
export async function readRefundable(runner: Runner, tenant: Tenant, paymentId: string): Promise<bigint> {
  return (await runner.run(held, { ...keyOf(tenant), payment_id: paymentId }))[0]?.refundable ?? 0n;
}
