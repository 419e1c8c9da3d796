import { Failure } from '../../kernel/call/failure.ts';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { Runner } from '../../store/index.ts';
import type { CustomerCopy } from './customer-port.ts';
import { holdCustomer, type CustomerRow } from './customers.queries.ts';

/** What a document copies of a customer of the merchant; CUSTOMER_NOT_FOUND. */
export async function findCustomerCopy(runner: Runner, tenant: Tenant, id: string): Promise<CustomerCopy> {
  const row = await holdCustomer(runner, tenant, id);
  if (!row) throw customerNotFound(id);
  return copyOf(row);
}

export function copyOf({ id, name, phone, email, address, tax_id }: CustomerRow): CustomerCopy {
  return { id, name, phone, email, address, tax_id };
}

export function customerNotFound(name: string): Failure {
  return new Failure('CUSTOMER_NOT_FOUND', `There is no customer ${name.slice(0, 64)}.`);
}
