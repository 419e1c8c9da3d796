import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { ErasedCustomer, ErasedDocument } from '../../customers/index.ts';

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

/** Who bought stands on no sale any more, named by id or told by the phone number alone, nor whose phone was asked for money; figures, numbers and the id stay, for the books. */
const erase = statement({
  name: 'sales.eraseCustomer',
  params: { merchant_id: 'text', livemode: 'bool', customer_id: 'text', phone: 'text?', at: 'timestamptz' },
  row: { id: 'text', number: 'text?' },
  sql: `UPDATE sales SET customer_name = NULL, customer_phone = NULL, customer_email = NULL, version = version + 1, updated_at = greatest(updated_at, :at),
          payments = (SELECT coalesce(jsonb_agg(p.payment || '{"phone": null}' ORDER BY p.place), '[]') FROM jsonb_array_elements(payments) WITH ORDINALITY AS p (payment, place))
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND (customer_id = :customer_id OR customer_phone = :phone AND customer_id IS NULL) RETURNING id, coalesce(receipt_number, number_text) AS number`,
});

/** Makes every sale to a customer anonymous, and so their receipts; says which. */
export async function eraseCustomerOfSales(
  tx: Runner,
  tenant: Tenant,
  { customerId, phone, at }: ErasedCustomer,
): Promise<readonly ErasedDocument[]> {
  return tx.run(erase, { ...keyOf(tenant), customer_id: customerId, phone, at });
}
