import { formatMoney, hasPaymentEnded } from '@cottontree/contract';
import { heldForReview, movedTo, noted, WAIT, type PaymentFields } from './payment-change.ts';
import type { PaymentChange, PaymentRow } from './payments.queries.ts';
import type { ProviderNextAction, ProviderResult } from '../providers/provider.ts';

type Judging = { readonly result: ProviderResult; readonly at: Date; readonly publicUrl: string };

/**
 * What a provider's word makes of a payment: a change, or nothing. A success is believed only with our amount and currency;
 * silence and nonsense are never a failure; and nothing but proven money moves a payment that has ended.
 */
export function judgeResult(row: PaymentRow, { result, at, publicUrl }: Judging): PaymentChange | null {
  const status = row.status;
  if (status === 'succeeded') return null;
  const fields: PaymentFields =
    result.ref !== null && row.provider_ref === null ? { provider_ref: result.ref } : {};
  const doubt = result.state === 'succeeded' ? doubtOf(row, result) : null;
  if (doubt !== null)
    return reviewReasonOf(row) === doubt
      ? null
      : heldForReview(row, { reason: doubt, at, publicUrl, fields });
  if (result.state === 'succeeded')
    return movedTo(row, {
      to: 'succeeded',
      at,
      publicUrl,
      fields: { ...fields, fee: result.feeMinor ?? row.fee, verified: true },
    });
  if (hasPaymentEnded(status)) return judgeEnded(row, { result, at, publicUrl }, fields);
  if (result.state === 'failed')
    return movedTo(row, {
      to: 'failed',
      at,
      publicUrl,
      fields: {
        ...fields,
        failure: result.failure ?? { code: 'provider_error', message: 'The provider gave no reason.' },
      },
    });
  if (result.state === 'cancelled' || result.state === 'expired')
    return movedTo(row, { to: result.state, at, publicUrl, fields });
  return judgeProgress(row, { result, at, publicUrl }, fields);
}

/** What is known of a payment that has ended without money. One that was cancelled before the provider answered is asked about by its reference all the same; late money that was doubted and is not there needs no look. */
function judgeEnded(row: PaymentRow, { result, at }: Judging, fields: PaymentFields): PaymentChange | null {
  const isUntaken = result.state === 'failed' || result.state === 'cancelled' || result.state === 'expired';
  const known = { ...fields, ...(isUntaken && row.review !== null ? { review: null } : {}) };
  return Object.keys(known).length === 0 ? null : noted(row, { at, fields: known });
}

/** What is known of a payment that is still open. Said again, it is no news. */
function judgeProgress(
  row: PaymentRow,
  { result, at, publicUrl }: Judging,
  fields: PaymentFields,
): PaymentChange | null {
  const to = result.state === 'requires_action' ? 'requires_action' : 'processing';
  // A provider that cannot be heard says nothing about what the payer has to do.
  if (row.status !== to && !(result.state === 'unknown' && row.status !== 'created')) {
    const next =
      result.nextAction === null ? (to === 'processing' ? WAIT : null) : keptAction(result.nextAction);
    return movedTo(row, { to, at, publicUrl, fields: { ...fields, next_action: next } });
  }
  return fields.provider_ref === undefined ? null : noted(row, { at, fields });
}

function keptAction({ type, url, qrPayload, ussdCode, message }: ProviderNextAction) {
  return { type, url, qr_payload: qrPayload, ussd_code: ussdCode, message };
}

/** Why a success is not believed; null where it is. */
function doubtOf(row: PaymentRow, { amountMinor, currency }: ProviderResult): string | null {
  if (amountMinor === row.amount && currency === row.currency) return null;
  const said =
    amountMinor === null || currency === null
      ? 'no amount'
      : currency === row.currency
        ? formatMoney(amountMinor, row.currency)
        : `${amountMinor} minor units of ${currency}`;
  return `The provider says that ${said} was paid instead of ${formatMoney(row.amount, row.currency)}.`;
}

function reviewReasonOf({ review }: PaymentRow): string | null {
  return (review as { readonly reason: string } | null)?.reason ?? null;
}
