import { Type, type Static } from 'typebox';
import { operation } from '../../operation.ts';
import { AmountIn, OneOf, shownMode, Text, TimeIn, TimeOut } from '../../schema.ts';
import { ClientIdOut, CreatedAtOut, LocationIdOut, VariantIdOut } from '../../shared-fields.ts';
import {
  ClientId,
  exampleClientId,
  exampleLocationId,
  exampleVariant,
  LocationId,
  namedVariant,
  QuantityIn,
  QuantityOut,
  SeqIn,
  StaffId,
} from './stock-fields.ts';
import { ADJUSTED_MAX, adjustmentReasons } from './words.ts';

const AdjustmentItem = Type.Object({
  ...namedVariant,
  delta: Type.Optional(QuantityIn('What came, or went (below zero). Either this or set_to.')),
  set_to: Type.Optional(QuantityIn('What is there now.')),
  expected_seq: Type.Optional(SeqIn("Only if this is still the level's seq; else 409 STOCK_CHANGED.")),
  reason: Type.Optional(OneOf(adjustmentReasons, 'Default: adjustment.')),
  note: Type.Optional(Text(500, 'Stands with the movement, up to 500 characters.')),
  unit_cost: Type.Optional(AmountIn("What one cost, in the merchant's currency.")),
});

export const CreateStockAdjustmentBody = Type.Object(
  {
    client_id: Type.Optional(ClientId),
    location_id: Type.Optional(LocationId),
    staff_id: Type.Optional(StaffId),
    items: Type.Array(AdjustmentItem, {
      description: 'What is corrected; all of it or nothing.',
      minItems: 1,
      maxItems: ADJUSTED_MAX,
    }),
    note: Type.Optional(Text(500, 'For items without a note of their own.')),
    occurred_at: Type.Optional(TimeIn('When it happened. Default: now.')),
  },
  { title: 'CreateStockAdjustmentBody', description: 'What came, went or is there.' },
);
export type CreateStockAdjustmentBody = Static<typeof CreateStockAdjustmentBody>;

export const StockAdjustment = Type.Object(
  {
    id: Type.String({ description: '`adj_…`' }),
    client_id: ClientIdOut,
    location_id: LocationIdOut,
    items: Type.Array(
      Type.Object({
        variant_id: VariantIdOut,
        movement_id: Type.String({ description: '`mov_…`, what was written.' }),
        delta: QuantityOut('What came, or went.'),
        on_hand: QuantityOut('After it.'),
        reserved: QuantityOut('After it.'),
        available: QuantityOut('After it.'),
        seq: Type.Integer({ description: 'After it.' }),
      }),
      { description: 'In the order of the request.' },
    ),
    occurred_at: TimeOut('When it happened, as it was told.'),
    created_at: CreatedAtOut,
    ...shownMode,
  },
  { title: 'StockAdjustment', description: 'A correction of stock, all of it at once.' },
);
export type StockAdjustment = Static<typeof StockAdjustment>;

const exampleAdjustment = {
  id: 'adj_01m7yq3x4d8kq2x5v7j9c1r3t6',
  client_id: exampleClientId,
  location_id: exampleLocationId,
  items: [
    {
      variant_id: exampleVariant.variant_id,
      movement_id: 'mov_01m7yq3x4d8kq2x5v7j9c1r3t7',
      delta: 24,
      on_hand: 36,
      reserved: 2,
      available: 34,
      seq: 8,
    },
  ],
  occurred_at: '2026-11-21T11:00:00.000Z',
  created_at: '2026-11-21T11:00:00.000Z',
  livemode: true,
  test: false,
} as const satisfies StockAdjustment;

export const createStockAdjustment = operation({
  id: 'createStockAdjustment',
  method: 'POST',
  path: '/pos/inventory/adjustments',
  tag: 'Inventory',
  summary: 'Correct stock',
  description: `Up to ${ADJUSTED_MAX} items, all of them or none. delta says what came or went, set_to what is there; what is kept for sales that are being paid cannot be taken away.`,
  scope: 'inventory:write',
  status: 201,
  body: CreateStockAdjustmentBody,
  answer: StockAdjustment,
  errors: [
    'AMOUNT_PRECISION',
    'STAFF_PERMISSION_REQUIRED',
    'STAFF_NOT_FOUND',
    'LOCATION_NOT_FOUND',
    'VARIANT_NOT_FOUND',
    'STATE_CONFLICT',
    'INSUFFICIENT_STOCK',
    'STOCK_CHANGED',
  ],
  example: {
    body: {
      client_id: exampleClientId,
      items: [{ sku: 'BAG-IND', delta: 24, reason: 'purchase', unit_cost: 45 }],
    },
    answer: exampleAdjustment,
  },
});
