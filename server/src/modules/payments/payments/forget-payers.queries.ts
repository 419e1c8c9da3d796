import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

/** What is under way still needs its payer; asked again once it is over, it forgets them too. Money goes back by the provider's reference, which stays. */
const forget = statement({
  name: 'payments.forgetPayers',
  params: { merchant_id: 'text', livemode: 'bool', subject_ids: 'text[]' },
  row: {},
  sql: `UPDATE payments SET phone = NULL, customer_name = NULL, customer_phone = NULL, customer_email = NULL, version = version + 1
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND subject_id = ANY (:subject_ids) AND status IN ('succeeded', 'failed', 'cancelled', 'expired') AND num_nonnulls(phone, customer_name, customer_phone, customer_email) > 0`,
});

/** Takes away who paid for documents; the money, its state and its books stay. */
export async function forgetPayers(
  tx: Runner,
  tenant: Tenant,
  documents: readonly { readonly id: string }[],
): Promise<void> {
  if (documents.length > 0)
    await tx.run(forget, { ...keyOf(tenant), subject_ids: documents.map(({ id }) => id) });
}
