import { Failure } from '../../kernel/call/failure.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';
import type {
  CountedMoney,
  PaidSubject,
  PaymentEnd,
  SubjectOwner,
  SubjectVerdict,
} from '../payments/index.ts';
import type { Pos } from './module.ts';
import { partsOf } from './refunds/refund-parts.ts';
import { refundsOfSale } from './refunds/refunds.queries.ts';
import { advanceSale } from './sales/advance-sale.ts';
import { endPayment } from './sales/begin-payments.ts';
import { changeSale, type DecidedSale } from './sales/change-sale.ts';
import {
  amountOf,
  isPending,
  type KeptPayment,
  paymentsOf,
  shareLeft,
  statusOf,
} from './sales/sale-parts.ts';
import { plainStep } from './sales/sale-step.ts';
import { nextVersion } from './sales/sale-versions.ts';
import { findSale, type SaleRow } from './sales/sales.queries.ts';
import { withPayment } from './sales/take-payments.ts';

/** What payments tell of how the money for a sale ended. */
export function ownSalePayments(module: () => Pos): SubjectOwner {
  return {
    kind: 'sale',
    ended: (tenant, end) =>
      end.status === 'succeeded' ? takeMoney(module(), tenant, end) : giveUpPayment(module(), tenant, end),
    counted: countedOnBySale,
  };
}

/** Puts the money on the sale, or finds that it has no use any more; decided once for a payment, whoever asks how often. */
async function takeMoney(module: Pos, tenant: Tenant, end: PaymentEnd): Promise<SubjectVerdict> {
  const key = { tenant, id: end.subject.id };
  const runner = module.store.of(tenant);
  for (let hasStock = true; ; hasStock = false) {
    const row = await findSale(runner, key);
    if (!row || !paymentOf(row, end)) return 'refund';
    try {
      const { row: after } = await changeSale(module, key, (before) =>
        decide(before, { end, module, hasStock }),
      );
      return paymentOf(after, end)?.verdict === 'kept' ? 'kept' : 'refund';
    } catch (error) {
      if (!hasStock || !(error instanceof Failure && error.code === 'INSUFFICIENT_STOCK')) throw error;
    }
  }
}

type Money = {
  readonly end: PaymentEnd;
  readonly module: Pos;
  /** False once the stock was found to be gone. */ readonly hasStock: boolean;
};

function decide(before: SaleRow, { end, module, hasStock }: Money): DecidedSale | null {
  const payment = paymentOf(before, end);
  if (!payment || payment.verdict !== null) return null;
  const at = end.at;
  const settled: KeptPayment = {
    ...payment,
    status: 'succeeded',
    settled_at: at.toISOString(),
    failure: null,
  };
  if (!hasStock || !isUseful(before, payment, end)) {
    const after = withPayment(before, { ...settled, verdict: 'refund' });
    const decided = {
      payment_id: payment.id,
      channel: payment.channel,
      verdict: 'refund' as const,
      amount: amountOf(payment),
      created_at: at,
    };
    return {
      wants: [],
      compose: () => ({
        ...plainStep(before, nextVersion(before, after, { at, world: module.world, told: 0 })),
        payments: [decided],
      }),
    };
  }
  const isLate = statusOf(before) !== 'pending_payment' || !isPending(payment);
  const flags =
    isLate && !before.flags.includes('late_payment') ? [...before.flags, 'late_payment'] : before.flags;
  const draft: SaleRow = { ...withPayment(before, { ...settled, verdict: 'kept' }), flags, status: 'open' };
  return {
    wants: [],
    compose: (basis) =>
      advanceSale(before, draft, { basis, module, at, actor: null, after: 'payment', claimOf: null }),
  };
}

/** What expired is only taken up again by money that completes it. */
function isUseful(row: SaleRow, payment: KeptPayment, end: PaymentEnd): boolean {
  const left = shareLeft(row) + (isPending(payment) ? BigInt(payment.share) : 0n);
  const share = BigInt(payment.share);
  if (end.amountMinor !== amountOf(payment) || end.currency !== row.currency || share > left) return false;
  const status = statusOf(row);
  if (status === 'expired')
    return share === left && !paymentsOf(row).some((other) => other.id !== payment.id && isPending(other));
  return status === 'open' || status === 'pending_payment' || status === 'parked';
}

/** The money will not come. */
async function giveUpPayment(module: Pos, tenant: Tenant, end: PaymentEnd): Promise<SubjectVerdict> {
  const row = await findSale(module.store.of(tenant), { tenant, id: end.subject.id });
  const payment = row && paymentOf(row, end);
  if (!payment || !isPending(payment)) return 'kept';
  const asked = await module.payments.find(tenant, payment.id);
  await endPayment(
    module,
    { tenant, id: row.id },
    { payment: { ...payment, status: end.status, failure: asked?.failure ?? null }, now: end.at },
  );
  return 'kept';
}

function paymentOf(row: SaleRow, end: PaymentEnd): KeptPayment | undefined {
  return paymentsOf(row).find(({ id }) => id === end.paymentId);
}

/** What a sale counts on of a payment: all that it kept and its refunds have not given back. What pends may still fail, and counts. */
async function countedOnBySale(
  runner: Runner,
  tenant: Tenant,
  { subjectId, paymentId, amountMinor }: PaidSubject,
): Promise<CountedMoney> {
  const sale = await findSale(runner, { tenant, id: subjectId });
  const payment = sale && paymentsOf(sale).find(({ id }) => id === paymentId);
  const isGone =
    !payment || payment.verdict === 'refund' || statusOf(sale) === 'voided' || statusOf(sale) === 'cancelled';
  if (isGone) return { amountMinor: 0n, sentBackBy: '' };
  const parts = (await refundsOfSale(runner, tenant, subjectId)).flatMap(partsOf);
  const gone = parts
    .filter((part) => part.payment_id === paymentId && part.status === 'succeeded')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const isCompleted = sale.completed_at !== null;
  return {
    amountMinor: amountMinor - gone,
    sentBackBy: `POST /v1/pos/sales/${subjectId}/${isCompleted ? 'refunds' : 'cancel'}`,
  };
}
