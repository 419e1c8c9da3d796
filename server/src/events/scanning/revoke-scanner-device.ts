import type { Input, Operations, ScannerDevice } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { revokeDevice } from './devices.queries.ts';
import { deviceNotFound } from './get-scanner-device.ts';
import { presentDevice } from './present-device.ts';
import { requireEvent } from './require-event.ts';

/** Ends a device: neither its code nor its token opens anything from now on. */
export async function revokeScannerDevice(
  { params }: Input<Operations['revokeScannerDevice']>,
  { tenant }: Call,
  room: Events,
): Promise<Reply<ScannerDevice>> {
  const event = { tenant, eventId: params.id };
  await requireEvent(room, event);
  const now = room.world.systemNow();
  const row = await revokeDevice(room.store.of(tenant), event, { id: params.deviceId, now });
  if (!row) throw deviceNotFound(params.deviceId);
  room.devices.forget(row.id);
  return reply(presentDevice(row, now));
}
