import type { Tenant } from '../../../kernel/call/tenant.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import type {
  CountedMoney,
  PaidSubject,
  PaymentEnd,
  SubjectOwner,
  SubjectVerdict,
} from '../../payments/index.ts';
import type { Events } from '../module.ts';
import { holdAgain } from './begin-payment.ts';
import { changeOrder, simply, type DecidedStep } from './change-order.ts';
import { expireStep } from './expire-step.ts';
import { issueStep } from './compose-tickets.ts';
import { nextVersion, plainStep, type DecidedOrderPayment } from './order-step.ts';
import { findOrder, paymentsOfOrder, type OrderRow } from './orders.queries.ts';
import { refundsOfOrder } from './refunds.queries.ts';

/** What payments tell of how the money for an order ended. */
export function ownPayments(module: () => Events): SubjectOwner {
  return {
    kind: 'ticket_order',
    ended: (tenant, end) =>
      end.status === 'succeeded' ? takeMoney(module(), tenant, end) : giveUpPayment(module(), tenant, end),
    counted: countedOnByOrder,
  };
}

/** Issues the tickets, or finds that the money has no use any more; decided once for a payment, whoever asks how often. */
async function takeMoney(module: Events, tenant: Tenant, end: PaymentEnd): Promise<SubjectVerdict> {
  const { id } = end.subject;
  const runner = module.store.of(tenant);
  if (!(await findOrder(runner, tenant, id))) return 'refund';
  for (let hasRoom = true; ; hasRoom = false) {
    try {
      const { step } = await changeOrder(module, { tenant, id }, async (row) => {
        const decided = (await paymentsOfOrder(runner, tenant, id)).some(
          ({ payment_id }) => payment_id === end.paymentId,
        );
        return decided ? null : decide(row, { end, module, hasRoom });
      });
      if (
        step?.after.status === 'paid' &&
        step.before?.payment_id &&
        step.before.payment_id !== end.paymentId
      )
        await module.payments.cancel(tenant, step.before.payment_id, end.at);
      const known = (await paymentsOfOrder(runner, tenant, id)).find(
        ({ payment_id }) => payment_id === end.paymentId,
      );
      return known?.verdict === 'kept' ? 'kept' : 'refund';
    } catch (error) {
      if (!hasRoom || !isShort(error)) throw error;
    }
  }
}

function isShort(error: unknown): boolean {
  return (
    error instanceof Failure &&
    (error.code === 'SOLD_OUT' || error.code === 'INSUFFICIENT_QUANTITY' || error.code === 'PROMO_INVALID')
  );
}

type Money = {
  readonly end: PaymentEnd;
  readonly module: Events;
  /** False once the places were found to be gone. */ readonly hasRoom: boolean;
};

function decide(row: OrderRow, { end, module, hasRoom }: Money): DecidedStep {
  const { at } = end;
  const verdict = (word: DecidedOrderPayment['verdict']): DecidedOrderPayment => ({
    payment_id: end.paymentId,
    verdict: word,
    amount: end.amountMinor,
    created_at: at,
  });
  const fits = end.amountMinor === row.total && end.currency === row.currency;
  const isOpen = row.status === 'held' || row.status === 'awaiting_payment' || row.status === 'expired';
  if (fits && isOpen && hasRoom) {
    return {
      issues: true,
      compose: (event, signer) => {
        // Of a cancelled event nothing is sold any more, whoever has paid; and who was not in time for one that is over gets no ticket to it.
        if (event.status === 'cancelled' || (row.status === 'expired' && event.endDate <= at))
          return { ...plainStep(row, useless(row, { end, module }), at), payment: verdict('refund') };
        const step = issueStep(row, {
          event,
          signer,
          world: module.world,
          vault: module.vault,
          at,
          paymentId: end.paymentId,
        });
        return { ...step, payment: verdict('kept') };
      },
    };
  }
  return simply(() => ({ ...plainStep(row, useless(row, { end, module }), at), payment: verdict('refund') }));
}

/** The order after money came that has no use: what it was, but for one that expired and waits for its refund now. */
function useless(
  row: OrderRow,
  { end, module }: { readonly end: PaymentEnd; readonly module: Events },
): OrderRow {
  const next = nextVersion(row, { at: end.at, world: module.world, told: 0 });
  return row.status === 'expired' ? { ...next, status: 'refund_pending', payment_id: end.paymentId } : next;
}

/** The money will not come: the order is held on as long as its time lasts, else it is over. */
async function giveUpPayment(
  module: Events,
  tenant: Tenant,
  { subject, paymentId, at }: PaymentEnd,
): Promise<SubjectVerdict> {
  const row = await findOrder(module.store.of(tenant), tenant, subject.id);
  if (!row || row.status !== 'awaiting_payment' || row.payment_id !== paymentId) return 'kept';
  if (row.expires_at > at) await holdAgain(module, { tenant, id: row.id }, { paymentId, at });
  else {
    await changeOrder(module, { tenant, id: row.id }, (before) =>
      before.status === 'awaiting_payment' && before.payment_id === paymentId
        ? simply(() => expireStep(before, { at, world: module.world }))
        : null,
    );
  }
  return 'kept';
}

/** What a ticket order counts on of a payment: what it kept and has not given up. A refund that payments were not told of yet still needs its money. */
async function countedOnByOrder(
  runner: Runner,
  tenant: Tenant,
  { subjectId, paymentId, amountMinor }: PaidSubject,
): Promise<CountedMoney> {
  const sentBackBy = `POST /v1/ticket-orders/${subjectId}/refund`;
  if (!(await findOrder(runner, tenant, subjectId))) return { amountMinor: 0n, sentBackBy };
  const decided = (await paymentsOfOrder(runner, tenant, subjectId)).find(
    ({ payment_id: id }) => id === paymentId,
  );
  if (decided?.verdict === 'refund') return { amountMinor: 0n, sentBackBy };
  const given = (await refundsOfOrder(runner, tenant, subjectId)).filter(
    (refund) => refund.payment_id === paymentId && refund.status !== 'pending',
  );
  return { amountMinor: given.reduce((left, { amount }) => left - amount, amountMinor), sentBackBy };
}
