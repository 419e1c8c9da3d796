import { hasPaymentEnded, type Currency, type Payment, type PaymentChannel } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { EventFeed } from '../../../kernel/running/event-feed.ts';
import type { Payments } from '../module.ts';
import type { PaymentRow } from '../payments/payments.queries.ts';
import { presentPayment } from '../payments/present-payment.ts';
import { findPaymentPage } from '../payments/find-payment-page.ts';
import { askProvider } from '../payments/ask-provider.ts';
import { businessNow } from '../payments/business-now.queries.ts';
import { chooseWay } from '../payments/choose-way.ts';
import { movePayment } from '../payments/move-payment.ts';
import { noted } from '../payments/payment-change.ts';
import { pollNow } from '../payments/poll-payments.ts';
import { isByHand } from '../providers/by-hand/by-hand.ts';
import { cancelOpenPayment } from '../payments/cancel-open-payment.ts';
import { findPayee } from './payees.queries.ts';

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

type PayerChoice = { readonly channel: PaymentChannel; /** E.164. */ readonly phone: string | null };

const NOT_FOR_PAYERS: ReadonlySet<PaymentChannel> = new Set(['cash', 'external', 'hosted']);

/** The ways that the payer can choose among on our page, for a payment that leaves it open. */
async function payerChannels(module: Payments, row: PaymentRow): Promise<readonly PaymentChannel[]> {
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

/** As `findPaymentPage`, for a payer who has come back from the provider: it is asked now instead of at its next turn. */
export async function refreshPaymentPage(module: Payments, token: string): Promise<PaymentRow | null> {
  const row = await findPaymentPage(module, token);
  if (!row || row.status === 'succeeded' || row.payer_chooses || isByHand(row.provider)) return row;
  return pollNow(
    module,
    row,
    await businessNow(module, { merchantId: row.merchant_id, livemode: row.livemode }),
  );
}

/** Ends a payment because its payer does not want to pay. One that is under way already stays as it is. */
export async function cancelPaymentPage(module: Payments, { row, now }: PaymentPage): Promise<void> {
  await cancelOpenPayment(module, row, now);
}

/** Tells that a payment changed, and not what: the page is asked for again. */
export function watchPaymentPage({ watch }: Payments, first: PaymentRow): EventFeed {
  return (sink) => {
    const tell = ({ version, status }: PaymentRow): void => {
      sink.send({ name: 'change', id: String(version), data: '{}' });
      if (hasPaymentEnded(status)) sink.end();
    };
    tell(first);
    return { beat: () => undefined, stop: watch.watch(first, tell) };
  };
}

/** The ways that a payer without a terminal can use, the most usual first. */
const ON_PAGES: readonly PaymentChannel[] = ['mobile_money', 'card', 'qr'];

/** How people can pay a merchant on our pages now; `allowed` null: by every way. `hosted` stands where only the provider's own page is left. */
export async function pageChannels(
  module: Payments,
  tenant: Tenant,
  { currency, allowed }: { readonly currency: Currency; readonly allowed: readonly PaymentChannel[] | null },
): Promise<readonly PaymentChannel[]> {
  const accounts = (await module.accounts.inUse(tenant)).filter(
    ({ currencies }) => currencies === null || currencies.includes(currency),
  );
  const isOffered = (channel: PaymentChannel): boolean =>
    (allowed === null || allowed.includes(channel)) &&
    accounts.some(({ channels }) => channels.includes(channel));
  const direct = ON_PAGES.filter(isOffered);
  if (direct.length > 0) return direct;
  return isOffered('hosted') ||
    (allowed?.includes('hosted') &&
      accounts.some(({ channels }) => ON_PAGES.some((one) => channels.includes(one))))
    ? ['hosted']
    : [];
}
