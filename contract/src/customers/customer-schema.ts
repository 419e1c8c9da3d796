import { Type, type Static } from 'typebox';
import { MetadataOut, Nullable, shownMode, TimeOut } from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';

export const Customer = Type.Object(
  {
    id: Type.String({ description: 'cus_….' }),
    version: Type.Integer({ description: 'Rises with every change.' }),
    name: Nullable(Type.String({ description: 'Person or firm; null: unknown, or forgotten.' })),
    phone: Nullable(
      Type.String({ description: 'E.164; no other customer of the merchant has it; null: none.' }),
    ),
    email: Nullable(Type.String({ description: 'Where documents go; null: none.' })),
    address: Nullable(Type.String({ description: 'On one or several lines; null: none.' })),
    tax_id: Nullable(Type.String({ description: 'As it stands on invoices; null: none.' })),
    notes: Nullable(Type.String({ description: 'For the merchant only; null: none.' })),
    tags: Type.Array(Type.String(), {
      description: "The merchant's own words for groups of customers, at most 20.",
    }),
    metadata: MetadataOut,
    erased: Type.Boolean({ description: 'Whether it is forgotten who it was.' }),
    ...shownMode,
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    erased_at: Nullable(TimeOut('When it was forgotten who it was; null: it was not.')),
  },
  { title: 'Customer', description: 'Somebody to whom the merchant sells.' },
);
export type Customer = Static<typeof Customer>;

export const exampleCustomer = {
  id: 'cus_01m7yq3c5h1ntq6e0y4m7s9k3v',
  version: 1,
  name: 'Fatmata Koroma',
  phone: '+23278234567',
  email: 'fatmata@example.sl',
  address: '12 Siaka Stevens Street, Freetown',
  tax_id: null,
  notes: 'Prefers delivery on Fridays.',
  tags: ['wholesale'],
  metadata: { loyalty_card: '4410' },
  erased: false,
  livemode: true,
  test: false,
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:14:00.000Z',
  erased_at: null,
} as const satisfies Customer;
