import type { Tenant } from '../../core/tenant.ts';
import type { CountedMoney, PaidSubject } from '../../payments/index.ts';
import type { Runner } from '../../store/index.ts';
import { requireInvoice } from '../get-invoice.ts';
import { findInvoicePayment } from './invoice-payments.queries.ts';

/** What an invoice counts on of a payment: what it kept, less what its credit notes gave back. Of one that is not decided yet, all. */
export async function countedOnByInvoice(
  runner: Runner,
  tenant: Tenant,
  { subjectId, paymentId, amountMinor }: PaidSubject,
): Promise<CountedMoney> {
  const sentBackBy = `POST /v1/invoices/${subjectId}/credit-notes and "refund": true`;
  const decided = await findInvoicePayment(runner, tenant, paymentId);
  if (decided?.state === 'returned') return { amountMinor: 0n, sentBackBy };
  if (decided?.state !== 'kept') return { amountMinor, sentBackBy };
  const kept = (await requireInvoice(runner, { tenant, id: subjectId })).payments.find(
    ({ payment_id: id }) => id === paymentId,
  );
  return { amountMinor: kept ? BigInt(kept.amount - kept.amount_refunded) : 0n, sentBackBy };
}
