import { formatMoney, paymentMoves, toMajor } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import type { JsonObject, Runner } from '../../../store/index.ts';
import type { Posting } from '../../ledger/index.ts';
import type { Payments } from '../module.ts';
import { readRefundable } from '../payments/ends.queries.ts';
import { paymentNotFound } from '../payments/move-payment.ts';
import type { CountedMoney } from '../payments/payment-port.ts';
import { clearingAccount } from '../payments/payment-postings.ts';
import { findPayment, type PaymentRow } from '../payments/payments.queries.ts';
import { refundFact } from './present-refund.ts';
import { type RefundRow, beginRefund as writeRefund } from './refunds.queries.ts';

type WantedRefund = {
  readonly id: string;
  readonly paymentId: string;
  /** What goes back of what the payment has left, or null for all of it. */
  readonly amountOf: (payment: PaymentRow) => bigint | null;
  /** Refuses an amount that whoever asks may not give back. */
  readonly judgeAmount?: (amount: bigint, payment: PaymentRow) => void;
  readonly reason: string | null;
  readonly metadata: JsonObject;
  readonly at: Date;
  /** It is handed back in cash, however it was paid. */
  readonly inCash?: boolean;
  /** Of cash: the session of the drawer that it comes out of. */
  readonly cashSessionId?: string | null;
  /** What the payment's subject counts on is left alone: only its owner sends that back. */
  readonly leavesCounted?: boolean;
};

/** What is handed back by hand is done when it is written down. */
const BY_HAND: ReadonlySet<string> = new Set(['cash', 'manual']);
/** So long whoever wrote the refund has to ask for it first. */
const FIRST_QUESTION_MS = 10_000;
/** All that is left may become less while it is read. */
const TRIES_MAX = 3;

/** Writes a refund with its hold on the payment; nobody is asked for the money yet. */
export async function beginRefund(refunding: Refunding, wanted: WantedRefund): Promise<RefundRow> {
  const { runner, tenant } = refunding;
  const payment = await findPayment(runner, { tenant, id: wanted.paymentId });
  if (!payment) throw paymentNotFound(wanted.paymentId);
  if (payment.status !== 'succeeded') throw notPaid(payment);
  const asked = wanted.amountOf(payment);
  // Read before what is left: it falls no earlier than that.
  const counted = wanted.leavesCounted ? await countedMoney(refunding, payment) : null;
  for (let attempt = 1; ; attempt += 1) {
    const free = await readRefundable(runner, tenant, payment.id);
    if (counted) refuseCounted(payment, { counted, free, asked });
    const left = free - (counted?.amountMinor ?? 0n);
    const amount = asked ?? left;
    if (amount > left || amount === 0n) throw exceeds(payment, { amount, left });
    wanted.judgeAmount?.(amount, payment);
    if (!wanted.inCash) await refuseUnsupported(refunding, payment, amount);
    const written = await writeRefund(
      runner,
      tenant,
      composeRefund(refunding.module, payment, { wanted, amount, counted: counted?.amountMinor ?? 0n }),
    );
    if (written) return written;
    if (asked !== null || attempt === TRIES_MAX)
      throw exceeds(payment, {
        amount,
        left: (await readRefundable(runner, tenant, payment.id)) - (counted?.amountMinor ?? 0n),
      });
  }
}

function composeRefund(
  { world }: Payments,
  payment: PaymentRow,
  {
    wanted,
    amount,
    counted,
  }: { readonly wanted: WantedRefund; readonly amount: bigint; readonly counted: bigint },
) {
  const { id, reason, metadata, at } = wanted;
  const provider = wanted.inCash ? 'cash' : payment.provider;
  const done = BY_HAND.has(provider);
  const row: RefundRow = {
    ...keyOf({ merchantId: payment.merchant_id, livemode: payment.livemode }),
    id,
    payment_id: payment.id,
    version: 1,
    status: done ? 'succeeded' : 'pending',
    amount,
    currency: payment.currency,
    reason,
    metadata,
    provider_ref: null,
    failure: null,
    created_at: at,
    updated_at: at,
    succeeded_at: done ? at : null,
  };
  const facts = [
    refundFact({ kind: 'refund.created', row, payment }),
    ...(done ? [refundFact({ kind: 'refund.succeeded', row, payment })] : []),
  ];
  const postings = done
    ? refundPostings({
        id,
        paymentId: payment.id,
        amount,
        currency: payment.currency,
        provider,
        at,
        cashSessionId: wanted.cashSessionId ?? null,
      })
    : [];
  return {
    id,
    paymentId: payment.id,
    amount,
    done,
    counted,
    reason,
    metadata,
    at,
    facts,
    postings,
    dueAt: new Date(world.now().getTime() + FIRST_QUESTION_MS),
  };
}

async function refuseUnsupported(
  { module, tenant }: Refunding,
  payment: PaymentRow,
  amount: bigint,
): Promise<void> {
  if (BY_HAND.has(payment.provider)) return;
  const account = await module.accounts.find(tenant, {
    provider: payment.provider,
    accountId: payment.account_id,
  });
  const able = account?.provider.capabilities.refund ?? 'none';
  if (able === 'partial' || (able === 'full' && amount === payment.amount)) return;
  const why =
    able === 'full' ? 'sends back only the whole payment' : 'sends no money back, or its account was removed';
  throw new Failure(
    'REFUND_NOT_SUPPORTED',
    `The provider ${payment.provider} ${why}. Hand the money back by another way.`,
  );
}

function notPaid({ id, status }: PaymentRow): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `The payment ${id} is ${status}; only money that has come can be sent back.`,
    { details: { from: status, to: 'refunded', allowed: paymentMoves[status] } },
  );
}

function exceeds(
  { id, currency: code }: PaymentRow,
  { amount, left }: { readonly amount: bigint; readonly left: bigint },
): Failure {
  const currency = code;
  const wanted =
    amount === 0n
      ? 'all of it is refunded, or about to be'
      : `${formatMoney(amount, currency)} was asked for`;
  return new Failure(
    'REFUND_EXCEEDS_PAYMENT',
    `${formatMoney(left, currency)} of the payment ${id} can still be refunded; ${wanted}.`,
    { details: { refundable: toMajor(left, currency) } },
  );
}

type Refunded = {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly provider: string;
  readonly at: Date;
  readonly cashSessionId?: string | null;
};

/** What money that went back writes into the ledger: it left where the payment's lay. A provider keeps the payment's fee. */
export function refundPostings({
  id,
  paymentId,
  amount,
  currency,
  provider,
  at,
  cashSessionId = null,
}: Refunded): readonly Posting[] {
  const entries = [
    { account: 'refunds', amount },
    { account: clearingAccount(provider, cashSessionId), amount: -amount },
  ];
  return [{ id: `ltx_${id}_succeeded`, kind: 'refund.succeeded', subject: paymentId, currency, at, entries }];
}

/** What of a payment the module that owns its subject counts on; null where nobody does. */
async function countedMoney(
  { module, runner, tenant }: Refunding,
  { id, amount, subject_kind: kind, subject_id: subjectId }: PaymentRow,
): Promise<CountedMoney | null> {
  const owner = kind === null ? undefined : module.owners.get(kind);
  if (!owner?.counted || subjectId === null) return null;
  const counted = await owner.counted(runner, tenant, { subjectId, paymentId: id, amountMinor: amount });
  return counted.amountMinor > 0n ? counted : null;
}

type Asked = {
  readonly counted: CountedMoney;
  /** What is not refunded, nor about to be. */ readonly free: bigint;
  /** Null: all there is. */ readonly asked: bigint | null;
};

/** STATE_CONFLICT where a refund would reach into what is counted on. */
function refuseCounted(
  { id, currency: code, subject_kind: kind, subject_id: subjectId }: PaymentRow,
  { counted, free, asked }: Asked,
): void {
  const left = free > counted.amountMinor ? free - counted.amountMinor : 0n;
  if (asked === null ? left > 0n : asked <= left) return;
  const currency = code;
  const rest = left > 0n ? ` Beside that ${formatMoney(left, currency)} can be refunded here.` : '';
  throw new Failure(
    'STATE_CONFLICT',
    `The ${kind?.replace('_', ' ')} ${subjectId} counts on ${formatMoney(counted.amountMinor, currency)} of the payment ${id}: send that back with ${counted.sentBackBy}, so that it is known there.${rest}`,
    {
      details: { from: 'succeeded', to: 'refunded', allowed: [], refundable: toMajor(left, currency) },
    },
  );
}

type Refunding = { readonly module: Payments; readonly runner: Runner; readonly tenant: Tenant };
