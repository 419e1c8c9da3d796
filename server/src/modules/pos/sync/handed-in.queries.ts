import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Tx } from '../../../store/index.ts';

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
