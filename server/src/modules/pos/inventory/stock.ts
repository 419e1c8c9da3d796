import {
  quantityOf,
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type StockLevel,
  type StockMovement,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { ensureDefaultLocation } from '../settings/default-location.ts';
import {
  levelList,
  lowLevelList,
  movementList,
  type LevelRow,
  type StockMovementRow,
} from './inventory.queries.ts';

/** Lists what is where. */
export async function listInventory(
  { query }: Input<Operations['listInventory']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockLevel[]>> {
  const { tenant, now } = call;
  if (query.location_id === undefined) await ensureDefaultLocation(store.of(tenant), tenant, now);
  const { rows, meta } = await levelList.find(store.reads(tenant), { call, query });
  return reply(rows.map(presentLevel), { meta });
}

/** Lists what has come down to its threshold and is on sale. */
export async function listLowStock(
  { query }: Input<Operations['listLowStock']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockLevel[]>> {
  const { tenant, now } = call;
  if (query.location_id === undefined) await ensureDefaultLocation(store.of(tenant), tenant, now);
  const { rows, meta } = await lowLevelList.find(store.reads(tenant), { call, query });
  return reply(rows.map(presentLevel), { meta });
}

/** Lists how stock moved, newest first unless sorted otherwise. */
export async function listStockMovements(
  { query }: Input<Operations['listStockMovements']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockMovement[]>> {
  const { tenant, caller } = call;
  const { rows, meta } = await movementList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => presentMovement(row, caller.merchant.currency)),
    { meta },
  );
}

/** A level as `tell_stock` tells of it in messages, too. */
function presentLevel(row: LevelRow): StockLevel {
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
    is_low: row.seq > 0 && row.low_stock_threshold !== null && availableMilli <= row.low_stock_threshold,
    updated_at: row.updated_at?.toISOString() ?? null,
  };
}

function presentMovement(row: StockMovementRow, currency: Currency): StockMovement {
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
