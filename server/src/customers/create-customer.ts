import {
  idRandomBytes,
  makeId,
  operations,
  type Customer,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { Failure } from '../core/failure.ts';
import { refuseReadOnly } from '../core/read-only.ts';
import type { Reply } from '../core/reply.ts';
import type { Tenant } from '../core/tenant.ts';
import { showMode } from '../core/show-mode.ts';
import type { Runner } from '../store/index.ts';
import { customerFact } from './customer-facts.ts';
import { findCustomerByPhone, insertCustomer } from './customers.queries.ts';
import { newCustomer } from './new-customer.ts';
import type { Customers } from './open-customers.ts';
import { replyCustomer } from './present-customer.ts';
import { readCustomer } from './read-customer.ts';

/** Adds a customer. */
export async function createCustomer(
  { body }: Input<Operations['createCustomer']>,
  call: Call,
  room: Customers,
): Promise<Reply<Customer>> {
  const { tenant } = call;
  refuseReadOnly(operations.createCustomer.readOnly, body, showMode(tenant.livemode));
  const id = makeId('cus_', room.world.now().getTime(), room.world.randomBytes(idRandomBytes));
  const row = { ...readCustomer(body, newCustomer(call, { id }), call), version: 1 };
  return effect<Customer>(room, call, {
    single: true,
    work: async (runner) => {
      const made = await insertCustomer(runner, tenant, {
        row,
        facts: [customerFact(row, 'customer.created')],
      });
      if (!made) throw await duplicate(runner, tenant, row.phone ?? '');
      return replyCustomer(made);
    },
  });
}

/** The refusal that names who has the phone number. */
export async function duplicate(runner: Runner, tenant: Tenant, phone: string): Promise<Failure> {
  const other = await findCustomerByPhone(runner, tenant, phone);
  return new Failure(
    'DUPLICATE_CUSTOMER',
    `Another customer has the phone number ${phone}${other ? `: ${other.id}` : ''}. Change that one, or leave the number out.`,
    { details: { customer_id: other?.id ?? null } },
  );
}
