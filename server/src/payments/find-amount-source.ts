import { formatMoney, type AmountSource, type CreatePaymentBody, type Currency } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import type { Payments } from './open-payments.ts';
import { readSettings } from './settings/settings.queries.ts';
import { readSignedAmount } from './settings/sign-amount.ts';

export type NamedAmount = {
  readonly body: CreatePaymentBody;
  readonly amountMinor: bigint;
  readonly currency: Currency;
};

/** Who named the amount: a server, a page, or a page with an amount that the merchant's server has signed. */
export async function findAmountSource(
  room: Payments,
  { caller, tenant, now }: Call,
  { body, amountMinor, currency }: NamedAmount,
): Promise<AmountSource> {
  if (body.amount_token !== undefined) {
    const terms = readSignedAmount(room, tenant, { token: body.amount_token, now });
    if (terms.amountMinor !== amountMinor || terms.currency !== currency)
      throw mismatch(`amount is ${formatMoney(terms.amountMinor, terms.currency)}`);
    if (terms.reference !== null && terms.reference !== body.reference)
      throw mismatch(`reference is ${terms.reference}`);
    return 'signed';
  }
  if (caller.kind !== 'public') return 'server';
  // A link says itself what may be paid.
  if (
    body.payment_link_id === undefined &&
    (await readSettings(room.store.of(tenant), tenant)).requireSignedAmounts
  ) {
    throw new Failure(
      'AMOUNT_TOKEN_INVALID',
      'This merchant takes amounts from a page only where its server has signed them. Send amount_token, which POST /v1/payments/signed-amounts makes.',
    );
  }
  return 'client';
}

function mismatch(signed: string): Failure {
  return new Failure(
    'AMOUNT_TOKEN_INVALID',
    `The amount_token is for something else: its ${signed}. Send exactly what was signed.`,
  );
}
