import { createHash } from 'node:crypto';
import { encodeId, idRandomBytes, makeId, type Payment, type PaymentChannel } from '@cottontree/contract';
import type { Idempotency } from '../../../kernel/call/call.ts';
import type { Invoices } from '../module.ts';
import { startInvoicePayment } from '../payments/start-invoice-payment.ts';
import { hostedUrl } from '../invoices/present-invoice.ts';
import type { InvoicePage } from './open-invoice-page.ts';

export type PaidOnPage = {
  readonly amountMinor: bigint;
  readonly channel: PaymentChannel;
  readonly phone: string | null;
  /** Makes a form that is sent twice find the first payment. */ readonly idempotency: Idempotency | null;
};

const ID_BYTES = 16;

/** Begins a payment by whoever has an invoice's page open; a form sent twice begins one. */
export function payOnInvoicePage(
  module: Invoices,
  { tenant, row, now, token }: InvoicePage,
  { amountMinor, channel, phone, idempotency }: PaidOnPage,
): Promise<Payment> {
  const backUrl = hostedUrl(row, module.settings);
  return startInvoicePayment(module, {
    tenant,
    invoiceId: row.id,
    paymentId: paymentIdFor(module, token, idempotency),
    amountMinor,
    channel,
    provider: null,
    phone,
    reference: null,
    returnUrl: backUrl,
    cancelUrl: backUrl,
    amountSource: 'server',
    metadata: {},
    now,
  });
}

function paymentIdFor(
  { world }: Pick<Invoices, 'world'>,
  token: string,
  idempotency: Idempotency | null,
): string {
  if (idempotency === null) return makeId('pay_', world.now().getTime(), world.randomBytes(idRandomBytes));
  return encodeId(
    'pay_',
    createHash('sha256').update(`${token}:${idempotency.key}`).digest().subarray(0, ID_BYTES),
  );
}
