import { Type } from 'typebox';
import { ListQuery, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { OneOf, Text, TimeIn } from '../../schema.ts';
import { stockReasons } from '../words.ts';
import { exampleLevel, exampleMovement, StockLevel, StockMovement } from './stock-schema.ts';

const which = {
  location_id: Type.Optional(
    Text(
      64,
      'At this one: also what never was there. Default: wherever something is or was, and all at the default location.',
    ),
  ),
  variant_id: Type.Optional(Text(64, 'Only this variant.')),
  product_id: Type.Optional(Text(64, 'Only variants of this product.')),
  category_id: Type.Optional(Text(64, 'Only products in this category.')),
  q: Type.Optional(Text(100, 'Part of a name, SKU or barcode.')),
};

export const listInventory = operation({
  id: 'listInventory',
  method: 'GET',
  path: '/pos/inventory',
  tag: 'Inventory',
  summary: 'List what is where',
  description:
    'Variants whose stock is tracked, the newest first. Reading a level costs the same however often it moved.',
  scope: 'inventory:read',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    {
      ...which,
      low_stock: Type.Optional(
        Type.Boolean({ default: false, description: 'Only what has come down to its threshold.' }),
      ),
      oversold: Type.Optional(
        Type.Boolean({ default: false, description: 'Only what was sold beyond what is there.' }),
      ),
    },
    'What was added to the catalogue last or first, or by name.',
  ),
  answer: StockLevel,
  errors: [],
  example: { query: { q: 'bag' }, answer: exampleLevel },
});

export const listLowStock = operation({
  id: 'listLowStock',
  method: 'GET',
  path: '/pos/inventory/low-stock',
  tag: 'Inventory',
  summary: 'List what runs out',
  description: 'Active variants of which no more is available than their low_stock_threshold.',
  scope: 'inventory:read',
  list: true,
  status: 200,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    { ...which },
    'What was added to the catalogue last or first, or by name.',
  ),
  answer: StockLevel,
  errors: [],
  example: { answer: { ...exampleLevel, on_hand: 4, reserved: 0, available: 4, is_low: true } },
});

export const listStockMovements = operation({
  id: 'listStockMovements',
  method: 'GET',
  path: '/pos/inventory/movements',
  tag: 'Inventory',
  summary: 'List how stock moved',
  description: 'Newest first unless sorted otherwise, by when they were recorded.',
  scope: 'inventory:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    location_id: Type.Optional(Text(64, 'Only at this location.')),
    variant_id: Type.Optional(Text(64, 'Only this variant.')),
    product_id: Type.Optional(Text(64, 'Only variants of this product.')),
    reason: Type.Optional(OneOf(stockReasons, 'Only for this reason.')),
    ref: Type.Optional(
      Text(64, 'Id of what moved it: a sale, a refund, an adjustment, a count, a transfer.'),
    ),
    from: Type.Optional(TimeIn('Recorded from then on.')),
    to: Type.Optional(TimeIn('Recorded before then.')),
  }),
  answer: StockMovement,
  errors: [],
  example: { query: { variant_id: exampleMovement.variant_id }, answer: exampleMovement },
});
