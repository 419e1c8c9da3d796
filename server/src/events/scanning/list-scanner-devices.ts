import type { Input, Operations, ScannerDevice } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { listDevices } from './devices.queries.ts';
import { presentDevice } from './present-device.ts';
import { requireEvent } from './require-event.ts';

/** Lists the devices of an event, newest first. */
export async function listScannerDevices(
  { params, query }: Input<Operations['listScannerDevices']>,
  { tenant }: Call,
  room: Events,
): Promise<Reply<readonly ScannerDevice[]>> {
  const event = { tenant, eventId: params.id };
  await requireEvent(room, event);
  const page = readPage(query, 'by page');
  const { total, rows } = await listDevices(room.store.slow(tenant), event, {
    rowsMax: rowsWanted(page),
    skip: page.offset,
  });
  const now = room.world.systemNow();
  return reply(
    shownRows(page, rows).map((row) => presentDevice(row, now)),
    { meta: listMeta({ page, total, rows }) },
  );
}
