import { operations, type Customer, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { requireMatch } from '../core/if-match.ts';
import { refuseReadOnly } from '../core/read-only.ts';
import type { Reply } from '../core/reply.ts';
import { constraintOf } from '../store/index.ts';
import { changeAsRead } from './change-as-read.ts';
import { duplicate } from './create-customer.ts';
import type { Customers } from './open-customers.ts';
import { presentCustomer, replyCustomer } from './present-customer.ts';
import { readCustomer } from './read-customer.ts';

/** Changes what is known of a customer. */
export async function updateCustomer(
  { params, body }: Input<Operations['updateCustomer']>,
  call: Call,
  room: Customers,
): Promise<Reply<Customer>> {
  const runner = room.store.of(call.tenant);
  let phone = '';
  const changed = await changeAsRead(
    { runner, tenant: call.tenant, id: params.id },
    'customer.updated',
    (row) => {
      requireMatch(call.ifMatch, { version: row.version, what: `The customer ${row.id}` });
      refuseReadOnly(operations.updateCustomer.readOnly, body, presentCustomer(row));
      if (row.erased_at !== null)
        throw new Failure(
          'STATE_CONFLICT',
          `It is forgotten who the customer ${row.id} was. Add a new customer instead.`,
          { details: { from: 'erased', to: 'changed', allowed: [] } },
        );
      const after = readCustomer(body, row, call);
      phone = after.phone ?? '';
      return after;
    },
  ).catch(async (error: unknown) => {
    throw constraintOf(error) === 'customers_phone' ? await duplicate(runner, call.tenant, phone) : error;
  });
  return replyCustomer(changed);
}
