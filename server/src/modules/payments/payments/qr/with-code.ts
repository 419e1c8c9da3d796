import type { Payments } from '../../module.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { payUrlOf } from '../present-payment.ts';
import type { ProviderNextAction, ProviderResult } from '../../providers/provider.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { nextActionFor, qrPayloadFor, type PayablePayment, type PayeeTerms } from './next-action-for.ts';
import { readCountry } from './payee.queries.ts';

/** What a provider said about a payment by code, with the code that the merchant wants shown; other payments as they are. */
export async function withCode(
  module: Payments,
  row: PaymentRow,
  result: ProviderResult,
): Promise<ProviderResult> {
  const open = result.state === 'requires_action' || result.state === 'processing';
  if (!open || (row.channel !== 'qr' && row.channel !== 'nfc')) return result;
  const {
    type,
    url,
    qr_payload: qrPayload,
    ussd_code: ussdCode,
    message,
  } = nextActionFor(payableOf(module, row, result.nextAction), await termsFor(module, row));
  return { ...result, state: 'requires_action', nextAction: { type, url, qrPayload, ussdCode, message } };
}

/** What the code of an open payment holds, whichever its channel is. */
export async function codeOf(module: Payments, row: PaymentRow): Promise<string> {
  const kept = row.next_action;
  const given = kept && {
    type: kept.type,
    url: kept.url,
    qrPayload: kept.qr_payload,
    ussdCode: kept.ussd_code,
    message: kept.message,
  };
  return qrPayloadFor(payableOf(module, row, given), await termsFor(module, row));
}

function payableOf(
  { settings }: Payments,
  row: PaymentRow,
  given: ProviderNextAction | null,
): PayablePayment {
  return {
    id: row.id,
    status: row.status,
    channel: row.channel,
    amountMinor: row.amount,
    currency: row.currency,
    payUrl: payUrlOf(row, settings.publicUrl),
    given,
  };
}

async function termsFor(
  { store }: Payments,
  { merchant_id: merchantId, livemode }: PaymentRow,
): Promise<PayeeTerms> {
  const tenant = { merchantId, livemode };
  const runner = store.of(tenant);
  const [settings, country] = await Promise.all([
    readSettings(runner, tenant),
    readCountry(runner, merchantId),
  ]);
  return { settings, country };
}
