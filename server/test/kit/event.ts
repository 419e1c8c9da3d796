import type { CreateEventBody, Event } from '@cottontree/contract';
import type { TestMerchant } from './service.ts';

/** A concert a month ahead of the world in which tests begin. */
export const concert = {
  name: 'Freetown Jazz',
  start_date: '2099-12-20T18:00:00Z',
  end_date: '2099-12-20T23:00:00Z',
} as const;
export const vip = { name: 'VIP', price: 250.5, quantity_available: 500 } as const;
export const regular = { name: 'Regular', price: 100, quantity_available: 1_000 } as const;

/** A draft of a concert with two ticket types, but for the fields given. */
export async function newEvent(
  { client }: Pick<TestMerchant, 'client'>,
  fields: Partial<CreateEventBody> = {},
): Promise<Event> {
  return (await client.createEvent({ body: { ...concert, ticket_types: [vip, regular], ...fields } })).data;
}
