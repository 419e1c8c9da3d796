import {
  quantityOf,
  type Input,
  type Operations,
  type StockCount,
  type StockCountLine,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { holdLocation } from '../settings/locations.queries.ts';
import { countedLines, countLineList, type CountLineRow } from './count-lines.queries.ts';
import {
  countList,
  endCount,
  findCount,
  lockCount,
  type CountKey,
  type CountRow,
  type ShownCountRow,
} from './counts.queries.ts';
import { moveStock, requireGranted } from './move-stock.ts';
import { stockWriterOf, type StockMove } from './stock-move.ts';

/** Lists what is to be counted, and what was. */
export async function listStockCountLines(
  { params: { id }, query }: Input<Operations['listStockCountLines']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockCountLine[]>> {
  const { tenant } = call;
  const runner = store.reads(tenant);
  const { rows, total, meta } = await countLineList.find(runner, { call, query, given: { count_id: id } });
  if (total === 0) await requireCount(runner, { tenant, id });
  return reply(rows.map(presentCountLine), { meta });
}

/** Lists stock counts, newest first unless sorted otherwise. */
export async function listStockCounts(
  { query }: Input<Operations['listStockCounts']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockCount[]>> {
  const { tenant } = call;
  const { rows, meta } = await countList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => presentCount(row, tenant)),
    { meta },
  );
}

/** Reads a stock count and how far it has come. */
export async function getStockCount(
  { params }: Input<Operations['getStockCount']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<StockCount>> {
  return reply(presentCount(await requireCount(store.of(tenant), { tenant, id: params.id }), tenant));
}

/** Ends a stock count without moving anything. */
export async function cancelStockCount(
  { params, body }: Input<Operations['cancelStockCount']>,
  call: Call,
  module: Pos,
): Promise<Reply<StockCount>> {
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const key = { tenant: call.tenant, id: params.id };
      const row = await requireOpenCount(runner, key, 'cancelled');
      await module.staff.requireAt(call, staff, row.location_id);
      await endCount(runner, key, { status: 'cancelled', at: call.now });
      return reply(presentCount(await requireCount(runner, key), call.tenant));
    },
  });
}

/**
 * Ends a stock count and moves what differs. What is there is a fact, so it counts even where it is less than what is kept
 * for somebody; only what moved since it was counted is in the way, unless the caller says otherwise.
 */
export async function submitStockCount(
  { params, body }: Input<Operations['submitStockCount']>,
  call: Call,
  module: Pos,
): Promise<Reply<StockCount>> {
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const { tenant } = call;
      const key = { tenant, id: params.id };
      const row = await requireOpenCount(runner, key, 'submitted');
      await module.staff.requireAt(call, staff, row.location_id);
      await holdOpenPlace(runner, call, { row, to: 'submitted' });
      const step = (await countedLines(runner, key)).map((line): StockMove => ({
        locationId: row.location_id,
        variantId: line.variant_id,
        deltaMilli: line.counted - line.expected,
        reason: 'count',
        ref: { type: 'count', id: row.id, line: line.variant_id },
        note: row.note,
        occurredAt: call.now,
        force: true,
        ...(body.force === true ? {} : { expectedSeq: line.expected_seq }),
      }));
      await endCount(runner, key, { status: 'submitted', at: call.now });
      const results = await moveStock(
        runner,
        stockWriterOf(call, { world: module.world, staffId: staff?.id ?? null }),
        [step],
      );
      results.forEach(requireGranted);
      return reply(presentCount(await requireCount(runner, key), tenant));
    },
  });
}

/** STATE_CONFLICT where the location was closed since the count began; else it stays open until this transaction ends. */
export async function holdOpenPlace(
  runner: Runner,
  { tenant }: Call,
  { row: { status, location_id }, to }: { readonly row: CountRow; readonly to: 'open' | 'submitted' },
): Promise<void> {
  if (await holdLocation(runner, tenant, location_id)) return;
  throw new Failure(
    'STATE_CONFLICT',
    'The location is closed for good, so nothing is counted there any more. Cancel the stock count.',
    { details: { from: status, to, allowed: ['cancelled'], location_id } },
  );
}

export function presentCount(row: ShownCountRow, { livemode }: Tenant): StockCount {
  return {
    id: row.id,
    client_id: row.client_id,
    location_id: row.location_id,
    status: statusOf(row),
    note: row.note,
    lines: Number(row.lines),
    counted: Number(row.counted),
    different: Number(row.different),
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    ...showMode(livemode),
  };
}

export function presentCountLine(row: CountLineRow): StockCountLine {
  return {
    variant_id: row.variant_id,
    product_id: row.product_id,
    name: row.name,
    variant_name: row.variant_name,
    sku: row.sku,
    counted: row.counted === null ? null : quantityOf(row.counted),
    expected: row.expected === null ? null : quantityOf(row.expected),
    difference: row.counted === null || row.expected === null ? null : quantityOf(row.counted - row.expected),
    expected_seq: row.expected_seq === null ? null : Number(row.expected_seq),
    seq: Number(row.seq),
    counted_at: row.counted_at?.toISOString() ?? null,
    movement_id: row.movement_id,
  };
}

/** As the check constraint of the table holds it. */
function statusOf({ status }: ShownCountRow): StockCount['status'] {
  return status;
}

/** STOCK_COUNT_NOT_FOUND */
export async function requireCount(runner: Runner, key: CountKey): Promise<ShownCountRow> {
  return (await findCount(runner, key)) ?? countNotFound(key.id);
}

/** The count, held for this transaction; STATE_CONFLICT unless it is open. */
export async function requireOpenCount(
  runner: Runner,
  key: CountKey,
  to: 'open' | 'submitted' | 'cancelled',
): Promise<CountRow> {
  const row = (await lockCount(runner, key)) ?? countNotFound(key.id);
  if (row.status === 'open') return row;
  throw new Failure(
    'STATE_CONFLICT',
    `The stock count is ${row.status} already. Begin another with POST /v1/pos/inventory/counts.`,
    { details: { from: row.status, to, allowed: [] } },
  );
}

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
function countNotFound(id: string): never {
  throw new Failure('STOCK_COUNT_NOT_FOUND', `There is no stock count ${id.slice(0, 64)}.`);
}
