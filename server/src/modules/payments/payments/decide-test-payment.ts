import type { PaymentFailureCode } from '@cottontree/contract';
import { findPaymentPage } from './find-payment-page.ts';
import type { Payments } from '../module.ts';
import { pollNow } from './poll-payments.ts';
import { businessNow } from './business-now.queries.ts';
import { decideAtTestProvider } from '../providers/test/test-payments.queries.ts';
import type { PaymentRow } from './payments.queries.ts';

/** What a payer can do on the test provider's page. */
export type TestDecision = 'approve' | 'decline' | 'expire';

const STATES = Object.freeze({ approve: 'succeeded', decline: 'failed', expire: 'expired' } as const);

/** Decides a test payment as its payer would, by the token of its page; null where there is no such test payment. */
export async function decideTestPayment(
  module: Payments,
  token: string,
  decision: TestDecision,
): Promise<PaymentRow | null> {
  const row = await findPaymentPage(module, token);
  if (!row || row.livemode || row.provider !== 'test') return null;
  return decidedAs(module, row, {
    state: STATES[decision],
    failureCode: decision === 'decline' ? 'customer_rejected' : null,
    amountShift: 0n,
  });
}

export type DecidedAs = {
  readonly state: string;
  readonly failureCode: PaymentFailureCode | null;
  readonly amountShift: bigint;
};

/** The test provider is told, and then asked like any other. */
export async function decidedAs(module: Payments, row: PaymentRow, decided: DecidedAs): Promise<PaymentRow> {
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  if (row.status === 'succeeded') return row;
  await decideAtTestProvider(module.store.of(tenant), { tenant, id: row.id }, decided);
  return pollNow(module, row, await businessNow(module, tenant));
}
