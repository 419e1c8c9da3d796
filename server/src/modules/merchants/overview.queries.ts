import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

const begun = statement({
  name: 'overview.merchant',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: {
    id: 'text',
    phone: 'text?',
    address: 'text?',
    key_id: 'text?',
    key_at: 'timestamptz?',
  },
  sql: `SELECT m.id, m.phone, m.address, k.id AS key_id, k.last_used_at AS key_at FROM merchants m
        LEFT JOIN (SELECT a.id, a.last_used_at FROM api_keys a WHERE a.merchant_id = :merchant_id AND a.livemode = :livemode AND a.last_used_at IS NOT NULL ORDER BY a.created_at, a.id LIMIT 1) k ON true
        WHERE m.id = :merchant_id`,
});

export type MerchantBegun = ValuesOf<(typeof begun)['row']>;

/** How far the merchant's profile is filled in, and the first of its keys that was used. */
export async function merchantBegun(runner: Runner, tenant: Tenant): Promise<MerchantBegun | undefined> {
  return (await runner.run(begun, keyOf(tenant)))[0];
}
