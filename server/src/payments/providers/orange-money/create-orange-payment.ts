import { toMajor } from '@cottontree/contract';
import type { ProviderContext, ProviderPayment, ProviderResult } from '../provider.ts';
import { textAt } from '../wire/fields.ts';
import { payerUrl } from '../wire/payer-url.ts';
import { failedResult, nextAction, resultOf, unknownResult } from '../wire/results.ts';
import type { TokenMemory } from '../wire/tokens.ts';
import { askOrange, orangeComplaint } from './ask-orange.ts';
import { orangeCountry, SANDBOX_CURRENCY } from './orange-countries.ts';
import { orangeOrderId, writeOrangeReference } from './orange-reference.ts';

/**
 * Opens a page of Orange on which the payer gives number and one-time code. Orange takes each order once: where the first
 * answer was lost, nobody has seen the page it named, so nobody can pay there, and the refusal is a failure.
 */
export async function createOrangePayment(
  context: ProviderContext,
  wanted: ProviderPayment,
  tokens: TokenMemory,
): Promise<ProviderResult> {
  const orderId = orangeOrderId(wanted.attemptId);
  const heard = await askOrange(context, tokens, {
    path: 'webpayment',
    body: bodyOf(context, wanted, orderId),
  });
  if (heard.kind === 'refused') return failedResult(heard.raw, 'provider_error', orangeComplaint(heard));
  if (heard.kind === 'unknown') return unknownResult(heard.raw);
  const payToken = textAt(heard.json, 'pay_token');
  const url = payerUrl(textAt(heard.json, 'payment_url'), context);
  if (payToken === null || !/^[\w-]{1,200}$/.test(payToken) || url === null) return unknownResult(heard.raw);
  const { amountMinor, currency } = wanted;
  const action =
    wanted.channel === 'qr' ? nextAction('qr', { url, qrPayload: url }) : nextAction('redirect', { url });
  return resultOf('requires_action', heard.raw, {
    ref: writeOrangeReference({ orderId, amountMinor, currency, payToken }),
    amountMinor,
    currency,
    nextAction: action,
  });
}

const REFERENCE_LENGTH_MAX = 30;

function bodyOf(
  { credentials, settings, merchantName }: ProviderContext,
  wanted: ProviderPayment,
  orderId: string,
): object {
  return {
    merchant_key: credentials['merchant_key'] ?? '',
    currency: orangeCountry(settings) === 'dev' ? SANDBOX_CURRENCY : wanted.currency,
    order_id: orderId,
    amount: toMajor(wanted.amountMinor, wanted.currency),
    return_url: wanted.returnUrl,
    cancel_url: wanted.cancelUrl,
    // Their callback names neither order nor payment.
    notif_url: `${wanted.callbackUrl}?payment=${wanted.paymentId}`,
    lang: settings['language'] ?? 'en',
    reference: (settings['reference'] ?? merchantName).slice(0, REFERENCE_LENGTH_MAX),
  };
}
