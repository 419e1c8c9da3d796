import type { TestMerchant } from './service.ts';

/** An event on sale with one ticket type. */
export type Sale = { readonly eventId: string; readonly typeId: string };
export type SaleInput = {
  readonly quantity_available?: number;
  readonly price?: number;
  readonly kind?: 'fixed' | 'free' | 'donation';
  readonly min_price?: number;
  readonly event?: Partial<Parameters<TestMerchant['client']['createEvent']>[0]['body']>;
};

/** Publishes an event of the merchant and puts its tickets on sale. */
export async function sale({ client }: Pick<TestMerchant, 'client'>, input: SaleInput = {}): Promise<Sale> {
  const { event, quantity_available = 100, price = 150, ...type } = input;
  const { data } = await client.createEvent({
    body: {
      name: 'Freetown Jazz',
      start_date: '2030-12-20T18:00:00Z',
      end_date: '2030-12-20T23:00:00Z',
      status: 'published',
      ticket_types: [{ name: 'VIP', price, quantity_available, ...type }],
      ...event,
    },
  });
  return { eventId: data.id, typeId: data.ticket_types[0]?.id ?? '' };
}
