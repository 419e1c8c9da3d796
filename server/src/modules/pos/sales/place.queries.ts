import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

/** Closed locations too: what was sold there goes on. */
const find = statement({
  name: 'sales.place',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: {
    id: 'text',
    name: 'text',
    code: 'text',
    is_active: 'bool',
    is_closed: 'bool',
    time_zone: 'text',
    currency: text<Currency>(),
  },
  sql: `SELECT l.id, l.name, l.code, l.is_active AND l.deleted_at IS NULL AS is_active, l.deleted_at IS NOT NULL AS is_closed, m.time_zone, m.currency FROM locations l JOIN merchants m ON m.id = l.merchant_id
        WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :id`,
});

/** Where sales are made, and whose day it is there. */
export type SellingPlace = ValuesOf<(typeof find)['row']>;

export async function findSellingPlace(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<SellingPlace | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}
