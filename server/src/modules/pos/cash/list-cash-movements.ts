import { formatTime, toMajor, type CashMovement, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { requireCashSession } from './cash-sessions.ts';
import { cashMovementList, type MovementRow } from './movements.queries.ts';

/** Lists what was put into a drawer and taken out, newest first unless sorted otherwise. */
export async function listCashMovements(
  { params, query }: Input<Operations['listCashMovements']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly CashMovement[]>> {
  const runner = store.reads(call.tenant);
  const { id: session_id } = await requireCashSession(runner, call.tenant, params.id);
  const { rows, meta } = await cashMovementList.find(runner, { call, query, given: { session_id } });
  return reply(rows.map(presentMovement), { meta });
}

/** A movement as the API shows it: its amount as it was sent. */
export function presentMovement(row: Omit<MovementRow, 'content_hash'>): CashMovement {
  const minor = row.amount_minor < 0n ? -row.amount_minor : row.amount_minor;
  return {
    id: row.id,
    cash_session_id: row.session_id,
    type: row.kind,
    amount: toMajor(minor, row.currency),
    reason: row.reason,
    staff_id: row.staff_id,
    client_id: row.client_id,
    occurred_at: formatTime(row.occurred_at),
    recorded_at: formatTime(row.recorded_at),
    livemode: row.livemode,
  };
}
