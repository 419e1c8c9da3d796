import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { CountedMoney, PaidSubject } from '../../payments/index.ts';
import type { Runner } from '../../../store/index.ts';
import { paymentsOf, statusOf } from '../sales/sale-parts.ts';
import { findSale } from '../sales/sales.queries.ts';
import { partsOf } from './refund-parts.ts';
import { refundsOfSale } from './refunds.queries.ts';

/** What a sale counts on of a payment: all that it kept and its refunds have not given back. What pends may still fail, and counts. */
export async function countedOnBySale(
  runner: Runner,
  tenant: Tenant,
  { subjectId, paymentId, amountMinor }: PaidSubject,
): Promise<CountedMoney> {
  const sale = await findSale(runner, { tenant, id: subjectId });
  const payment = sale && paymentsOf(sale).find(({ id }) => id === paymentId);
  const isGone =
    !payment || payment.verdict === 'refund' || statusOf(sale) === 'voided' || statusOf(sale) === 'cancelled';
  if (isGone) return { amountMinor: 0n, sentBackBy: '' };
  const parts = (await refundsOfSale(runner, tenant, subjectId)).flatMap(partsOf);
  const gone = parts
    .filter((part) => part.payment_id === paymentId && part.status === 'succeeded')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const isCompleted = sale.completed_at !== null;
  return {
    amountMinor: amountMinor - gone,
    sentBackBy: `POST /v1/pos/sales/${subjectId}/${isCompleted ? 'refunds' : 'cancel'}`,
  };
}
