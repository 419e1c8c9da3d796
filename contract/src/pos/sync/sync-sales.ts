import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, TimeIn } from '../../schema.ts';
import { exampleSale } from '../sales/sale-examples.ts';
import { Sale } from '../sales/sale-schema.ts';

/** What became of a sale that a till brings. */
export const syncedSaleOutcomes = Object.freeze(['accepted', 'duplicate', 'refused'] as const);
export type SyncedSaleOutcome = (typeof syncedSaleOutcomes)[number];

/** Why one item of many was refused. */
export const RefusedItem = Type.Object(
  {
    code: Type.String({ description: 'As creating it alone would answer it.' }),
    message: Type.String({ description: 'What is wrong and what would work.' }),
    details: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'What a program needs to know of it; absent: nothing.',
      }),
    ),
  },
  { description: 'Why it was refused.' },
);

export const SyncedSale = Type.Object(
  {
    client_id: Nullable(Type.String({ description: 'As it came; null: none came.' })),
    result: OneOf(
      syncedSaleOutcomes,
      'accepted: it is written now. duplicate: it was before; both can leave the till. refused: the item itself cannot be read; put it right and send it again.',
    ),
    sale: Nullable(Sale, 'As it is kept here; null: it was refused.'),
    error: Nullable(RefusedItem, 'Why it was refused.'),
  },
  { title: 'SyncedSale', description: 'What became of one sale.' },
);
export type SyncedSale = Static<typeof SyncedSale>;

export const SyncSalesBody = Type.Object({
  device_time: Type.Optional(
    TimeIn("What the till's clock says now: how far it is off is told of every sale."),
  ),
  sales: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), {
    minItems: 1,
    maxItems: 100,
    description:
      'Each with client_id, items (with unit_price, and taxes as charged), payments (cash or external), total, occurred_at, and the receipt_number that was printed. An item that cannot be read is refused by itself.',
  }),
});
export type SyncSalesBody = Static<typeof SyncSalesBody>;

const { items } = exampleSale;
const synced = {
  ...exampleSale,
  receipt_number: 'T01-000123',
  offline: true,
  flags: ['price_changed'],
} as const;

export const syncSales = operation({
  id: 'syncSales',
  method: 'POST',
  path: '/pos/sync/sales',
  tag: 'Sales',
  summary: 'Hand in sales made without network',
  description:
    'A sale that happened is never refused: it is written with the figures that were charged, and flagged where the catalogue, the taxes, the stock, the drawer, the clock or the permissions of who sold it say otherwise. A till, drawer, customer or member of staff whom the merchant does not have is flagged and not kept; in the place of such a location stands that of the till, else the default. Each is written once, by its client_id and content, however often it comes. What was taken may leave the till only after its own answer.',
  scope: 'sales:write',
  mendsText: true,
  status: 200,
  body: SyncSalesBody,
  answer: Type.Object(
    {
      results: Type.Array(SyncedSale, {
        description: 'One for each sale, in the order in which they were sent.',
      }),
      accepted: Type.Integer({ description: 'Sales that are new here.' }),
      duplicates: Type.Integer({ description: 'Sales that were here already; they are counted once.' }),
      refused: Type.Integer({ description: 'Sales that were not taken; their results say why.' }),
      clock_skew_seconds: Nullable(
        Type.Number({
          description: 'By how much the clocks of till and service differ; null: the till sent no time.',
        }),
      ),
    },
    { title: 'SyncedSales', description: 'What became of each sale, in the order in which they came.' },
  ),
  errors: [],
  example: {
    body: {
      device_time: '2026-11-21T18:00:00Z',
      sales: [
        {
          client_id: exampleSale.client_id,
          receipt_number: 'T01-000123',
          items: [{ variant_id: items[0].variant_id, quantity: 2, unit_price: 150 }],
          payments: [{ channel: 'cash', tendered: 500 }],
          total: 300,
          occurred_at: '2026-11-21T09:14:00Z',
        },
      ],
    },
    answer: {
      results: [{ client_id: exampleSale.client_id, result: 'accepted', sale: synced, error: null }],
      accepted: 1,
      duplicates: 0,
      refused: 0,
      clock_skew_seconds: 0,
    },
  },
});
