import type { Customer, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import type { Reply } from '../core/reply.ts';
import { findCustomer } from './customers.queries.ts';
import { customerNotFound } from './find-customer-copy.ts';
import type { Customers } from './open-customers.ts';
import { replyCustomer } from './present-customer.ts';

/** Reads a customer. */
export async function getCustomer(
  { params }: Input<Operations['getCustomer']>,
  { tenant }: Call,
  { store }: Customers,
): Promise<Reply<Customer>> {
  const row = await findCustomer(store.of(tenant), tenant, params.id);
  if (!row) throw customerNotFound(params.id);
  return replyCustomer(row);
}
