import { keyOf, type Tenant } from '../core/tenant.ts';
import { statement, type Runner } from '../store/index.ts';

/** What can hang on a draft, from the leaves up. */
const BELOW = [
  'scans',
  'scan_counters',
  'scanner_devices',
  'waitlist_entries',
  'ticket_type_stock',
  'promo_codes',
  'event_keys',
  'ticket_type_counters',
  'capacity_counters',
  'ticket_types',
  'ticket_pools',
];

/** All of it goes with the event or nothing does. An order, which no draft can get, would not let it. */
const remove = statement({
  name: 'events.delete',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text', version: 'int4' },
  row: { id: 'text' },
  sql: `WITH deleted AS (
          DELETE FROM events WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version AND status = 'draft' RETURNING merchant_id, livemode, id
        ), ${BELOW.map((table) => `${table}_gone AS (DELETE FROM ${table} t USING deleted d WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.event_id = :id)`).join(', ')}
        SELECT id FROM deleted`,
});

/** False where the event is no longer the draft that was read. */
export async function deleteDraftEvent(
  runner: Runner,
  tenant: Tenant,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<boolean> {
  return (await runner.run(remove, { ...keyOf(tenant), id, version })).length === 1;
}
