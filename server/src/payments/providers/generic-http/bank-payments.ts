import { decimalText } from '@cottontree/contract';
import type { ProviderContext, ProviderPayment, ProviderResult } from '../provider.ts';
import { failedResult, unknownResult } from '../wire/results.ts';
import { askBank, bankComplaint } from './ask-bank.ts';
import { isBankRef, readBankPayment } from './read-bank-payment.ts';

/** `POST /payments`; the attempt is the idempotency key. A 409 says that the first one is still under way. */
export async function createBankPayment(
  context: ProviderContext,
  wanted: ProviderPayment,
): Promise<ProviderResult> {
  const heard = await askBank(context, {
    method: 'POST',
    path: '/payments',
    body: bodyOf(wanted),
    idempotencyKey: wanted.attemptId,
  });
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  if (heard.kind === 'refused')
    return heard.status === 409
      ? unknownResult(heard.raw)
      : failedResult(heard.raw, 'provider_error', bankComplaint(heard));
  return readBankPayment(context, heard);
}

/** `GET /payments?attempt_id=`: how it stands, where nothing was heard of its creation. */
export async function findBankPayment(context: ProviderContext, attemptId: string): Promise<ProviderResult> {
  const heard = await askBank(context, {
    method: 'GET',
    path: `/payments?attempt_id=${encodeURIComponent(attemptId)}`,
  });
  return heard.kind === 'read' ? readBankPayment(context, heard) : unknownResult(heard.raw);
}

/** `GET /payments/:ref`. */
export function fetchBankPayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  return about(context, ref, { method: 'GET', path: '' });
}

/** `POST /payments/:ref/cancel` answers how the payment stands then, and where it cannot be called off we look. */
export async function cancelBankPayment(context: ProviderContext, ref: string): Promise<ProviderResult> {
  const result = await about(context, ref, { method: 'POST', path: '/cancel' });
  return result.state === 'unknown' ? fetchBankPayment(context, ref) : result;
}

async function about(
  context: ProviderContext,
  ref: string,
  { method, path }: { readonly method: 'GET' | 'POST'; readonly path: string },
): Promise<ProviderResult> {
  if (!isBankRef(ref)) return unknownResult('Not a reference of this provider.', ref);
  const heard = await askBank(context, { method, path: `/payments/${ref}${path}` });
  if (heard.kind !== 'read') return unknownResult(heard.raw, ref);
  const result = readBankPayment(context, heard);
  return result.ref === ref ? result : unknownResult(heard.raw, ref);
}

function bodyOf(wanted: ProviderPayment): object {
  return {
    payment_id: wanted.paymentId,
    attempt_id: wanted.attemptId,
    amount: decimalText(wanted.amountMinor, wanted.currency),
    currency: wanted.currency,
    channel: wanted.channel,
    phone: wanted.phone,
    description: wanted.description,
    return_url: wanted.returnUrl,
    cancel_url: wanted.cancelUrl,
    callback_url: wanted.callbackUrl,
    expires_at: wanted.expiresAt.toISOString(),
  };
}
