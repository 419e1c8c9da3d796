import { normaliseJobNumber, type Incident, type Input, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listIncidentRows } from './incidents.queries.ts';
import { presentIncident } from './present-incident.ts';

/** Lists incidents within reach, newest first. */
export async function listIncidents(
  { query }: Input<Operations['listIncidents']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly Incident[]>> {
  const page = readPage(query);
  const filter = {
    reach: call.reach,
    status: query.status ?? null,
    jobNumber:
      query.job_number === undefined ? null : (normaliseJobNumber(query.job_number) ?? query.job_number),
  };
  const { total, rows } = await listIncidentRows(room.store.system.slow, filter, {
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentIncident), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.opened_at, id: row.id }) }),
  });
}
