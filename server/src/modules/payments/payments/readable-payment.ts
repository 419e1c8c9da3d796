import type { Call } from '../../../kernel/call/call.ts';
import { isSameSecret, openClientSecret } from './present-payment.ts';
import { paymentNotFound } from './move-payment.ts';
import type { Payments } from '../module.ts';
import { findPayment, type PaymentRow } from './payments.queries.ts';

/** The payment, for who may see it: the merchant, or a page that has its client_secret. Else it is not there. */
export async function findReadablePayment(
  module: Payments,
  call: Call,
  wanted: { readonly id: string; readonly clientSecret: string | undefined },
): Promise<PaymentRow> {
  const row = await findPayment(module.store.of(call.tenant), { tenant: call.tenant, id: wanted.id });
  if (
    !row ||
    !mayRead(module, call, { row, given: wanted.clientSecret ?? call.credentials['X-Client-Secret'] })
  )
    throw paymentNotFound(wanted.id);
  return row;
}

function mayRead(
  module: Payments,
  { caller }: Call,
  { row, given }: { readonly row: PaymentRow; readonly given: string | undefined },
): boolean {
  if (caller.kind === 'secret') return true;
  return given !== undefined && isSameSecret(given, openClientSecret(module.vault, row.client_secret));
}
