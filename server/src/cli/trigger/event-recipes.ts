import type { Client } from '@cottontree/client';
import type { EventKind } from '@cottontree/contract';
import { announce, order } from './announce.ts';
import { REASON, type Recipe, type Triggered } from './recipe.ts';

/** How the kinds about events, their orders and who waits come about. */
export const eventRecipes = {
  'event.created': async (client) => about(await announce(client)),
  'event.updated': async (client) => {
    const { did, event_id } = await announce(client);
    await client.updateEvent({ params: { id: event_id }, body: { venue: 'National Stadium' } });
    return { did: [...did, 'Moved it to the National Stadium.'], event_id };
  },
  'event.published': (client) => move(client, 'published'),
  'event.cancelled': (client) => move(client, 'cancelled'),
  'event.completed': async (client) => {
    const { did, event_id } = await move(client, 'published');
    await client.updateEvent({
      params: { id: event_id },
      body: { start_date: '2020-12-20', status: 'completed' },
    });
    return { did: [...did, 'Let it have begun in 2020, and completed it.'], event_id };
  },
  'ticket_type.low_stock': async (client) => told(await order(client, { quantity: 10, count: 9 })),
  'ticket_type.sold_out': async (client) => told(await order(client, { quantity: 1 })),
  'ticket_order.held': async (client) => told(await order(client, { paid: false })),
  'ticket_order.paid': async (client) => told(await order(client)),
  'ticket_order.expired': async (client) => {
    const { did, ...ordered } = told(await order(client, { paid: false, hold_minutes: 1 }));
    return { did: [...did, 'Nobody pays for it: it expires in a minute.'], ...ordered };
  },
  'ticket_order.cancelled': async (client) => {
    const { did, event_id, order_id } = told(await order(client, { paid: false }));
    await client.cancelTicketOrder({ params: { id: order_id } });
    return { did: [...did, 'Cancelled it.'], event_id, order_id };
  },
  'ticket_order.refunded': async (client) => {
    const { did, event_id, order_id } = told(await order(client));
    await client.refundTicketOrder({ params: { id: order_id }, body: { reason: REASON } });
    return { did: [...did, 'Refunded it.'], event_id, order_id };
  },
  'waitlist.offered': offerToWaiting,
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

async function offerToWaiting(client: Client): Promise<Triggered> {
  const held = await order(client, { quantity: 1, paid: false });
  const { did, event_id, order_id } = told(held);
  const ticket_type_id = held.order.items[0]?.ticket_type_id ?? '';
  await client.joinWaitlist({
    params: { id: event_id },
    body: { ticket_type_id, name: 'Isatu Sesay', phone: '+23276555101' },
  });
  await client.cancelTicketOrder({ params: { id: order_id } });
  return {
    did: [...did, 'Put somebody on the waiting list.', 'Cancelled the order: what it held is on offer.'],
    event_id,
  };
}

async function move(
  client: Client,
  status: 'published' | 'cancelled',
): Promise<Triggered & { readonly event_id: string }> {
  const { did, event_id } = await announce(client);
  await client.updateEvent({ params: { id: event_id }, body: { status } });
  return { did: [...did, `Moved it on to ${status}.`], event_id };
}

function about({ did, event_id }: Awaited<ReturnType<typeof announce>>): Triggered {
  return { did, event_id };
}

function told({
  did,
  event_id,
  order: { id },
}: Awaited<ReturnType<typeof order>>): Triggered & { readonly event_id: string; readonly order_id: string } {
  return { did, event_id, order_id: id };
}
