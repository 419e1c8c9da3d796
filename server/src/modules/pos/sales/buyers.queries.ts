import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const find = statement({
  name: 'sales.findBuyer',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: { name: 'text?', phone: 'text?', email: 'text?' },
  sql: 'SELECT c.name, c.phone, c.email FROM customers c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = :id AND c.deleted_at IS NULL AND c.erased_at IS NULL',
});

export type BuyerRow = ValuesOf<(typeof find)['row']>;

export async function findBuyer(runner: Runner, tenant: Tenant, id: string): Promise<BuyerRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}
