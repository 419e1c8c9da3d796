import type { Payment, PaymentChannel } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Payments } from '../module.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';
import { presentPayment } from '../payments/present-payment.ts';
import { payerChannels } from './choose-payment-way.ts';
import { findPaymentPage } from '../payments/find-payment-page.ts';
import { findPayee } from './payees.queries.ts';
import { refreshPaymentPage } from './refresh-payment-page.ts';

/** A payment as whoever is to pay it sees it. */
export type PaymentPage = {
  readonly token: string;
  readonly tenant: Tenant;
  readonly row: PaymentRow;
  readonly payment: Payment;
  readonly payee: { readonly name: string; readonly timeZone: string; readonly country: string };
  /** Business time there. */
  readonly now: Date;
  /** The ways to choose among; none where there is nothing to choose. */
  readonly choices: readonly PaymentChannel[];
  /** The payment link at which it began. */
  readonly link: { readonly slug: string; readonly successMessage: string | null } | null;
};

/** The payment whose page has this token; null where there is none. `returned`: its payer has come back from the provider, which is asked at once. */
export async function openPaymentPage(
  module: Payments,
  token: string,
  { returned }: { readonly returned: boolean },
): Promise<PaymentPage | null> {
  const row = returned ? await refreshPaymentPage(module, token) : await findPaymentPage(module, token);
  const payee = row && (await findPayee(module.store.system, row));
  if (!row || !payee) return null;
  return {
    token,
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    row,
    payment: presentPayment(row, { publicUrl: module.settings.publicUrl, clientSecret: null }),
    payee: { name: payee.name, timeZone: payee.time_zone, country: payee.country },
    now: payee.clock ?? module.world.now(),
    choices: await payerChannels(module, row),
    link: payee.link_slug === null ? null : { slug: payee.link_slug, successMessage: payee.success_message },
  };
}
