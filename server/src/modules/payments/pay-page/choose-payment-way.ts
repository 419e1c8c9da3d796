import type { PaymentChannel } from '@cottontree/contract';
import { askProvider } from '../payments/ask-provider.ts';
import { businessNow } from '../payments/business-now.queries.ts';
import { chooseWay } from '../payments/choose-way.ts';
import { movePayment } from '../payments/move-payment.ts';
import type { Payments } from '../module.ts';
import { noted } from '../payments/payment-change.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';
import { findPaymentPage } from '../payments/find-payment-page.ts';

export type PayerChoice = { readonly channel: PaymentChannel; /** E.164. */ readonly phone: string | null };

const NOT_FOR_PAYERS: ReadonlySet<PaymentChannel> = new Set(['cash', 'external', 'hosted']);

/** The ways that the payer can choose among on our page, for a payment that leaves it open. */
export async function payerChannels(module: Payments, row: PaymentRow): Promise<readonly PaymentChannel[]> {
  if (!row.payer_chooses) return [];
  const accounts = await module.accounts.inUse({ merchantId: row.merchant_id, livemode: row.livemode });
  const fitting = accounts.filter(
    ({ currencies }) => currencies === null || currencies.includes(row.currency),
  );
  return [...new Set(fitting.flatMap(({ channels }) => channels))].filter(
    (channel) => !NOT_FOR_PAYERS.has(channel),
  );
}

/** Takes the payer's choice and asks who was chosen; a payment that leaves nothing to choose is answered as it is. Null where there is none. */
export async function choosePaymentWay(
  module: Payments,
  token: string,
  { channel, phone }: PayerChoice,
): Promise<PaymentRow | null> {
  const row = await findPaymentPage(module, token);
  if (!row?.payer_chooses || row.status !== 'requires_action' || NOT_FOR_PAYERS.has(channel)) return row;
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  const at = await businessNow(module, tenant);
  const way = await chooseWay(module, tenant, {
    channel,
    currency: row.currency,
    amountMinor: row.amount,
    provider: null,
    phone,
    testCard: null,
  });
  const chosen = await movePayment(module, { tenant, id: row.id }, (current) =>
    current.payer_chooses && current.status === 'requires_action'
      ? noted(current, {
          at,
          fields: {
            channel,
            provider: way.provider,
            account_id: way.accountId,
            phone: phone ?? current.phone,
            payer_chooses: false,
          },
        })
      : null,
  );
  if (!chosen.changed) return chosen.row;
  return (await askProvider(module, chosen.row, at)).row;
}
