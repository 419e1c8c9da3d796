import { concert, newEvent, vip } from '../event.ts';
import type { InputGiven } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What a merchant sends about events. */
export function eventRequests(stage: () => RepeatStage): Repeatables {
  const below = (body: object) => async (): Promise<InputGiven> => ({
    params: { id: (await newEvent(stage().shop)).id },
    body,
  });
  const table = { ...vip, name: 'Table' };
  return {
    createEvent: {
      request: async () => ({ body: { ...concert, status: 'published', ticket_types: [vip] } }),
      other: { ...concert, name: 'Another' },
    },
    duplicateEvent: { request: below({ name: 'Again' }), other: { name: 'Another' } },
    createTicketType: { request: below(table), other: { ...table, price: 1 } },
    createPool: {
      request: below({ name: 'Stand', capacity: 5, ticket_type_ids: [] }),
      other: { name: 'Stand', capacity: 6, ticket_type_ids: [] },
    },
  };
}
