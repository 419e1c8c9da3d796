import type { Input, Operations, Scan } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { presentScan } from './present-scan.ts';
import { requireEvent } from './require-event.ts';
import { listScanRows } from './scan-log.queries.ts';

/** Lists attempts at an event's doors, latest first, the refused ones included. */
export async function listScans(
  { params, query }: Input<Operations['listScans']>,
  { tenant }: Call,
  room: Events,
): Promise<Reply<readonly Scan[]>> {
  const event = { tenant, eventId: params.id };
  await requireEvent(room, event);
  const page = readPage(query);
  const {
    result = null,
    gate = null,
    device_id: deviceId = null,
    ticket_id: ticketId = null,
    conflict = null,
  } = query;
  const { total, rows } = await listScanRows(room.store.slow(tenant), event, {
    result,
    gate,
    deviceId,
    ticketId,
    conflict,
    after: page.after,
    rowsMax: rowsWanted(page),
    skip: page.offset,
  });
  return reply(shownRows(page, rows).map(presentScan), {
    meta: listMeta({ page, total, rows, positionOf: (row) => ({ at: row.recorded_at, id: row.id }) }),
  });
}
