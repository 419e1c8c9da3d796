import {
  idRandomBytes,
  makeId,
  parseAmount,
  quantityOf,
  type CreateStockAdjustmentBody,
  type Currency,
  type Input,
  type Operations,
  type StockAdjustment,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { hashContent } from '../../../kernel/effect/canonical-json.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import {
  findAdjustmentByClient,
  insertAdjustment,
  movementsOfRef,
  type AdjustmentRow,
} from './move-stock.queries.ts';
import { findTracked } from './find-tracked.ts';
import { moveStock, requireGranted } from './move-stock.ts';
import { readQuantity } from './read-quantity.ts';
import { requireAllSteps } from './read-steps.ts';
import { requireSameContent } from './same-content.ts';
import { stockWriterOf, type StockMove } from './stock-move.ts';

type Wanted = Input<Operations['createStockAdjustment']>;

/** Corrects stock: all items or none. */
export async function createStockAdjustment(
  { body }: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<StockAdjustment>> {
  const lines = readAdjustedLines(body, call);
  const occurredAt = readOccurredAt(body.occurred_at, call);
  const contentHash = await hashContent(body);
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const { tenant } = call;
      const clientId = body.client_id?.toLowerCase() ?? null;
      const first = await findFirst(runner, { call, clientId, contentHash });
      if (first) return first;
      const location = await requireActiveLocation(runner, tenant, {
        id: body.location_id ?? null,
        now: call.now,
      });
      await module.staff.requireAt(call, staff, location.id);
      const variants = await findTracked(runner, tenant, body.items);
      requireAllSteps(
        lines.map(({ deltaMilli, setToMilli }) => deltaMilli ?? setToMilli ?? 0n),
        variants,
        (at) => `items[${at}].${body.items[at]?.delta === undefined ? 'set_to' : 'delta'}`,
      );
      const id = makeId('adj_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes));
      const row = await insertAdjustment(runner, tenant, {
        id,
        client_id: clientId,
        content_hash: contentHash,
        location_id: location.id,
        occurred_at: occurredAt,
        created_at: call.now,
      });
      if (!row) return (await findFirst(runner, { call, clientId, contentHash })) ?? failedTwice(id);
      const step = lines.map((line, at): StockMove => ({
        locationId: location.id,
        variantId: variants[at]?.variantId ?? '',
        ref: { type: 'adjustment', id, line: String(at + 1) },
        occurredAt,
        ...line,
      }));
      const results = await moveStock(
        runner,
        stockWriterOf(call, { world: module.world, staffId: staff?.id ?? null }),
        [step],
      );
      results.forEach(requireGranted);
      return reply(await presentAdjustment(runner, call, row));
    },
  });
}

/** The answer to the same request that came before. */
async function findFirst(
  runner: Runner,
  {
    call,
    clientId,
    contentHash,
  }: { readonly call: Call; readonly clientId: string | null; readonly contentHash: Buffer },
): Promise<Reply<StockAdjustment> | null> {
  const known = clientId === null ? undefined : await findAdjustmentByClient(runner, call.tenant, clientId);
  if (!known) return null;
  requireSameContent(known, contentHash);
  return reply(await presentAdjustment(runner, call, known));
}

async function presentAdjustment(
  runner: Runner,
  { tenant }: Call,
  row: AdjustmentRow,
): Promise<StockAdjustment> {
  const movements = await movementsOfRef(runner, tenant, { type: 'adjustment', id: row.id });
  return {
    id: row.id,
    client_id: row.client_id,
    location_id: row.location_id,
    items: movements
      .toSorted((a, b) => Number(a.ref_line) - Number(b.ref_line))
      .map((movement) => ({
        variant_id: movement.variant_id,
        movement_id: movement.id,
        delta: quantityOf(movement.delta),
        on_hand: quantityOf(movement.balance_after),
        reserved: quantityOf(movement.reserved_after),
        available: quantityOf(movement.balance_after - movement.reserved_after),
        seq: Number(movement.seq),
      })),
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.created_at.toISOString(),
    ...showMode(tenant.livemode),
  };
}

function failedTwice(id: string): never {
  throw new Error(`The adjustment ${id} could be neither written nor found.`);
}

type Item = CreateStockAdjustmentBody['items'][number];
/** What an item moves, without where, of what and for what. */
type AdjustedLine = Pick<
  StockMove,
  'deltaMilli' | 'setToMilli' | 'expectedSeq' | 'reason' | 'note' | 'unitCostMinor'
>;

/** How far a clock may be ahead of ours. */
const AHEAD_MS_MAX = 300_000;

/** The items of an adjustment, as far as they can be judged by themselves. */
function readAdjustedLines(body: CreateStockAdjustmentBody, call: Call): readonly AdjustedLine[] {
  return body.items.map((item, at) =>
    readLine(item, {
      path: `items[${at}]`,
      note: body.note ?? null,
      currency: call.caller.merchant.currency,
    }),
  );
}

/** When it happened; not after now. */
function readOccurredAt(text: string | undefined, call: Call): Date {
  if (text === undefined) return call.now;
  const at = readTime(text, { path: 'occurred_at', call });
  if (at.getTime() > call.now.getTime() + AHEAD_MS_MAX)
    throw invalid({ path: 'occurred_at', message: 'must not lie in the future' });
  return at;
}

function readLine(
  item: Item,
  {
    path,
    note,
    currency,
  }: { readonly path: string; readonly note: string | null; readonly currency: Currency },
): AdjustedLine {
  if ((item.delta === undefined) === (item.set_to === undefined))
    throw invalid({ path, message: 'must have either delta or set_to' });
  const reason = item.reason ?? 'adjustment';
  const delta =
    item.delta === undefined ? null : readQuantity(item.delta, { path: `${path}.delta`, min: 'any' });
  if (delta === 0n) throw invalid({ path: `${path}.delta`, message: 'must not be zero' });
  if (delta !== null && delta > 0n && (reason === 'damage' || reason === 'loss'))
    throw invalid({ path: `${path}.delta`, message: `must be below zero where the reason is ${reason}` });
  return {
    reason,
    note: item.note ?? note,
    ...(delta === null ? {} : { deltaMilli: delta }),
    ...(item.set_to === undefined
      ? {}
      : { setToMilli: readQuantity(item.set_to, { path: `${path}.set_to`, min: 'zero' }) }),
    ...(item.expected_seq === undefined ? {} : { expectedSeq: BigInt(item.expected_seq) }),
    ...(item.unit_cost === undefined
      ? {}
      : { unitCostMinor: readUnitCost(item.unit_cost, { path: `${path}.unit_cost`, currency }) }),
  };
}

function readUnitCost(
  value: number | string,
  { path, currency }: { readonly path: string; readonly currency: Currency },
): bigint {
  const parsed = parseAmount(value, currency);
  if (!parsed.ok)
    throw new Failure(parsed.code, `${path} ${parsed.message}.`, {
      details: { fields: [{ path, message: parsed.message }] },
    });
  return parsed.minor;
}
