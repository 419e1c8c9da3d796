import type { Tenant } from '../core/tenant.ts';
import type { Tx } from '../store/index.ts';
import { composePayment, toNewPayment } from './compose-payment.ts';
import type { Payments } from './open-payments.ts';
import type { SettledPayment } from './payment-desk.ts';
import { paymentPostings } from './payment-postings.ts';
import { insertPayments, type PaymentRow } from './payments.queries.ts';
import { isByHand } from './providers/by-hand/by-hand.ts';

export type Settling = {
  readonly tx: Tx;
  readonly tenant: Tenant;
  readonly payments: readonly SettledPayment[];
};

/** Writes money that is there already: payments that have succeeded, their ledger entries and their messages, in the caller's transaction. */
export async function settleAtOnce(room: Payments, { tx, tenant, payments }: Settling): Promise<void> {
  if (payments.length === 0) return;
  const { publicUrl } = room.settings;
  const settled = payments.map((payment) => ({
    row: settledRow(room, tenant, payment),
    cashSessionId: payment.cashSessionId ?? null,
  }));
  await insertPayments(tx, {
    payments: settled.map(({ row }) => toNewPayment(row, { publicUrl, poll: null })),
    postings: settled.flatMap(({ row, cashSessionId }) =>
      paymentPostings({
        id: row.id,
        amount: row.amount,
        currency: row.currency,
        provider: row.provider,
        fee: row.fee,
        at: row.updated_at,
        cashSessionId,
      }),
    ),
  });
}

/** Cash was seen; what somebody types in is verified once it is found in the provider's books. */
function settledRow(
  room: Payments,
  tenant: Tenant,
  { id, at, externalRef, ...wanted }: SettledPayment,
): PaymentRow {
  const provider =
    wanted.channel === 'cash'
      ? 'cash'
      : wanted.provider !== null && isByHand(wanted.provider)
        ? wanted.provider
        : 'manual';
  const way = { provider, accountId: null, payerChooses: false, byHand: true, message: null };
  const row = composePayment(room, tenant, {
    id,
    now: at,
    wanted: { ...wanted, expiresAt: at, returnUrl: null, cancelUrl: null },
    way,
  });
  return {
    ...row,
    status: 'succeeded',
    provider_ref: externalRef,
    fee: 0n,
    next_action: null,
    succeeded_at: at,
  };
}
