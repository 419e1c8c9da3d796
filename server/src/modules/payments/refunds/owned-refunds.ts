import type { Refund } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import type { BegunRefund } from '../payments/payment-port.ts';
import { beginRefund } from './begin-refund.ts';
import { presentRefund } from './present-refund.ts';
import { pursueRefund } from './pursue-refund.ts';
import { findRefunds } from './refunds.queries.ts';

type Wanted = { readonly tx: Runner; readonly tenant: Tenant; readonly refunds: readonly BegunRefund[] };

/** Writes refunds, each with its hold on its payment, in the caller's transaction; in the order of payments, so that no two callers wait for each other. */
export async function beginRefunds(
  module: Payments,
  { tx, tenant, refunds }: Wanted,
): Promise<readonly Refund[]> {
  const written: Refund[] = [];
  for (const { id, paymentId, amountMinor, inCash, cashSessionId = null, reason, at } of refunds.toSorted(
    (one, other) => (one.paymentId < other.paymentId ? -1 : 1),
  )) {
    written.push(
      presentRefund(
        await beginRefund(
          { module, runner: tx, tenant },
          { id, paymentId, amountOf: () => amountMinor, reason, metadata: {}, at, inCash, cashSessionId },
        ),
      ),
    );
  }
  return written;
}

/** Asks the provider about one that is not over. */
export async function pursueOwnedRefund(module: Payments, tenant: Tenant, id: string): Promise<Refund> {
  const row = await pursueRefund(module, { tenant, id });
  return presentRefund(row);
}

/** As they stand, those that are there. */
export async function findOwnedRefunds(
  { store }: Payments,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly Refund[]> {
  return (await findRefunds(store.of(tenant), tenant, ids)).map(presentRefund);
}
