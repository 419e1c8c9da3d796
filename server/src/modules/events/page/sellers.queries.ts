import type { Currency } from '@cottontree/contract';
import type { MerchantProfile } from '../../../kernel/call/call.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

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
  row: { status: 'text', link_token: 'text', expires_at: 'timestamptz?', time_zone: 'text' },
  sql: `SELECT o.status, o.link_token, o.expires_at, e.time_zone FROM ticket_orders o JOIN events e ON e.merchant_id = o.merchant_id AND e.livemode = o.livemode AND e.id = o.event_id
        WHERE o.merchant_id = :merchant_id AND o.livemode = :livemode AND o.id = :id`,
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
): Promise<ValuesOf<(typeof findLink)['row']> | undefined> {
  return (await runner.run(findLink, { ...keyOf(tenant), id: orderId }))[0];
}
