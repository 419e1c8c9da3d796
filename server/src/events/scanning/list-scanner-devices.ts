import type { Input, Operations, ScannerDevice } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { deviceList } from './devices.queries.ts';
import { presentDevice } from './present-device.ts';
import { requireEvent } from './require-event.ts';

/** Lists the devices of an event, newest first unless sorted otherwise. */
export async function listScannerDevices(
  { params: { id }, query }: Input<Operations['listScannerDevices']>,
  call: Call,
  room: Events,
): Promise<Reply<readonly ScannerDevice[]>> {
  const { tenant } = call;
  await requireEvent(room, { tenant, eventId: id });
  const { rows, meta } = await deviceList.find(room.store.slow(tenant), {
    call,
    query,
    given: { event_id: id },
  });
  const now = room.world.systemNow();
  return reply(
    rows.map((row) => presentDevice(row, now)),
    { meta },
  );
}
