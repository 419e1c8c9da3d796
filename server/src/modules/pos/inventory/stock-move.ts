import { idRandomBytes, makeId, type StockReason } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { World } from '../../../kernel/running/world.ts';
import type { Json } from '../../../store/index.ts';
import type { StockRef } from './move-stock.queries.ts';

/** One movement of one variant at one location. Quantities are thousandths of a unit. */
export type StockMove = {
  readonly locationId: string;
  readonly variantId: string;
  /** What comes (above zero) or goes. */
  readonly deltaMilli?: bigint;
  /** What is kept for somebody from now on (above zero), or no longer. */
  readonly reservedDeltaMilli?: bigint;
  /** Instead of a delta: what is to be on hand. */
  readonly setToMilli?: bigint;
  /** Only if this is still the level's last movement. */
  readonly expectedSeq?: bigint;
  readonly reason: StockReason;
  /** The same line of the same thing moves stock once for one reason. */
  readonly ref: StockRef & { readonly line?: string };
  readonly note?: string | null;
  /** Of one unit, in minor units of the merchant's currency. */
  readonly unitCostMinor?: bigint | null;
  readonly occurredAt: Date;
  /** It has happened already, whether or not there was enough: sale_offline, count and void alone. */
  readonly force?: boolean;
};

/** What happens wholly or not at all. */
export type StockStep = readonly StockMove[];

/** Who made stock move. */
export type StockActor = { readonly type: 'key' | 'staff'; readonly id: string };

/** On whose behalf stock moves. */
export type StockWriter = {
  readonly tenant: Tenant;
  readonly world: Pick<World, 'now' | 'randomBytes'>;
  /** Business time. */
  readonly at: Date;
  /** Null: this service itself. */
  readonly actor: StockActor | null;
};

/** The writer of a request's movements: the member of staff behind the call, else its key. */
export function stockWriterOf(
  { tenant, caller, now }: Call,
  { world, staffId }: { readonly world: StockWriter['world']; readonly staffId: string | null },
): StockWriter {
  const id = staffId ?? caller.session?.staff?.id ?? null;
  return {
    tenant,
    world,
    at: now,
    actor: id === null ? { type: 'key', id: caller.keyId } : { type: 'staff', id },
  };
}

/** The rows that `move_stock` takes, for statements that call it themselves. Steps count from 1. */
export function movesToJson(
  writer: Omit<StockWriter, 'tenant'>,
  steps: readonly StockStep[],
): readonly Json[] {
  return steps.flatMap((step, at) => step.map((move) => moveToJson(writer, move, at + 1)));
}

function moveToJson({ world, at, actor }: Omit<StockWriter, 'tenant'>, move: StockMove, step: number): Json {
  return {
    step,
    id: makeId('mov_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    location_id: move.locationId,
    variant_id: move.variantId,
    delta: textOf(move.deltaMilli),
    reserved_delta: textOf(move.reservedDeltaMilli),
    set_to: textOf(move.setToMilli),
    expected_seq: textOf(move.expectedSeq),
    reason: move.reason,
    ref_type: move.ref.type,
    ref_id: move.ref.id,
    ref_line: move.ref.line ?? '',
    note: move.note ?? null,
    unit_cost: textOf(move.unitCostMinor),
    occurred_at: move.occurredAt.toISOString(),
    recorded_at: at.toISOString(),
    force: move.force ?? false,
    actor_type: actor?.type ?? null,
    actor_id: actor?.id ?? null,
  };
}

function textOf(value: bigint | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
