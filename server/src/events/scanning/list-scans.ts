import type { Input, Operations, Scan } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { scanList } from './scan-log.queries.ts';
import { presentScan } from './present-scan.ts';
import { requireEvent } from './require-event.ts';

/** Lists attempts at an event's doors, latest first unless sorted otherwise, the refused ones included. */
export async function listScans(
  { params: { id }, query }: Input<Operations['listScans']>,
  call: Call,
  room: Events,
): Promise<Reply<readonly Scan[]>> {
  const { tenant } = call;
  await requireEvent(room, { tenant, eventId: id });
  const { rows, meta } = await scanList.find(room.store.slow(tenant), {
    call,
    query,
    given: { event_id: id },
  });
  return reply(rows.map(presentScan), { meta });
}
