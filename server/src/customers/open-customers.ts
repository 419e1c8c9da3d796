import type { Context } from '../core/context.ts';
import type { CustomerDesk, Eraser, Follower } from './customer-desk.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { findCustomerCopy } from './find-customer-copy.ts';

/** What the operations of customers share, and what other rooms use of them. */
export type Customers = Context &
  CustomerDesk & {
    /** Of every room whose documents copy customers. */ readonly erasers: readonly Eraser[];
    /** Of every room that keeps something beside their documents. */ readonly followers: readonly Follower[];
  };

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
    ensure: (runner, call, named) => ensureCustomer(context, { runner, call }, named),
  };
}
