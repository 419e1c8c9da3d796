import type { CashSession, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { cashSessionList, findCashSession, type CashSessionRow } from './cash-sessions.queries.ts';
import { presentCashSession } from './present-cash-session.ts';
import { sessionNotFound } from './write-cash-entries.ts';

/** Lists cash sessions, newest first unless sorted otherwise. */
export async function listCashSessions(
  { query }: Input<Operations['listCashSessions']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly CashSession[]>> {
  const { rows, meta } = await cashSessionList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentCashSession), { meta });
}

/** One cash session. */
export async function getCashSession(
  { params }: Input<Operations['getCashSession']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<CashSession>> {
  const row = await requireCashSession(store.of(tenant), tenant, params.id);
  return reply(presentCashSession(row), { version: row.status });
}

/** CASH_SESSION_NOT_FOUND where it is none of the merchant's. */
export async function requireCashSession(
  runner: Runner,
  tenant: Tenant,
  id: string,
): Promise<CashSessionRow> {
  const row = await findCashSession(runner, tenant, id);
  if (!row) throw sessionNotFound(id);
  return row;
}
