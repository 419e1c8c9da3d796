import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { CountedMoney, PaidSubject } from '../../payments/index.ts';
import type { Runner } from '../../../store/index.ts';
import { findOrder, paymentsOfOrder } from './orders.queries.ts';
import { refundsOfOrder } from './refunds.queries.ts';

/** What a ticket order counts on of a payment: what it kept and has not given up. A refund that payments were not told of yet still needs its money. */
export async function countedOnByOrder(
  runner: Runner,
  tenant: Tenant,
  { subjectId, paymentId, amountMinor }: PaidSubject,
): Promise<CountedMoney> {
  const sentBackBy = `POST /v1/ticket-orders/${subjectId}/refund`;
  if (!(await findOrder(runner, tenant, subjectId))) return { amountMinor: 0n, sentBackBy };
  const decided = (await paymentsOfOrder(runner, tenant, subjectId)).find(
    ({ payment_id: id }) => id === paymentId,
  );
  if (decided?.verdict === 'refund') return { amountMinor: 0n, sentBackBy };
  const given = (await refundsOfOrder(runner, tenant, subjectId)).filter(
    (refund) => refund.payment_id === paymentId && refund.status !== 'pending',
  );
  return { amountMinor: given.reduce((left, { amount }) => left - amount, amountMinor), sentBackBy };
}
