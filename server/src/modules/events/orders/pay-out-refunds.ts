import type { Tenant } from '../../../kernel/call/tenant.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Events } from '../module.ts';
import { changeOrder, simply } from './change-order.ts';
import { nextVersion } from './order-changes.ts';
import { orderFact } from './order-facts.ts';
import { plainStep } from './order-step.ts';
import { noteRefund, ordersRefunding, pendingRefunds, type OrderRefundRow } from './refunds.queries.ts';

const ROWS_MAX = 100;
/** How long the request that wrote a refund has to see to it itself. */
const OWN_MS = 10_000;

/** Sends the money of refunds that were written and not sent, and ends orders whose late payment has gone back. */
export async function payOutRefunds(module: Events): Promise<number> {
  const before = new Date(module.world.now().getTime() - OWN_MS);
  const refunds = await pendingRefunds(module.store.system, before, ROWS_MAX);
  for (const refund of refunds)
    await payOutRefund(module, { merchantId: refund.merchant_id, livemode: refund.livemode }, refund);
  return (await endRefundedOrders(module)) + refunds.length;
}

export type RefundToPay = Pick<
  OrderRefundRow,
  'id' | 'order_id' | 'payment_id' | 'amount' | 'reason' | 'status'
>;

/** Hands one refund to payments, which knows it by its id however often it is asked. */
export async function payOutRefund(module: Events, tenant: Tenant, refund: RefundToPay): Promise<void> {
  if (refund.status !== 'pending' || refund.payment_id === null) return;
  const at = module.world.now();
  const note = (news: {
    readonly status: 'pending' | 'done' | 'failed';
    readonly refund_id: string | null;
    readonly failure: string | null;
  }): Promise<void> =>
    noteRefund(module.store.of(tenant), tenant, { id: refund.id, updated_at: at, ...news });
  try {
    const { id } = await module.payments.refund(tenant, {
      paymentId: refund.payment_id,
      amountMinor: refund.amount,
      reason: refund.reason,
      key: refund.id,
      at,
    });
    await note({ status: 'done', refund_id: id, failure: null });
  } catch (error) {
    const isFinal = error instanceof Failure && error.status < 500 && error.status !== 429;
    if (isFinal) await note({ status: 'failed', refund_id: null, failure: error.message });
    else {
      module.log.warn({ error, refundId: refund.id }, 'A refund could not be sent and is tried again.');
      await note({ status: 'pending', refund_id: null, failure: null });
    }
  }
}

/** An order whose money came too late is refunded once payments have all of it back. */
async function endRefundedOrders(module: Events): Promise<number> {
  let ended = 0;
  for (const { tenant, id, paymentId } of await ordersRefunding(module.store.system, ROWS_MAX)) {
    const payment = paymentId === null ? null : await module.payments.find(tenant, paymentId);
    if (!payment || payment.amount_refunded < payment.amount) continue;
    const at = module.world.now();
    const { step } = await changeOrder(module, { tenant, id }, (before) => {
      if (before.status !== 'refund_pending') return null;
      return simply(() => {
        const after = {
          ...nextVersion(before, { at, world: module.world, told: 1 }),
          status: 'refunded' as const,
          amount_refunded: before.total,
          ended_at: at,
        };
        return { ...plainStep(before, after, at), facts: [orderFact('ticket_order.refunded', after)] };
      });
    });
    if (step) ended += 1;
  }
  return ended;
}
