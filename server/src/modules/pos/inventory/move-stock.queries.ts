import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Json, type Runner, type ValuesOf } from '../../../store/index.ts';

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

type MoveOutcome = ValuesOf<(typeof move)['row']>;
type MovementOfRef = ValuesOf<typeof MOVEMENT>;
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

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const ADJUSTMENT = {
  id: 'text',
  client_id: 'text?',
  content_hash: 'bytea',
  location_id: 'text',
  occurred_at: 'timestamptz',
  created_at: 'timestamptz',
} as const;
const COLUMNS = Object.keys(ADJUSTMENT).join(', ');

/** Waits for another with the same client_id that is under way. */
const insert = statement({
  name: 'stockAdjustments.insert',
  params: { ...TENANT, ...ADJUSTMENT },
  row: ADJUSTMENT,
  sql: `INSERT INTO stock_adjustments (merchant_id, livemode, ${COLUMNS}) VALUES (:merchant_id, :livemode, :id, :client_id, :content_hash, :location_id, :occurred_at, :created_at) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
});

const findByClient = statement({
  name: 'stockAdjustments.findByClient',
  params: { ...TENANT, client_id: 'text' },
  row: ADJUSTMENT,
  sql: `SELECT ${COLUMNS} FROM stock_adjustments WHERE merchant_id = :merchant_id AND livemode = :livemode AND client_id = :client_id`,
});

export type AdjustmentRow = ValuesOf<typeof ADJUSTMENT>;

/** Undefined where the client_id came before. */
export async function insertAdjustment(
  runner: Runner,
  tenant: Tenant,
  row: AdjustmentRow,
): Promise<AdjustmentRow | undefined> {
  return (await runner.run(insert, { ...keyOf(tenant), ...row }))[0];
}

export async function findAdjustmentByClient(
  runner: Runner,
  tenant: Tenant,
  clientId: string,
): Promise<AdjustmentRow | undefined> {
  return (await runner.run(findByClient, { ...keyOf(tenant), client_id: clientId }))[0];
}
