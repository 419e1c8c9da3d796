import type { CashMovementType, Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

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
  livemode: 'bool',
} as const;
const COLUMNS = Object.keys(MOVEMENT)
  .map((column) => `${column === 'currency' ? 's' : 'e'}.${column}`)
  .join(', ');
const FROM =
  'cash_entries e JOIN cash_sessions s ON s.merchant_id = e.merchant_id AND s.livemode = e.livemode AND s.id = e.session_id';
const SELECT = `SELECT ${COLUMNS} FROM ${FROM} WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode`;

const byClientId = statement({
  name: 'cashMovements.byClientId',
  params: { ...TENANT, client_id: 'text' },
  row: MOVEMENT,
  sql: `${SELECT} AND e.client_id = :client_id`,
});

/** What was put into the drawer of one session and taken out. */
export const cashMovementList = list('listCashMovements', {
  from: FROM,
  row: MOVEMENT,
  select: COLUMNS,
  given: { session_id: 'text' },
  where: "e.session_id = :session_id AND e.kind IN ('pay_in', 'pay_out', 'drop', 'no_sale')",
  filters: {},
  sorts: { recorded_at: byTime("date_trunc('milliseconds', e.recorded_at)") },
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
