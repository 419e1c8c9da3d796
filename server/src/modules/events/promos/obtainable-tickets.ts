import type { ObtainableTickets } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { SnapshotOffer } from '../events/public/snapshots.ts';
import { hasOpenPromo } from './promos.queries.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { PaymentPort } from '../../payments/index.ts';

/** Which tickets of an event people can have by themselves now: all of them where somebody takes payments. */
export async function obtainableTicketsOf(
  { store, payments }: Pick<Context, 'store'> & { readonly payments: PaymentPort },
  tenant: Tenant,
  { id, currency, isFree, at }: SnapshotOffer,
): Promise<ObtainableTickets> {
  if (isFree || (await payments.areTaken(tenant, currency))) return 'all';
  return (await hasOpenPromo(store.of(tenant), tenant, { eventId: id, at })) ? 'by_code' : 'free';
}
