import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../store/index.ts';

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
