import type { Payment, PaymentChannel } from '@cottontree/contract';
import type { Idempotency } from '../../../kernel/call/call.ts';
import { formPaymentId } from '../../payments/index.ts';
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
    paymentId: formPaymentId(module.world, token, idempotency),
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
