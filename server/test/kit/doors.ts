import type { CreateEventBody, Ticket } from '@cottontree/contract';
import type { TestMerchant, TestService } from './service.ts';

/** A published event of a shop, with doors to come to. */
export type Doors = {
  readonly id: string;
  readonly typeId: string;
  /** Sells tickets at the box office. */
  readonly buy: (
    count?: number,
    input?: { readonly typeId?: string; readonly name?: string; readonly phone?: string },
  ) => Promise<readonly Ticket[]>;
};

const HOUR_MS = 3_600_000;
const PER_ORDER_MAX = 20;

/** Publishes an event that is under way, with one free ticket type unless asked otherwise. */
export async function openDoors(
  service: TestService,
  shop: TestMerchant,
  event: Partial<CreateEventBody> = {},
): Promise<Doors> {
  const now = service.server.runtime.context.world.now().getTime();
  const { data } = await shop.client.createEvent({
    body: {
      name: 'Freetown Jazz',
      start_date: new Date(now - HOUR_MS).toISOString(),
      end_date: new Date(now + 6 * HOUR_MS).toISOString(),
      status: 'published',
      max_tickets_per_order: PER_ORDER_MAX,
      ticket_types: [{ name: 'Standard', price: 50, quantity_available: 1_000 }],
      ...event,
    },
  });
  const typeId = data.ticket_types[0]?.id ?? '';
  return {
    id: data.id,
    typeId,
    async buy(count = 1, input = {}) {
      const { typeId: ticket_type_id = typeId, name, phone } = input;
      const sold: Ticket[] = [];
      while (sold.length < count) {
        const quantity = Math.min(count - sold.length, PER_ORDER_MAX);
        const attendees = Array.from({ length: quantity }, () => ({
          ticket_type_id,
          ...(name === undefined ? {} : { name }),
          ...(phone === undefined ? {} : { phone }),
        }));
        const { data: order } = await shop.client.createTicketOrder({
          params: { id: data.id },
          body: {
            items: [{ ticket_type_id, quantity }],
            attendees,
            channel: 'pos',
            payment: { method: 'cash' },
          },
        });
        sold.push(...order.tickets);
      }
      return sold;
    },
  };
}
