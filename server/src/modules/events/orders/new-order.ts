import { createHash } from 'node:crypto';
import { idRandomBytes, makeId, makeOrderNumber, orderNumberRandomBytes } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { World } from '../../../kernel/running/world.ts';
import { makeLinkToken } from '../../../kernel/secrets/link-token.ts';
import type { EventState } from '../events/event-state.ts';
import type { PricedOrder } from './compose-lines.ts';
import { makeChangeId } from './order-step.ts';
import type { OrderRow } from './orders.queries.ts';

const SECRET_BYTES = 16;

/** What tells a new order from another, made before anything is decided about it. */
export type OrderNames = {
  readonly id: string;
  readonly orderNumber: string;
  readonly secret: string;
  readonly changeId: string;
  /** Under which the page with its tickets is found. */ readonly linkToken: string;
};

export function makeOrderNames(world: World): OrderNames {
  const id = makeId('tor_', world.now().getTime(), world.randomBytes(idRandomBytes));
  return {
    id,
    orderNumber: makeOrderNumber(world.randomBytes(orderNumberRandomBytes)),
    secret: `${id}_secret_${world.randomBytes(SECRET_BYTES).toString('base64url')}`,
    changeId: makeChangeId(world),
    linkToken: makeLinkToken(world),
  };
}

/** Secrets are long and random, so one round of a hash keeps them. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export type NewOrder = {
  readonly tenant: Tenant;
  readonly names: OrderNames;
  readonly event: EventState;
  readonly priced: PricedOrder;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly channel: OrderRow['channel'];
  readonly buyer: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly attendees: OrderRow['attendees'];
  readonly promo: { readonly id: string; readonly code: string } | null;
  readonly waitlistEntryId: string | null;
  readonly metadata: OrderRow['metadata'];
};

/** The row of an order that holds its tickets. */
export function newOrder(order: NewOrder): OrderRow {
  const { tenant, names, event, priced, at, buyer, promo } = order;
  const { subtotal, discount, fees, tax, total } = priced.totals;
  return {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    id: names.id,
    event_id: event.id,
    order_number: names.orderNumber,
    version: 1,
    sequence: 1,
    change_id: names.changeId,
    status: 'held',
    channel: order.channel,
    lines: priced.lines,
    attendees: order.attendees,
    buyer_name: buyer.name,
    buyer_phone: buyer.phone,
    buyer_email: buyer.email,
    currency: event.currency,
    subtotal,
    discount,
    fees,
    tax,
    total,
    amount_refunded: 0n,
    promo_id: promo?.id ?? null,
    promo_code: promo?.code ?? null,
    promo_uses: promo ? 1 : 0,
    payment_id: null,
    payment_method: null,
    client_secret_hash: hashSecret(names.secret),
    extended: false,
    expires_at: order.expiresAt,
    waitlist_entry_id: order.waitlistEntryId,
    metadata: order.metadata,
    created_at: at,
    updated_at: at,
    paid_at: null,
    ended_at: null,
    cancel_reason: null,
    link_token: names.linkToken,
  };
}
