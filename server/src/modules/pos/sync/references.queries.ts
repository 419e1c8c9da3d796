import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type Tx, type ValuesOf } from '../../../store/index.ts';

/** Who and what was removed since a sale was made is known still; customers are not, for they can be forgotten. */
const find = statement({
  name: 'tillSync.references',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    terminals: 'text[]',
    drawers: 'text[]',
    customers: 'text[]',
    staff: 'text[]',
    locations: 'text[]',
  },
  row: {
    kind: 'text',
    id: 'text',
    location_id: 'text?',
    terminal_id: 'text?',
    name: 'text?',
    permissions: 'text[]?',
  },
  sql: `SELECT 'terminal' AS kind, t.id, t.location_id, t.id AS terminal_id, t.name, NULL::text[] AS permissions FROM terminals t WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.id = ANY (:terminals)
        UNION ALL SELECT 'drawer', d.id, d.location_id, d.terminal_id, NULL, NULL FROM cash_sessions d WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.id = ANY (:drawers)
        UNION ALL SELECT 'customer', c.id, NULL, NULL, NULL, NULL FROM customers c WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = ANY (:customers) AND c.deleted_at IS NULL AND c.erased_at IS NULL
        UNION ALL SELECT 'staff', s.id, NULL, NULL, s.name, s.permissions FROM staff s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.id = ANY (:staff)
        UNION ALL SELECT 'location', l.id, l.id, NULL, NULL, NULL FROM locations l WHERE l.merchant_id = :merchant_id AND l.livemode = :livemode AND l.id = ANY (:locations)`,
});

export type ReferenceRow = ValuesOf<(typeof find)['row']>;
type NamedReferences = {
  readonly terminals: readonly string[];
  readonly drawers: readonly string[];
  readonly customers: readonly string[];
  readonly staff: readonly string[];
  readonly locations: readonly string[];
};

/** Those of the named that are the merchant's, in the mode of the tenant. */
export async function findReferences(
  runner: Runner,
  tenant: Tenant,
  named: NamedReferences,
): Promise<readonly ReferenceRow[]> {
  return runner.run(find, { ...keyOf(tenant), ...named });
}

const note = statement({
  name: 'sales.noteHandedIn',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text', staff_id: 'text' },
  row: {},
  sql: 'UPDATE sales SET handed_in_by = :staff_id WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id',
});

/** Keeps who was signed in when somebody else's sale was handed in; in the transaction that writes the sale. */
export async function noteHandedIn(
  tx: Tx,
  tenant: Tenant,
  { id, staffId }: { readonly id: string; readonly staffId: string },
): Promise<void> {
  await tx.run(note, { ...keyOf(tenant), id, staff_id: staffId });
}
