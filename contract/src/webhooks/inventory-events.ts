import { exampleLevel, StockLevel } from '../pos/inventory/stock-schema.ts';
import type { EventDescription } from './event-description.ts';

/** What is told of stock. */
export const inventoryEvents = {
  'pos.inventory.updated': {
    kind: 'pos.inventory.updated',
    default: false,
    summary:
      'Stock moved at a location; sales that are written together are told together. As many as sales, so they reach only endpoints that name them.',
    data: StockLevel,
    example: exampleLevel,
  },
  'pos.inventory.low_stock': {
    kind: 'pos.inventory.low_stock',
    default: true,
    summary: 'What is available came down to the threshold; not again until it was above it.',
    data: StockLevel,
    example: { ...exampleLevel, on_hand: 5, reserved: 0, available: 5, is_low: true },
  },
  'pos.inventory.oversold': {
    kind: 'pos.inventory.oversold',
    default: true,
    summary:
      'More went than was there: by a sale without network, a count, or a sale that had been promised it.',
    data: StockLevel,
    example: { ...exampleLevel, on_hand: -1, reserved: 0, available: -1, is_low: true },
  },
} as const satisfies Record<string, EventDescription>;
