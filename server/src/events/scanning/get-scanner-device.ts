import type { Input, Operations, ScannerDevice } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { findDevice } from './devices.queries.ts';
import { presentDevice } from './present-device.ts';
import { requireEvent } from './require-event.ts';

/** One device: whether it is paired, and until when. */
export async function getScannerDevice(
  { params }: Input<Operations['getScannerDevice']>,
  { tenant }: Call,
  room: Events,
): Promise<Reply<ScannerDevice>> {
  const event = { tenant, eventId: params.id };
  await requireEvent(room, event);
  const row = await findDevice(room.store.of(tenant), event, params.deviceId);
  if (!row) throw deviceNotFound(params.deviceId);
  return reply(presentDevice(row, room.world.systemNow()));
}

export function deviceNotFound(id: string): Failure {
  return new Failure('DEVICE_NOT_FOUND', `The event has no device ${id.slice(0, 64)}.`);
}
