import { idRandomBytes, makeId } from '@cottontree/contract';
import type { World } from '../../../kernel/running/world.ts';
import type { SettledPayment } from '../../payments/index.ts';
import type { EventState } from '../events/event-state.ts';
import type { OrderRow } from './orders.queries.ts';

type CashDrawer = {
  readonly event: EventState;
  /** The merchant's own. */ readonly reference: string | undefined;
  readonly world: World;
  readonly at: Date;
};

/** The cash for an order, which is in the drawer already. */
export function cashPayment(order: OrderRow, { event, reference, world, at }: CashDrawer): SettledPayment {
  return {
    id: makeId('pay_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    amountMinor: order.total,
    currency: order.currency,
    channel: 'cash',
    provider: 'cash',
    phone: order.buyer_phone,
    description: event.name,
    reference: reference ?? order.order_number,
    customer: { name: order.buyer_name, phone: order.buyer_phone, email: order.buyer_email },
    subject: { kind: 'ticket_order', id: order.id },
    amountSource: 'server',
    metadata: {},
    externalRef: null,
    at,
  };
}
