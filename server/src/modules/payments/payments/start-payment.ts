import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import { askProvider } from './ask-provider.ts';
import { composePayment, toNewPayment, type PaymentToCompose, type Polling } from './compose-payment.ts';
import { paymentNotFound } from './move-payment.ts';
import type { Payments } from '../module.ts';
import { findPayment, insertPayments, type PaymentKey, type PaymentRow } from './payments.queries.ts';
import { FIRST_POLL_MS, LEASE_MS, restOf } from './poll-payments.ts';
import { claimPoll, restPolls, type PolledRow } from './polls.queries.ts';

/** A payment just written, with the turn at which its provider is asked. */
export type WrittenPayment = {
  readonly payment: PolledRow;
  /** False: it was there already, and stays as it was. */ readonly isNew: boolean;
};

/** Writes a payment before anybody is asked: what is asked for outside is known here, whatever happens. */
export async function writePayment(
  module: Payments,
  runner: Runner,
  { tenant, ...composed }: PaymentToCompose & { readonly tenant: Tenant },
): Promise<WrittenPayment> {
  const row = composePayment(module, tenant, composed);
  const poll = pollingOf(module);
  const made = await insertPayments(runner, {
    payments: [
      toNewPayment(row, {
        publicUrl: module.settings.publicUrl,
        poll: row.status === 'created' ? poll : null,
      }),
    ],
    postings: [],
  });
  return {
    payment: { ...row, polls: ASKED_NEVER, late_polls: 0, poll_due_at: poll.at, clock: composed.now },
    isNew: made.has(row.id),
  };
}

/** Asking for the money is no poll. */
const ASKED_NEVER = -1;

/** This node asks first; should it die of it, another does so as soon as the lease is over. */
function pollingOf(module: Payments): Polling {
  const now = module.world.systemNow().getTime();
  return { at: new Date(now + FIRST_POLL_MS), leasedUntil: new Date(now + LEASE_MS) };
}

/** Asks for the money of a payment that this node has just written. `at` is business time. */
export async function askFirst(module: Payments, payment: PolledRow, at: Date): Promise<PaymentRow> {
  if (payment.status !== 'created') return payment;
  const { row } = await askProvider(module, payment, at);
  await restPolls(module.store.system, [restOf(module, payment, row)]);
  return row;
}

/** Goes on where a request was cut short, unless another is at it; answers how the payment stands. */
export async function resumePayment(module: Payments, key: PaymentKey, at: Date): Promise<PaymentRow> {
  const row = await findPayment(module.store.of(key.tenant), key);
  if (!row) throw paymentNotFound(key.id);
  if (row.status !== 'created') return row;
  const now = module.world.systemNow();
  const claimed = await claimPoll(module.store.system, key, {
    now,
    until: new Date(now.getTime() + LEASE_MS),
  });
  if (!claimed) return row;
  const { row: after } = await askProvider(module, claimed, at);
  await restPolls(module.store.system, [restOf(module, claimed, after)]);
  return after;
}
