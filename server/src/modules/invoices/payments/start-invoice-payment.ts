import {
  formatMoney,
  toMajor,
  type AmountSource,
  type Payment,
  type PaymentChannel,
} from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { WantedPayment } from '../../payments/index.ts';
import { amountDueOf, isPayable, keptOf } from '../invoices/amount-due.ts';
import { requireInvoice } from '../invoices/invoices.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import type { Invoices } from '../module.ts';
import { refuseMove } from '../invoices/refuse-move.ts';
import { beginInvoicePayment, findInvoicePayment, settleInvoicePayment } from './invoice-payments.queries.ts';

type InvoicePaymentStart = {
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

/** Refuses money for an invoice that takes none, and more than is due. */
export function refuseUnpayable(row: InvoiceRow, amountMinor: bigint): void {
  if (row.status === 'paid')
    throw new Failure('NOTHING_DUE', `Nothing is due any more of invoice ${row.number ?? ''}.`);
  if (!isPayable(row))
    throw refuseMove(row, {
      to: 'paid',
      why: row.status === 'draft' ? 'Finalise it first.' : 'Nobody has to pay it.',
    });
  const due = amountDueOf(row);
  const currency = row.currency;
  if (amountMinor > due)
    throw new Failure(
      'AMOUNT_TOO_LARGE',
      `${formatMoney(due, currency)} is due of invoice ${row.number ?? ''}, which is less than ${formatMoney(amountMinor, currency)}.`,
      { details: { max: toMajor(due, currency) } },
    );
}

/** Refuses a part that the customer may not pay: all that is due and what the deposit lacks always may be paid. */
export function refusePart(row: InvoiceRow, amountMinor: bigint): void {
  const due = amountDueOf(row);
  if (amountMinor === due || amountMinor === depositDue(row)) return;
  const currency = row.currency;
  const least = row.allow_partial_payment ? (row.min_partial_amount ?? 1n) : due;
  if (amountMinor >= least) return;
  const why = row.allow_partial_payment
    ? `at least ${formatMoney(least < due ? least : due, currency)}`
    : `all that is due, ${formatMoney(due, currency)},`;
  throw new Failure('AMOUNT_TOO_SMALL', `Of invoice ${row.number ?? ''} ${why} has to be paid at once.`, {
    details: { min: toMajor(least < due ? least : due, currency) },
  });
}

/** Refuses a way that the invoice does not accept. Whatever it accepts, its merchant may take cash, or money that comes by another way. */
export function refuseChannel({ accepted_channels: channels }: InvoiceRow, channel: PaymentChannel): void {
  if (
    channels === null ||
    channels.some((one) => one === channel) ||
    channel === 'cash' ||
    channel === 'external'
  )
    return;
  throw new Failure(
    'CHANNEL_NOT_AVAILABLE',
    `The invoice is not paid by ${channel}; it accepts ${channels.join(', ')}.`,
    { details: { channels } },
  );
}

/** What the deposit still lacks. */
export function depositDue(row: InvoiceRow): bigint {
  const { deposit } = row;
  const left = deposit === null ? 0n : BigInt(deposit.amount) - keptOf(row);
  return left > 0n ? left : 0n;
}
