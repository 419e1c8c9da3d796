import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../../store/index.ts';
import type { CashSessionRow } from '../cash-sessions.queries.ts';

/** Closed locations, tills that are gone and people who have left, too: what was counted there stays. */
const names = statement({
  name: 'drawerNames.find',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    location_id: 'text',
    terminal_id: 'text?',
    opened_by: 'text?',
    closed_by: 'text?',
  },
  row: {
    store_name: 'text',
    time_zone: 'text',
    location: 'text',
    address: 'text?',
    terminal: 'text?',
    opened_by: 'text?',
    closed_by: 'text?',
  },
  sql: `SELECT m.store_name, m.time_zone, l.name AS location, l.address,
          (SELECT t.name FROM terminals t WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.id = :terminal_id) AS terminal,
          (SELECT s.name FROM staff s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = :opened_by) AS opened_by,
          (SELECT s.name FROM staff s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = :closed_by) AS closed_by
        FROM locations l JOIN merchants m ON m.id = l.merchant_id WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = :location_id`,
});

/** How the places and people of a drawer are called. */
export type DrawerNames = ValuesOf<(typeof names)['row']>;

export async function findDrawerNames(
  runner: Runner,
  tenant: Tenant,
  { id, location_id, terminal_id, opened_by, closed_by }: CashSessionRow,
): Promise<DrawerNames> {
  const [row] = await runner.run(names, {
    ...keyOf(tenant),
    location_id,
    terminal_id,
    opened_by,
    closed_by,
  });
  if (!row) throw new Error(`The drawer ${id} has no location.`);
  return row;
}
