import type { Payment, PaymentChannel } from '@cottontree/contract';
import type { Tenant } from '../../core/tenant.ts';
import type { SettledPayment, WantedPayment } from '../../payments/index.ts';
import type { Tx } from '../../store/index.ts';
import { amountDueOf } from '../amount-due.ts';
import { changeInvoice } from '../change-invoice.ts';
import type { InvoiceRow } from '../invoice-rows.ts';
import type { Invoices } from '../open-invoices.ts';
import { beginInvoicePayment, settleInvoicePayment } from './invoice-payments.queries.ts';
import { refuseUnpayable } from './refuse-unpayable.ts';
import { takePayment } from './take-payment.ts';

export type RecordedPayment = {
  readonly tenant: Tenant;
  readonly invoiceId: string;
  /** Made beforehand (`pay_`), so that a repeated call finds the first payment. */
  readonly paymentId: string;
  /** Null: all that is due. */
  readonly amountMinor: bigint | null;
  readonly channel: PaymentChannel;
  readonly externalRef: string | null;
  readonly reference: string | null;
  readonly metadata: WantedPayment['metadata'];
  readonly now: Date;
};

/**
 * Records money that is there already, in cash or by a way that nobody here sees: the payment and what the invoice still
 * lacks commit together. The invoice as it is changed says whether it has the payment, whoever records it at the same time.
 */
export async function recordPayment(room: Invoices, recorded: RecordedPayment): Promise<Payment> {
  const { tenant, paymentId } = recorded;
  await room.store.transaction(tenant, (tx) =>
    room.payments.settleAtOnce(tx, tenant, {
      paymentsMax: 1,
      write: async () => ({ result: null, payments: await write(room, tx, recorded) }),
    }),
  );
  const payment = await room.payments.find(tenant, paymentId);
  if (!payment) throw new Error(`The payment ${paymentId} was not written.`);
  return payment;
}

async function write(
  room: Invoices,
  tx: Tx,
  { tenant, invoiceId, paymentId, channel, externalRef, now, ...recorded }: RecordedPayment,
): Promise<readonly SettledPayment[]> {
  const amountOf = (row: InvoiceRow): bigint => recorded.amountMinor ?? amountDueOf(row);
  const decided: { amountMinor?: bigint } = {};
  const { row, changed } = await changeInvoice(room, tx, {
    tenant,
    id: invoiceId,
    now,
    decide: (before) => {
      if (before.payments.some(({ payment_id: id }) => id === paymentId)) return null;
      const amountMinor = amountOf(before);
      refuseUnpayable(before, amountMinor);
      decided.amountMinor = amountMinor;
      return takePayment(before, { paymentId, amountMinor, channel, externalRef, at: now });
    },
  });
  if (!changed) return [];
  const amountMinor = decided.amountMinor ?? 0n;
  await beginInvoicePayment(tx, tenant, { paymentId, invoiceId, amount: amountMinor, at: now });
  await settleInvoicePayment(tx, tenant, { paymentId, state: 'kept', kept: amountMinor, at: now });
  const { customer } = row;
  return [
    {
      id: paymentId,
      at: now,
      amountMinor,
      currency: row.currency,
      channel,
      provider: null,
      phone: null,
      description: `Invoice ${row.number ?? ''}`,
      reference: recorded.reference ?? row.number?.slice(0, 64) ?? null,
      customer: { name: customer.name, phone: customer.phone, email: customer.email },
      subject: { kind: 'invoice', id: row.id },
      amountSource: 'server',
      metadata: recorded.metadata,
      externalRef,
    },
  ];
}
