import { idRandomBytes, makeId } from '@cottontree/contract';
import type { Context } from '../../../kernel/call/context.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { insertDriver, type DriverRecord } from './drivers.queries.ts';
import { parsePhone } from '../../../kernel/phone/phone.ts';

export type DriverInput = {
  readonly name: string;
  readonly phone: string;
  readonly vehicleType: string;
  readonly plate: string;
};

const TEXT_MAX = 120;

/** Adds a driver of the platform, whom every merchant's deliveries may be given; a phone belongs to one driver. */
export async function addDriver({ world, store }: Context, input: DriverInput): Promise<DriverRecord> {
  const phone = parsePhone(input.phone);
  if (!phone.ok) throw new Failure('INVALID_PHONE', `phone ${phone.message}.`);
  const now = world.now();
  const added = await insertDriver(store.system, {
    id: makeId('drv_', now.getTime(), world.randomBytes(idRandomBytes)),
    name: textOf('name', input.name),
    phone: phone.e164,
    vehicle_type: textOf('vehicle', input.vehicleType),
    plate: textOf('plate', input.plate),
    created_at: now,
  });
  if (!added) throw invalid({ path: 'phone', message: `${phone.e164} belongs to another driver` });
  return added;
}

function textOf(path: string, given: string): string {
  const text = given.normalize('NFC').trim();
  if (text.length === 0 || text.length > TEXT_MAX)
    throw invalid({ path, message: `must be text of 1 to ${TEXT_MAX} characters` });
  return text;
}
