import { formatMoney, formatTime, parseAmount, type Payment } from '@cottontree/contract';
import type { Context } from '../../kernel/call/context.ts';
import type { TakenFact } from '../../outbox/index.ts';
import type { Tx } from '../../store/index.ts';
import type { PlannedNotice } from './compose-batch.ts';
import type { NoticeFacts } from './notice-facts.ts';
import type { SettingsCache } from './settings-cache.ts';
import { findStoreNames } from './stores.queries.ts';

export type ReceiptPlanning = Pick<Context, 'log'> & { readonly cache: SettingsCache };

/** What a payment's message says of it that its payer has to know. */
type Paid = Pick<
  Payment,
  'id' | 'amount' | 'currency' | 'customer' | 'description' | 'reference' | 'pay_url'
>;

/** Whether a payer is to be told that the money came: in live mode, unless the merchant wants it otherwise. Who bought tickets gets these instead. */
export function callsForReceipt({ tenant, kind, facts }: TakenFact, cache: SettingsCache): boolean {
  return (
    kind === 'payment.succeeded' &&
    tenant.livemode &&
    facts['ticket_order_id'] === null &&
    cache.of(tenant).kinds.includes('payment_received')
  );
}

/** The receipts that these facts call for, to whatever is known of each payer: one statement for a whole batch. */
export async function planReceipts(
  tx: Tx,
  facts: readonly TakenFact[],
  { cache, log }: ReceiptPlanning,
): Promise<readonly PlannedNotice[]> {
  const told = facts.filter((fact) => callsForReceipt(fact, cache) && addressesOf(paidIn(fact)).length > 0);
  if (told.length === 0) return [];
  const stores = await findStoreNames(
    tx,
    told.map(({ tenant }) => tenant.merchantId),
  );
  return told.flatMap((fact) => {
    try {
      return receiptsOf(fact, { cache, storeName: stores.get(fact.tenant.merchantId) ?? '' });
    } catch (error) {
      // The webhooks of the batch do not wait for one receipt that cannot be written.
      log.error({ error, entity: fact.entity }, 'A payment could not become a receipt.');
      return [];
    }
  });
}

function receiptsOf(
  fact: TakenFact,
  { cache, storeName }: { readonly cache: SettingsCache; readonly storeName: string },
): readonly PlannedNotice[] {
  const { tenant, entity, createdAt } = fact;
  const paid = paidIn(fact);
  const { locale, senderName } = cache.of(tenant);
  const facts: NoticeFacts = {
    store: senderName ?? storeName,
    job: paid.id,
    link: paid.pay_url,
    cash: null,
    way: paid.description ?? paid.reference ?? paid.id,
    subject: moneyOf(paid),
    at: formatTime(createdAt),
  };
  return addressesOf(paid).map((address) => ({
    tenant,
    kind: 'payment_received',
    audience: 'recipient',
    locale,
    entity,
    facts,
    ...address,
  }));
}

/** `data.object` of payment.succeeded, whose form the contract promises. */
function paidIn({ facts }: TakenFact): Paid {
  return facts as unknown as Paid;
}

function moneyOf({ amount, currency }: Paid): string {
  const parsed = parseAmount(amount, currency);
  if (!parsed.ok) throw new Error(`The amount of a payment ${parsed.message}.`);
  return formatMoney(parsed.minor, currency);
}

function addressesOf({
  customer: { phone, email },
}: Paid): readonly Pick<PlannedNotice, 'phone' | 'email'>[] {
  return [
    ...(phone === null ? [] : [{ phone, email: null }]),
    ...(email === null ? [] : [{ phone: null, email }]),
  ];
}
