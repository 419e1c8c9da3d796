import type { AmountSource, Payment, PaymentChannel } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { WantedPayment } from '../../payments/index.ts';
import { amountDueOf } from '../invoices/amount-due.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { beginInvoicePayment, findInvoicePayment, settleInvoicePayment } from './invoice-payments.queries.ts';
import { refuseChannel, refusePart, refuseUnpayable } from './refuse-unpayable.ts';

export type InvoicePaymentStart = {
  readonly tenant: Tenant;
  readonly invoiceId: string;
  /** Made beforehand (`pay_`), so that a repeated call finds the first payment. */
  readonly paymentId: string;
  /** Null: all that is due. */
  readonly amountMinor: bigint | null;
  readonly channel: PaymentChannel;
  readonly provider: string | null;
  /** E.164: whose wallet is asked; null: the customer's. */
  readonly phone: string | null;
  readonly reference: string | null;
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly amountSource: AmountSource;
  readonly metadata: WantedPayment['metadata'];
  /** Business time. */
  readonly now: Date;
};

const EXPIRES_MS = 900_000;

/** Begins a payment for an invoice, by whoever pays it: written here first, then asked for. */
export async function startInvoicePayment(module: Invoices, start: InvoicePaymentStart): Promise<Payment> {
  const { tenant, invoiceId, paymentId, now } = start;
  const runner = module.store.of(tenant);
  const row = await requireInvoice(runner, { tenant, id: invoiceId });
  const known = await findInvoicePayment(runner, tenant, paymentId);
  const amountMinor = known?.amount ?? start.amountMinor ?? amountDueOf(row);
  if (!known) {
    refuseUnpayable(row, amountMinor);
    refusePart(row, amountMinor);
    refuseChannel(row, start.channel);
    await beginInvoicePayment(runner, tenant, { paymentId, invoiceId, amount: amountMinor, at: now });
  }
  try {
    return await module.payments.start(tenant, { id: paymentId, now, ...wantedOf(start, row), amountMinor });
  } catch (error) {
    // What was refused before it was written will never end by itself.
    if (error instanceof Failure && !(await module.payments.find(tenant, paymentId)))
      await settleInvoicePayment(runner, tenant, { paymentId, state: 'failed', kept: 0n, at: now });
    throw asUnavailable(error);
  }
}

const OF_PROVIDERS: ReadonlySet<string> = new Set([
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'CURRENCY_MISMATCH',
]);

/** Amount and currency are the invoice's: what a provider does not take of them is no fault of the request. */
function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Failure) || !OF_PROVIDERS.has(error.code)) return error;
  return new Failure('CHANNEL_NOT_AVAILABLE', error.message, error.details ? { details: error.details } : {});
}

function wantedOf(start: InvoicePaymentStart, row: InvoiceRow): Omit<WantedPayment, 'amountMinor'> {
  const { customer } = row;
  return {
    currency: row.currency,
    channel: start.channel,
    provider: start.provider,
    phone: start.phone ?? customer.phone,
    description: `Invoice ${row.number ?? ''}`,
    reference: start.reference ?? row.number?.slice(0, 64) ?? null,
    customer: { name: customer.name, phone: customer.phone, email: customer.email },
    subject: { kind: 'invoice', id: row.id },
    amountSource: start.amountSource,
    returnUrl: start.returnUrl,
    cancelUrl: start.cancelUrl,
    expiresAt: new Date(start.now.getTime() + EXPIRES_MS),
    metadata: start.metadata,
  };
}
