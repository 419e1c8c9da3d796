import type { CashMovementType, Currency } from '@cottontree/contract';
import { orNull, splitTotal } from '../../core/page-rows.ts';
import { keyOf, type Tenant } from '../../core/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
const MOVEMENT = {
  session_id: 'text',
  id: 'text',
  kind: text<CashMovementType>(),
  amount_minor: 'int8',
  staff_id: 'text?',
  client_id: 'text?',
  content_hash: 'bytea?',
  reason: 'text?',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
  currency: text<Currency>(),
} as const;
const SELECT = `SELECT ${Object.keys(MOVEMENT)
  .map((column) => `${column === 'currency' ? 's' : 'e'}.${column}`)
  .join(
    ', ',
  )} FROM cash_entries e JOIN cash_sessions s ON s.merchant_id = e.merchant_id AND s.livemode = e.livemode AND s.id = e.session_id
        WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode`;

const byClientId = statement({
  name: 'cashMovements.byClientId',
  params: { ...TENANT, client_id: 'text' },
  row: MOVEMENT,
  sql: `${SELECT} AND e.client_id = :client_id`,
});

const list = statement({
  name: 'cashMovements.list',
  params: { ...TENANT, session_id: 'text', rows_max: 'int4', skip: 'int4' },
  row: { total: 'int8', ...orNull(MOVEMENT) },
  sql: `WITH found AS (${SELECT} AND e.session_id = :session_id AND e.kind IN ('pay_in', 'pay_out', 'drop', 'no_sale'))
        SELECT c.total, p.* FROM (SELECT count(*) AS total FROM found) c LEFT JOIN (SELECT * FROM found ORDER BY recorded_at DESC, id DESC LIMIT :rows_max::int4 OFFSET :skip::int4) p ON true
        ORDER BY p.recorded_at DESC, p.id DESC`,
});

export type MovementRow = ValuesOf<typeof MOVEMENT>;

/** What a till has called so before, in whichever session. */
export async function findMovementByClientId(
  runner: Runner,
  tenant: Tenant,
  clientId: string,
): Promise<MovementRow | undefined> {
  return (await runner.run(byClientId, { ...keyOf(tenant), client_id: clientId }))[0];
}

/** Newest first, with how many there are. */
export async function listMovementRows(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly sessionId: string; readonly rowsMax: number; readonly skip: number },
): Promise<{ readonly total: number; readonly rows: readonly MovementRow[] }> {
  return splitTotal<MovementRow>(
    await runner.run(list, {
      ...keyOf(tenant),
      session_id: wanted.sessionId,
      rows_max: wanted.rowsMax,
      skip: wanted.skip,
    }),
    'id',
  );
}
