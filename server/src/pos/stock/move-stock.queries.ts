import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../../store/index.ts';

const move = statement({
  name: 'stock.move',
  params: { merchant_id: 'text', livemode: 'bool', steps: 'int4', moves: 'jsonb' },
  row: { step: 'int4', outcome: 'text', shortages: 'jsonb?' },
  announces: 'always',
  sql: 'SELECT m.step, m.outcome, m.shortages FROM move_stock(:merchant_id, :livemode, :steps, :moves) m ORDER BY m.step',
});

const MOVEMENT = {
  id: 'text',
  location_id: 'text',
  variant_id: 'text',
  seq: 'int8',
  delta: 'int8',
  reserved_delta: 'int8',
  balance_after: 'int8',
  reserved_after: 'int8',
  ref_line: 'text',
} as const;

/** What one thing has moved so far. */
const ofRef = statement({
  name: 'stock.movementsOfRef',
  params: { merchant_id: 'text', livemode: 'bool', ref_type: 'text', ref_id: 'text' },
  row: MOVEMENT,
  sql: `SELECT ${Object.keys(MOVEMENT).join(', ')} FROM stock_movements WHERE merchant_id = :merchant_id AND livemode = :livemode AND ref_type = :ref_type AND ref_id = :ref_id ORDER BY recorded_at, id`,
});

export type MoveOutcome = ValuesOf<(typeof move)['row']>;
export type MovementOfRef = ValuesOf<typeof MOVEMENT>;
/** What stock moves for. */
export type StockRef = { readonly type: string; readonly id: string };

/** What became of each step, in their order. */
export async function runMoveStock(
  runner: Runner,
  tenant: Tenant,
  { steps, moves }: { readonly steps: number; readonly moves: Json },
): Promise<readonly MoveOutcome[]> {
  return runner.run(move, { ...keyOf(tenant), steps, moves });
}

export async function movementsOfRef(
  runner: Runner,
  tenant: Tenant,
  ref: StockRef,
): Promise<readonly MovementOfRef[]> {
  return runner.run(ofRef, { ...keyOf(tenant), ref_type: ref.type, ref_id: ref.id });
}
