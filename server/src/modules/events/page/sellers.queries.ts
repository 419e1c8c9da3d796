import type { Currency } from '@cottontree/contract';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner } from '../../../store/index.ts';

const findSeller = statement({
  name: 'sellers.find',
  params: { id: 'text' },
  row: {
    id: 'text',
    name: 'text',
    store_name: 'text',
    country: 'text',
    time_zone: 'text',
    currency: text<Currency>(),
    status: text<MerchantProfile['status']>(),
    reads_per_second: 'int4',
    writes_per_second: 'int4',
  },
  sql: 'SELECT id, name, store_name, country, time_zone, currency, status, reads_per_second, writes_per_second FROM merchants WHERE id = :id',
});

const findLink = statement({
  name: 'sellers.orderLink',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: { status: 'text', link_token: 'text', expires_at: 'timestamptz?' },
  sql: 'SELECT status, link_token, expires_at FROM ticket_orders WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id',
});

/** The merchant whose event it is. */
export async function findSellerProfile(runner: Runner, merchantId: string): Promise<MerchantProfile | null> {
  const [row] = await runner.run(findSeller, { id: merchantId });
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    storeName: row.store_name,
    country: row.country,
    timeZone: row.time_zone,
    currency: row.currency,
    status: row.status,
    readsPerSecond: row.reads_per_second,
    writesPerSecond: row.writes_per_second,
  };
}

export async function findOrderLinkRow(
  runner: Runner,
  tenant: Tenant,
  orderId: string,
): Promise<
  { readonly status: string; readonly link_token: string; readonly expires_at: Date | null } | undefined
> {
  return (await runner.run(findLink, { ...keyOf(tenant), id: orderId }))[0];
}
