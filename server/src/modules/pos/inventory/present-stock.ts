import {
  quantityOf,
  toMajor,
  type Currency,
  type StockLevel,
  type StockMovement,
} from '@cottontree/contract';
import type { LevelRow, StockMovementRow } from './inventory.queries.ts';

/** A level as `tell_stock` tells of it in messages, too. */
export function presentLevel(row: LevelRow): StockLevel {
  const availableMilli = row.on_hand - row.reserved;
  return {
    location_id: row.location_id,
    variant_id: row.variant_id,
    product_id: row.product_id,
    name: row.name,
    variant_name: row.variant_name,
    sku: row.sku,
    on_hand: quantityOf(row.on_hand),
    reserved: quantityOf(row.reserved),
    available: quantityOf(availableMilli),
    seq: Number(row.seq),
    low_stock_threshold: row.low_stock_threshold === null ? null : quantityOf(row.low_stock_threshold),
    is_low: row.low_stock_threshold !== null && availableMilli <= row.low_stock_threshold,
    updated_at: row.updated_at?.toISOString() ?? null,
  };
}

export function presentMovement(row: StockMovementRow, currency: Currency): StockMovement {
  return {
    id: row.id,
    location_id: row.location_id,
    variant_id: row.variant_id,
    product_id: row.product_id,
    name: row.name,
    variant_name: row.variant_name,
    sku: row.sku,
    seq: Number(row.seq),
    delta: quantityOf(row.delta),
    reserved_delta: quantityOf(row.reserved_delta),
    balance_after: quantityOf(row.balance_after),
    reserved_after: quantityOf(row.reserved_after),
    ref_type: row.ref_type,
    ref_id: row.ref_id,
    ref_line: row.ref_line === '' ? null : row.ref_line,
    note: row.note,
    unit_cost: row.unit_cost === null ? null : toMajor(row.unit_cost, currency),
    occurred_at: row.occurred_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    ...wordsOf(row),
  };
}

/** As the check constraints of the table hold it. */
function wordsOf({
  reason,
  actor_type: type,
  actor_id: id,
}: StockMovementRow): Pick<StockMovement, 'reason' | 'actor'> {
  return { reason, actor: type === null || id === null ? null : { type, id } } as Pick<
    StockMovement,
    'reason' | 'actor'
  >;
}
