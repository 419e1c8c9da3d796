import { Customer, exampleCustomer } from '../customers/customer-schema.ts';
import type { EventDescription } from './event-description.ts';

/** `data.object` is the customer as getCustomer answers it; of one that was deleted, without who it was. */
function about<const Kind extends string>(kind: Kind, summary: string, example: object) {
  return {
    kind,
    default: true,
    summary,
    data: Customer,
    example: { ...exampleCustomer, ...example },
  } as const satisfies EventDescription;
}

const nobody = {
  name: null,
  phone: null,
  email: null,
  address: null,
  tax_id: null,
  notes: null,
  tags: [],
  metadata: {},
} as const;

export const customerEvents = {
  'customer.created': about('customer.created', 'A customer was added, also by a sale or an invoice.', {}),
  'customer.updated': about('customer.updated', 'A customer was changed, or erased.', {
    version: 2,
    updated_at: '2026-11-21T09:16:05.402Z',
  }),
  'customer.deleted': about('customer.deleted', 'A customer was deleted.', {
    version: 3,
    ...nobody,
    updated_at: '2026-11-21T09:17:00.000Z',
  }),
} as const;
