import { idRandomBytes, makeId } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type {
  AdmittedPayment,
  CountedMoney,
  PaidSubject,
  PaymentEnd,
  SubjectOwner,
  SubjectTerms,
  SubjectVerdict,
} from '../../payments/index.ts';
import type { Runner, Tx } from '../../../store/index.ts';
import { isPayable } from '../invoices/amount-due.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import type { Invoices } from '../module.ts';
import {
  beginInvoicePayment,
  findInvoicePayment,
  lockInvoicePayment,
  settleInvoicePayment,
  type InvoicePaymentRow,
} from './invoice-payments.queries.ts';
import { refuseChannel, refusePart, refuseUnpayable } from './start-invoice-payment.ts';
import { keptOfPayment, takePayment } from './pay-invoice.ts';

/** Decides what becomes of money that came for an invoice. */
export function ownInvoicePayments(module: () => Invoices): SubjectOwner {
  return {
    kind: 'invoice',
    ended: (tenant, end) => endInvoicePayment(module(), tenant, end),
    admit,
    counted: countedOnByInvoice,
  };
}

/** A merchant's own page asks for money for an invoice, by POST /payments. */
async function admit(
  runner: Runner,
  tenant: Tenant,
  { paymentId, subjectId, amountMinor, currency, channel, at }: AdmittedPayment,
): Promise<SubjectTerms> {
  const row = await requireInvoice(runner, { tenant, id: subjectId });
  if (row.currency !== currency)
    throw new Failure('CURRENCY_MISMATCH', `The invoice is in ${row.currency}.`, {
      details: { currency: row.currency },
    });
  refuseUnpayable(row, amountMinor);
  refusePart(row, amountMinor);
  refuseChannel(row, channel);
  await beginInvoicePayment(runner, tenant, { paymentId, invoiceId: row.id, amount: amountMinor, at });
  return {};
}

async function endInvoicePayment(module: Invoices, tenant: Tenant, end: PaymentEnd): Promise<SubjectVerdict> {
  const channel = (await module.payments.find(tenant, end.paymentId))?.channel ?? 'hosted';
  const row = await module.store.transaction(tenant, async (tx) => {
    await beginInvoicePayment(tx, tenant, {
      paymentId: end.paymentId,
      invoiceId: end.subject.id,
      amount: end.amountMinor,
      at: end.at,
    });
    const known = await lockInvoicePayment(tx, tenant, end.paymentId);
    if (!known) throw new Error(`The payment ${end.paymentId} of an invoice was not noted.`);
    if (known.state === 'kept' || known.state === 'returned') return known;
    return end.status === 'succeeded'
      ? take(module, tx, { tenant, end, known, channel })
      : giveUp(module, tx, { tenant, end, known });
  });
  return row.state === 'returned' ? 'refund' : 'kept';
}

type Ended = { readonly tenant: Tenant; readonly end: PaymentEnd; readonly known: InvoicePaymentRow };

/** Two may have paid at once, or the invoice was voided meanwhile: the invoice keeps what it lacks. */
async function take(
  module: Invoices,
  tx: Tx,
  { tenant, end, known, channel }: Ended & { readonly channel: Parameters<typeof takePayment>[1]['channel'] },
): Promise<InvoicePaymentRow> {
  const { paymentId, amountMinor, at } = end;
  const decided = { kept: 0n };
  await changeInvoice(module, tx, {
    tenant,
    id: known.invoice_id,
    now: at,
    decide: (row) => {
      decided.kept = keptOfPayment(row, amountMinor);
      return decided.kept === 0n
        ? null
        : takePayment(row, { paymentId, amountMinor, channel, externalRef: null, at });
    },
  });
  const settled = {
    paymentId,
    state: decided.kept > 0n ? 'kept' : 'returned',
    kept: decided.kept,
    at,
  } as const;
  await settleInvoicePayment(tx, tenant, settled);
  if (decided.kept > 0n && decided.kept < amountMinor)
    await returnRest(module, tx, { tenant, paymentId, restMinor: amountMinor - decided.kept, at });
  return { ...known, state: settled.state, kept: settled.kept };
}

async function giveUp(module: Invoices, tx: Tx, { tenant, end, known }: Ended): Promise<InvoicePaymentRow> {
  const { paymentId, status, at } = end;
  if (status === 'succeeded') throw new Error('What succeeded is not given up.');
  if (known.state !== 'pending') return known;
  await settleInvoicePayment(tx, tenant, { paymentId, state: status, kept: 0n, at });
  if (status === 'failed')
    await changeInvoice(module, tx, {
      tenant,
      id: known.invoice_id,
      now: at,
      decide: (row) => (isPayable(row) ? { set: {}, tell: ['invoice.payment_failed'] } : null),
    });
  return { ...known, state: status };
}

type Rest = {
  readonly tenant: Tenant;
  readonly paymentId: string;
  readonly restMinor: bigint;
  readonly at: Date;
};

/** The refund commits with what was kept, so that there is one however often this is told. */
async function returnRest(
  module: Invoices,
  tx: Tx,
  { tenant, paymentId, restMinor, at }: Rest,
): Promise<void> {
  const id = makeId('re_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
  const refund = {
    id,
    paymentId,
    amountMinor: restMinor,
    inCash: false,
    reason: 'Others had paid the invoice meanwhile; this is what came on top.',
    at,
  };
  await module.payments.beginRefunds(tx, tenant, [refund]).catch((error: unknown) => {
    if (!(error instanceof Failure) || !UNREFUNDABLE.has(error.code)) throw error;
    module.log.warn(
      { paymentId, code: error.code },
      'What came on top of an invoice cannot be sent back by itself: hand it back by another way.',
    );
  });
}

/** Trying again does not help. */
const UNREFUNDABLE: ReadonlySet<string> = new Set(['REFUND_NOT_SUPPORTED', 'REFUND_EXCEEDS_PAYMENT']);

/** What an invoice counts on of a payment: what it kept, less what its credit notes gave back. Of one that is not decided yet, all. */
async function countedOnByInvoice(
  runner: Runner,
  tenant: Tenant,
  { subjectId, paymentId, amountMinor }: PaidSubject,
): Promise<CountedMoney> {
  const sentBackBy = `POST /v1/invoices/${subjectId}/credit-notes and "refund": true`;
  const decided = await findInvoicePayment(runner, tenant, paymentId);
  if (decided?.state === 'returned') return { amountMinor: 0n, sentBackBy };
  if (decided?.state !== 'kept') return { amountMinor, sentBackBy };
  const kept = (await requireInvoice(runner, { tenant, id: subjectId })).payments.find(
    ({ payment_id: id }) => id === paymentId,
  );
  return { amountMinor: kept ? BigInt(kept.amount - kept.amount_refunded) : 0n, sentBackBy };
}
