import type { Context } from '../../../kernel/call/context.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { findOrderLinkRow } from './sellers.queries.ts';

/** `token` null: there are no tickets (yet). */
export type OrderLink = {
  readonly token: string | null;
  readonly isOpen: boolean;
  /** Until when its tickets are kept; null: they are not kept. */
  readonly heldUntil: Date | null;
  /** IANA, of the event: the order's own page tells the time by it. */
  readonly timeZone: string;
};

const SOLD: ReadonlySet<string> = new Set(['paid', 'partially_refunded', 'refunded']);
const OPEN: ReadonlySet<string> = new Set(['held', 'awaiting_payment']);

/** Where the tickets of an order are shown; null when there is no such order. */
export async function findOrderLink(
  { store }: Pick<Context, 'store'>,
  tenant: Tenant,
  orderId: string,
): Promise<OrderLink | null> {
  const row = await findOrderLinkRow(store.of(tenant), tenant, orderId);
  return row
    ? {
        token: SOLD.has(row.status) ? row.link_token : null,
        isOpen: OPEN.has(row.status),
        heldUntil: row.expires_at,
        timeZone: row.time_zone,
      }
    : null;
}
