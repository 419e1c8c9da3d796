import type { Currency, ObtainableTickets } from '@cottontree/contract';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { hasOpenPromo } from '../../promos/promos.queries.ts';
import type { Context } from '../../../../kernel/call/context.ts';
import type { PaymentPort } from '../../../payments/index.ts';

type Offer = {
  readonly id: string;
  readonly currency: Currency;
  /** Whether none of its tickets has to cost anything. */
  readonly isFree: boolean;
  readonly at: Date;
};

/** Which tickets of an event people can have by themselves now: all of them where somebody takes payments. */
export async function obtainableTicketsOf(
  { store, payments }: Pick<Context, 'store'> & { readonly payments: PaymentPort },
  tenant: Tenant,
  { id, currency, isFree, at }: Offer,
): Promise<ObtainableTickets> {
  if (isFree || (await payments.areTaken(tenant, currency))) return 'all';
  return (await hasOpenPromo(store.of(tenant), tenant, { eventId: id, at })) ? 'by_code' : 'free';
}

/** A donation may be nothing where no least one was set. */
export function costsNothing(type: {
  readonly kind: string;
  readonly price: number | bigint;
  readonly least: number | bigint | null;
}): boolean {
  return type.kind === 'donation'
    ? Number(type.least ?? 0) === 0
    : type.kind === 'free' || Number(type.price) === 0;
}
