import {
  formatTime,
  type Data,
  type Input,
  type Operations,
  type SignedInDriver,
} from '@cottontree/contract';
import type { OpenCall } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { findDriverToSignIn, type DriverSecret } from './drivers.queries.ts';
import { e164Of } from './e164-of.ts';
import { issueSession } from './issue-session.ts';
import type { Accounts } from './open-accounts.ts';
import { wrongPin } from './refuse-credentials.ts';
import { throttled } from './throttle.ts';

/** Signs a courier in with phone and PIN. */
export async function signInDriver(
  { body }: Input<Operations['signInDriver']>,
  { address }: OpenCall,
  room: Accounts,
): Promise<Reply<Data<Operations['signInDriver']>>> {
  const { system } = room.store;
  const phone = e164Of(body.phone);
  const driver = await throttled(room, { subject: driverSubject(phone), address }, async () => {
    const found = await findDriverToSignIn(system, phone);
    return (await room.hasher.matches(body.pin, found?.pin_hash ?? null)) ? (found ?? null) : null;
  });
  if (!driver) throw wrongPin();
  const { token, expiresAt } = await issueSession(system, room, {
    kind: 'driver',
    subjectId: driver.id,
    address,
  });
  return reply({ token, expires_at: formatTime(expiresAt), driver: presentDriver(driver) });
}

/** Whose guesses count together: those at one phone's PIN, wherever it is asked for. */
export function driverSubject(phone: string): string {
  return `driver ${phone}`;
}

export function presentDriver({ id, name, phone, vehicle_type, plate }: DriverSecret): SignedInDriver {
  return { id, name, phone, vehicle_type, plate };
}
