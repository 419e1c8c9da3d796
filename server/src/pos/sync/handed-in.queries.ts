import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Tx } from '../../store/index.ts';

const note = statement({
  name: 'sales.noteHandedIn',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text', staff_id: 'text' },
  row: {},
  sql: 'UPDATE sales SET handed_in_by = $4 WHERE merchant_id = $1 AND livemode = $2 AND id = $3',
});

/** Keeps who was signed in when somebody else's sale was handed in; in the transaction that writes the sale. */
export async function noteHandedIn(
  tx: Tx,
  tenant: Tenant,
  { id, staffId }: { readonly id: string; readonly staffId: string },
): Promise<void> {
  await tx.run(note, { ...keyOf(tenant), id, staff_id: staffId });
}
