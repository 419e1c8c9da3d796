import { Type, type Static } from 'typebox';
import { AmountOut, Nullable, OneOf, TimeOut } from '../../schema.ts';
import { LocationIdOut } from '../../shared-fields.ts';
import { stockReasons } from '../words.ts';
import {
  exampleLocationId,
  exampleStaffId,
  exampleVariant,
  QuantityOut,
  shownVariant,
} from './stock-fields.ts';

export const StockLevel = Type.Object(
  {
    location_id: LocationIdOut,
    ...shownVariant,
    on_hand: QuantityOut(
      'What is there. Below zero where more was sold without network than there was, or where the product may be sold without stock.',
    ),
    reserved: QuantityOut('What of it is kept for sales that are being paid.'),
    available: QuantityOut('What can be sold: on_hand less reserved.'),
    seq: Type.Integer({
      description:
        'Number of the last movement; 0: it never moved. Send it as expected_seq to change only what you saw.',
    }),
    low_stock_threshold: Nullable(
      Type.Number({ description: 'It is low where no more than this is available; null: never.' }),
    ),
    is_low: Type.Boolean({
      description: 'Whether what is available has come down to the threshold; never where nothing ever was.',
    }),
    updated_at: Nullable(TimeOut('When it last moved; null: never.')),
  },
  { title: 'StockLevel', description: 'How much of a variant is at a location.' },
);
export type StockLevel = Static<typeof StockLevel>;

export const StockMovement = Type.Object(
  {
    id: Type.String({ description: '`mov_…`' }),
    location_id: LocationIdOut,
    ...shownVariant,
    seq: Type.Integer({ description: 'From 1 without a gap, for each variant at each location.' }),
    delta: QuantityOut('What came, or went (below zero).'),
    reserved_delta: QuantityOut('What was kept for somebody, or no longer.'),
    balance_after: QuantityOut('What was on hand then.'),
    reserved_after: QuantityOut('What of it was kept.'),
    reason: OneOf(stockReasons, 'What moved it.'),
    ref_type: Type.String({ description: 'What moved it: sale, sale_refund, adjustment, count, transfer.' }),
    ref_id: Type.String({ description: 'Id of what moved it, of the kind that ref_type says.' }),
    ref_line: Nullable(Type.String({ description: 'Which line of it; null: it has no lines.' })),
    note: Nullable(Type.String({ description: 'As it was given; null: none.' })),
    actor: Nullable(
      Type.Object(
        {
          type: OneOf(['key', 'staff'], 'key: a server with an API key; staff: a person at a till.'),
          id: Type.String({ description: '`key_…` or `stf_…`.' }),
        },
        { description: 'Who; null for what happened by itself.' },
      ),
    ),
    unit_cost: Nullable(AmountOut("What one cost, in the merchant's currency; null: not known.")),
    occurred_at: TimeOut('When it happened.'),
    recorded_at: TimeOut('When it was heard of: later, for what happened without network.'),
  },
  {
    title: 'StockMovement',
    description:
      'One movement of stock. Movements are never changed or deleted; a further one corrects them.',
  },
);
export type StockMovement = Static<typeof StockMovement>;

export const exampleLevel = {
  location_id: exampleLocationId,
  ...exampleVariant,
  on_hand: 12,
  reserved: 2,
  available: 10,
  seq: 7,
  low_stock_threshold: 5,
  is_low: false,
  updated_at: '2026-11-21T10:14:00.000Z',
} as const satisfies StockLevel;

export const exampleMovement = {
  id: 'mov_01m7yq3x4d8kq2x5v7j9c1r3t6',
  location_id: exampleLocationId,
  ...exampleVariant,
  seq: 7,
  delta: -3,
  reserved_delta: 0,
  balance_after: 12,
  reserved_after: 2,
  reason: 'sale',
  ref_type: 'sale',
  ref_id: 'sale_01m7yq3x4d8kq2x5v7j9c1r3t6',
  ref_line: '1',
  note: null,
  actor: { type: 'staff', id: exampleStaffId },
  unit_cost: null,
  occurred_at: '2026-11-21T10:14:00.000Z',
  recorded_at: '2026-11-21T10:14:00.000Z',
} as const satisfies StockMovement;
