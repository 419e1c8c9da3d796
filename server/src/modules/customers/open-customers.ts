import type { Customers } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Eraser, Follower } from './customer-port.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { holdCustomerEver } from './customers.queries.ts';
import { findCustomerCopy } from './find-customer-copy.ts';

/** Opens customers. */
export function openCustomers(context: Context): Customers {
  const erasers: Eraser[] = [];
  const followers: Follower[] = [];
  return {
    ...context,
    erasers,
    followers,
    registerEraser(eraser) {
      if (erasers.some(({ kind }) => kind === eraser.kind))
        throw new Error(`Two rooms erase customers from a ${eraser.kind}.`);
      erasers.push(eraser);
    },
    registerFollower(follower) {
      followers.push(follower);
    },
    find: findCustomerCopy,
    hold: holdCustomerEver,
    ensure: (runner, call, named) => ensureCustomer(context, { runner, call }, named),
  };
}
