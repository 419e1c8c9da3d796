import type { Client } from '@cottontree/client';
import type { CreateEventBody, Ticket, TicketOrder } from '@cottontree/contract';

/** What was done so that an event happened: sentences for people, and the ids of the things that it happened to, by name. */
export type Triggered = {
  readonly did: readonly string[];
  readonly [about: string]: string | readonly string[];
};

/** Makes the real thing happen, in test mode. */
export type Recipe = (client: Client) => Promise<Triggered>;

/** Stands on everything that a recipe makes, where that can be said of it. */
export const MADE_BY = Object.freeze({ made_by: 'cottontree trigger' });
/** Why, where a reason is asked for. */
export const REASON = 'Tried out with cottontree trigger.';

const CONCERT = {
  name: 'Freetown Jazz',
  start_date: '2099-12-20T18:00:00Z',
  end_date: '2099-12-20T23:00:00Z',
  metadata: MADE_BY,
} as const;
const BUYER = { name: 'Fatmata Koroma', phone: '+23276555100', email: 'fatmata@example.com' } as const;

type Announced = {
  readonly did: readonly string[];
  readonly event_id: string;
  readonly ticket_type_id: string;
};
type Ordered = { readonly did: readonly string[]; readonly event_id: string; readonly order: TicketOrder };

/** A draft of an event with one ticket type, of which there are two unless said otherwise. */
export async function announce(
  client: Client,
  { quantity = 2, ...more }: Partial<CreateEventBody> & { readonly quantity?: number } = {},
): Promise<Announced> {
  const { data } = await client.createEvent({
    body: {
      ...CONCERT,
      ticket_types: [{ name: 'VIP', price: 250.5, quantity_available: quantity }],
      ...more,
    },
  });
  return {
    did: [`Created the event ${data.id}.`],
    event_id: data.id,
    ticket_type_id: data.ticket_types[0]?.id ?? '',
  };
}

/** An event on sale, and an order for some of its tickets: paid in cash, unless it is only to be held. */
export async function order(
  client: Client,
  input: Partial<CreateEventBody> & {
    readonly quantity?: number;
    readonly count?: number;
    readonly paid?: boolean;
  } = {},
): Promise<Ordered> {
  const { count = 1, paid = true, ...event } = input;
  const { did, event_id, ticket_type_id } = await announce(client, { status: 'published', ...event });
  const payment = paid ? { payment: { method: 'cash' as const } } : {};
  const { data } = await client.createTicketOrder({
    params: { id: event_id },
    body: { items: [{ ticket_type_id, quantity: count }], buyer: BUYER, metadata: MADE_BY, ...payment },
  });
  return {
    did: [
      ...did,
      `${paid ? 'Sold' : 'Held'} ${count === 1 ? 'a ticket' : `${count} tickets`} in the order ${data.id}.`,
    ],
    event_id,
    order: data,
  };
}

/** A ticket that was sold. */
export async function sellTicket(
  client: Client,
  event: Partial<CreateEventBody> = {},
): Promise<{ readonly did: readonly string[]; readonly event_id: string; readonly ticket: Ticket }> {
  const { did, event_id, order: sold } = await order(client, event);
  const [ticket] = sold.tickets;
  if (!ticket) throw new Error(`The order ${sold.id} has no ticket.`);
  return { did, event_id, ticket };
}
