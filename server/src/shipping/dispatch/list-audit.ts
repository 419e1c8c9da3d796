import { normaliseJobNumber, type AuditEntry, type Input, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listAuditRows, type AuditRow } from './audit.queries.ts';

/** Lists who did what to which delivery, newest first. */
export async function listAudit(
  { query }: Input<Operations['listAudit']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly AuditEntry[]>> {
  const page = readPage(query);
  const filter = {
    reach: call.reach,
    jobNumber:
      query.job_number === undefined ? null : (normaliseJobNumber(query.job_number) ?? query.job_number),
    actorId: query.actor_id ?? null,
  };
  const { total, rows } = await listAuditRows(room.store.system.slow, filter, {
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentAudit), {
    meta: listMeta({ page, total, rows, positionOf: ({ at, id }) => ({ at, id }) }),
  });
}

function presentAudit(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    role: row.role,
    action: row.action,
    job_number: row.job_number,
    merchant_id: row.merchant_id,
    details: row.details,
    livemode: row.livemode,
  };
}
