import type { Customer, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { customerList } from './list-customers.queries.ts';
import type { Customers } from './open-customers.ts';
import { presentCustomer } from './present-customer.ts';

/** Lists customers, newest first unless sorted otherwise. */
export async function listCustomers(
  { query }: Input<Operations['listCustomers']>,
  call: Call,
  { store }: Customers,
): Promise<Reply<readonly Customer[]>> {
  const { rows, meta } = await customerList.find(store.slow(call.tenant), { call, query });
  return reply(rows.map(presentCustomer), { meta });
}
