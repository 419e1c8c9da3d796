import type { ProviderContext, ProviderPayment, ProviderResult } from '../provider.ts';
import { failedResult, unknownResult } from '../wire/results.ts';
import { askMonime, monimeComplaint } from './ask-monime.ts';
import { readMonimePayment } from './read-monime-payment.ts';

/** A USSD code for phones, else a hosted checkout. The attempt is Monime's idempotency key. */
export async function createMonimePayment(
  context: ProviderContext,
  wanted: ProviderPayment,
): Promise<ProviderResult> {
  const dials = wanted.channel === 'mobile_money' || wanted.channel === 'qr';
  const kind = dials ? 'payment-codes' : 'checkout-sessions';
  const heard = await askMonime(context, {
    method: 'POST',
    path: kind,
    body: dials ? codeOf(context, wanted) : sessionOf(context, wanted),
    idempotencyKey: wanted.attemptId,
  });
  if (heard.kind === 'refused') return failedResult(heard.raw, 'provider_error', monimeComplaint(heard));
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  return readMonimePayment(context, heard, { kind, channel: wanted.channel });
}

function codeOf(context: ProviderContext, wanted: ProviderPayment): object {
  return {
    mode: 'one_time',
    name: nameOf(context, wanted),
    amount: amountOf(wanted),
    duration: `${minutesLeft(context, wanted)}m`,
    reference: wanted.paymentId,
    ...(wanted.phone !== null &&
      wanted.channel === 'mobile_money' && { authorizedPhoneNumber: wanted.phone }),
    ...intoAccount(context),
  };
}

function sessionOf(context: ProviderContext, wanted: ProviderPayment): object {
  return {
    name: nameOf(context, wanted),
    reference: wanted.paymentId,
    lineItems: [
      {
        type: 'custom',
        name: wanted.description.slice(0, NAME_LENGTH_MAX),
        quantity: 1,
        price: amountOf(wanted),
      },
    ],
    successUrl: wanted.returnUrl,
    cancelUrl: wanted.cancelUrl,
    ...intoAccount(context),
  };
}

const NAME_LENGTH_MAX = 100;

function nameOf({ merchantName }: ProviderContext, { description }: ProviderPayment): string {
  return (description === '' ? merchantName : description).slice(0, NAME_LENGTH_MAX);
}

/** Minor units; below 2^53 by the provider's bounds. */
function amountOf({ amountMinor, currency }: ProviderPayment): {
  readonly currency: string;
  readonly value: number;
} {
  return { currency, value: Number(amountMinor) };
}

function minutesLeft({ now }: ProviderContext, { expiresAt }: ProviderPayment): number {
  return Math.min(Math.max(Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000), 1), 1_440);
}

function intoAccount({ settings }: ProviderContext): object {
  const account = settings['financial_account_id'];
  return account === undefined ? {} : { financialAccountId: account };
}
