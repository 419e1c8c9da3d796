import type { Tenant } from '../../../kernel/call/tenant.ts';
import { reservePlaces } from '../../../outbox/index.ts';
import type { Tx } from '../../../store/index.ts';
import { composePayment, toNewPayment } from './compose-payment.ts';
import type { Payments } from '../module.ts';
import type { SettledPayment, SettlingWork } from './payment-port.ts';
import { paymentPostings } from './payment-postings.ts';
import { insertPayments, type PaymentRow } from './payments.queries.ts';
import { isByHand } from '../providers/by-hand/by-hand.ts';

/** What is written of each: that it was asked for, and that it came. */
const MESSAGES_OF_PAYMENT = 2;

export type Settling<T> = { readonly tx: Tx; readonly tenant: Tenant; readonly settling: SettlingWork<T> };

/**
 * Writes money that is there already: payments that have succeeded, their ledger entries and their messages, in the caller's
 * transaction. What it changes is written first and says which of it counts; the places of its messages are taken before.
 */
export async function settleAtOnce<T>(
  module: Payments,
  { tx, tenant, settling: { paymentsMax, write } }: Settling<T>,
): Promise<T> {
  const [places, { result, payments }] = await Promise.all([
    paymentsMax === 0 ? [] : reservePlaces(tx, paymentsMax * MESSAGES_OF_PAYMENT),
    write(),
  ]);
  if (payments.length > 0) await insertSettled(module, { tx, tenant, payments, places });
  return result;
}

type Inserting = {
  readonly tx: Tx;
  readonly tenant: Tenant;
  readonly payments: readonly SettledPayment[];
  readonly places: readonly bigint[];
};

async function insertSettled(module: Payments, { tx, tenant, payments, places }: Inserting): Promise<void> {
  const { publicUrl } = module.settings;
  const settled = payments.map((payment) => ({
    row: settledRow(module, tenant, payment),
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
    places,
  });
}

/** Cash was seen; what somebody types in is verified once it is found in the provider's books. */
function settledRow(
  module: Payments,
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
  const row = composePayment(module, tenant, {
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
