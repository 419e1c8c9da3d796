import type { Customer, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { readPhone } from '../core/read-phone.ts';
import type { Reply } from '../core/reply.ts';
import { findCustomerByPhone } from './customers.queries.ts';
import { customerNotFound } from './find-customer-copy.ts';
import type { Customers } from './open-customers.ts';
import { replyCustomer } from './present-customer.ts';

/** Finds the customer who has a phone number. */
export async function lookUpCustomer(
  { query }: Input<Operations['lookUpCustomer']>,
  call: Call,
  { store }: Customers,
): Promise<Reply<Customer>> {
  const phone = readPhone(query.phone, { path: 'phone', call });
  const row = await findCustomerByPhone(store.of(call.tenant), call.tenant, phone);
  if (!row) throw customerNotFound(`with the phone number ${phone}`);
  return replyCustomer(row);
}
