import {
  formatTime,
  operations,
  type Activity,
  type Input,
  type Operation,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { agentNames } from '../../../kernel/web/agent-names.ts';
import type { Accounts } from '../module.ts';
import { activityList, type ActivityRow } from './activity.queries.ts';

/** Lists what was done, newest first unless sorted otherwise. */
export async function listActivity(
  { query }: Input<Operations['listActivity']>,
  call: Call,
  { store }: Accounts,
): Promise<Reply<readonly Activity[]>> {
  const { rows, meta } = await activityList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentActivity), { meta });
}

function presentActivity(row: ActivityRow): Activity {
  return {
    id: row.id,
    created_at: formatTime(row.at),
    operation: row.operation,
    summary: summaryOf(row.operation),
    outcome: row.done ? 'done' : 'unknown',
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    thing: row.thing,
    address: row.address,
    ...agentNames(row.agent),
    request_id: row.request_id,
    livemode: row.livemode,
  };
}

/** What an operation is called; its own name where a newer program on the same database noted it. */
function summaryOf(id: string): string {
  const known: Readonly<Record<string, Operation>> = operations;
  return known[id]?.summary ?? id;
}
