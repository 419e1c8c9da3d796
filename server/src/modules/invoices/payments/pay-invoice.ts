import { createHash } from 'node:crypto';
import {
  encodeId,
  idRandomBytes,
  makeId,
  readTestPhone,
  type Input,
  type Operations,
  type Payment,
  type PaymentChannel,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { outsideEffect } from '../../../kernel/effect/outside-effect.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { readWebUrl } from '../../../kernel/web/read-web-url.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { SettledPayment, WantedPayment } from '../../payments/index.ts';
import type { Tx } from '../../../store/index.ts';
import { amountDueOf, isPayable, statusByFigures, taxDueOf, taxPosting } from '../invoices/amount-due.ts';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import { findInvoice } from '../invoices/invoices.queries.ts';
import type { Invoices } from '../module.ts';
import type { KeptInvoicePayment } from '../invoices/kept-parts.ts';
import { beginInvoicePayment, settleInvoicePayment } from './invoice-payments.queries.ts';
import { refuseUnpayable, startInvoicePayment } from './start-invoice-payment.ts';

type Body = Input<Operations['payInvoice']>['body'];

/** Records money that is there, or begins a payment. */
export async function payInvoice(
  { params, body }: Input<Operations['payInvoice']>,
  call: Call,
  module: Invoices,
): Promise<Reply<Payment>> {
  const { tenant, now } = call;
  const paymentId = paymentIdFor(module, call, params.id);
  const phone =
    body.phone === undefined
      ? null
      : ((tenant.livemode ? null : readTestPhone(body.phone)) ??
        readPhone(body.phone, { path: 'phone', call }));
  const urls = { returnUrl: readUrl(body, 'return_url'), cancelUrl: readUrl(body, 'cancel_url') };
  const runner = module.store.of(tenant);
  const invoice = { tenant, id: params.id };
  const amountOf = ({ currency }: InvoiceRow): bigint | null =>
    body.amount === undefined ? null : readSomeMoney(body.amount, { path: 'amount', currency });
  // What is wrong with the amount is told before what became of the key.
  const before = call.idempotency && body.amount !== undefined && (await findInvoice(runner, invoice));
  if (before) amountOf(before);
  return outsideEffect(module, call, async () => {
    const amountMinor = amountOf(await requireInvoice(runner, invoice));
    const common = {
      tenant,
      invoiceId: params.id,
      paymentId,
      amountMinor,
      channel: body.channel,
      reference: body.reference ?? null,
      metadata: (body.metadata ?? {}) as Readonly<Record<string, string>>,
      now,
    };
    if (body.channel === 'cash' || body.channel === 'external')
      return reply(await recordPayment(module, { ...common, externalRef: body.external_ref ?? null }), {
        status: 201,
      });
    return reply(
      await startInvoicePayment(module, {
        ...common,
        provider: body.provider ?? null,
        phone,
        ...urls,
        amountSource: 'server',
      }),
      { status: 201 },
    );
  });
}

function readUrl(body: Body, path: 'return_url' | 'cancel_url'): string | null {
  return body[path] === undefined ? null : readWebUrl(body[path], path);
}

const ID_BYTES = 16;

/** A request that is repeated after its server died means the same payment, so that its id follows from the key. */
function paymentIdFor({ world }: Invoices, { tenant, idempotency }: Call, invoiceId: string): string {
  if (idempotency === null) return makeId('pay_', world.now().getTime(), world.randomBytes(idRandomBytes));
  const of = `${tenant.merchantId}:${String(tenant.livemode)}:${invoiceId}:${idempotency.key}:${idempotency.hash.toString('hex')}`;
  return encodeId('pay_', createHash('sha256').update(of).digest().subarray(0, ID_BYTES));
}

type RecordedPayment = {
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
async function recordPayment(module: Invoices, recorded: RecordedPayment): Promise<Payment> {
  const { tenant, paymentId } = recorded;
  await module.store.transaction(tenant, (tx) =>
    module.payments.settleAtOnce(tx, tenant, {
      paymentsMax: 1,
      write: async () => ({ result: null, payments: await write(module, tx, recorded) }),
    }),
  );
  const payment = await module.payments.find(tenant, paymentId);
  if (!payment) throw new Error(`The payment ${paymentId} was not written.`);
  return payment;
}

async function write(
  module: Invoices,
  tx: Tx,
  { tenant, invoiceId, paymentId, channel, externalRef, now, ...recorded }: RecordedPayment,
): Promise<readonly SettledPayment[]> {
  const amountOf = (row: InvoiceRow): bigint => recorded.amountMinor ?? amountDueOf(row);
  const decided: { amountMinor?: bigint } = {};
  const { row, changed } = await changeInvoice(module, tx, {
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

type CamePayment = {
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly channel: PaymentChannel;
  readonly externalRef: string | null;
  readonly at: Date;
};

/** What of money that came is for the invoice; nothing, where nothing is due. */
export function keptOfPayment(row: InvoiceRow, amountMinor: bigint): bigint {
  const due = isPayable(row) ? amountDueOf(row) : 0n;
  return amountMinor < due ? amountMinor : due;
}

/** The invoice after money that it keeps: what it still lacks, what is told, and what of its tax is owed by now. */
export function takePayment(
  row: InvoiceRow,
  { paymentId, amountMinor, channel, externalRef, at }: CamePayment,
): InvoiceChange {
  const kept = keptOfPayment(row, amountMinor);
  const payment: KeptInvoicePayment = {
    payment_id: paymentId,
    amount: Number(kept),
    amount_refunded: 0,
    channel,
    external_ref: externalRef,
    paid_at: at.toISOString(),
  };
  const paid: InvoiceRow = { ...row, amount_paid: row.amount_paid + kept };
  const status = statusByFigures(paid);
  const done = status === 'paid';
  const due = taxDueOf(paid);
  return {
    set: {
      amount_paid: paid.amount_paid,
      payments: [...row.payments, payment],
      tax_posted: due,
      status: row.status === 'uncollectible' && !done ? row.status : status,
      ...(done ? { paid_at: at, next_reminder_at: null, next_late_fee_at: null } : {}),
    },
    tell: [done ? 'invoice.paid' : 'invoice.partially_paid'],
    postings: taxPosting(row, { due, cause: paymentId, at }),
  };
}
