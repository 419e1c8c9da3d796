import { findDriver, findDriverToSignIn, type DriverSecret } from './drivers.queries.ts';
import { e164Of } from './e164-of.ts';
import type { Accounts } from './open-accounts.ts';
import { driverNotFound } from './reset-driver-pin.ts';
import { draftPin, setPin } from './set-pin.ts';

export type PinWish = {
  /** An id or a phone. */ readonly driver: string;
  /** Made where none is given. */ readonly pin?: string | undefined;
};

/** Gives a courier a PIN as whoever runs the service; the digits only where they were made here. */
export async function givePin(
  room: Accounts,
  { driver: named, pin }: PinWish,
): Promise<{ readonly driver: DriverSecret; readonly madePin: string | null }> {
  const { system } = room.store;
  const driver = named.startsWith('drv_')
    ? await findDriver(system, named)
    : await findDriverToSignIn(system, e164Of(named));
  if (!driver) throw driverNotFound(named);
  const draft = await draftPin(room, pin);
  await system.transaction((tx) => setPin(tx, room, { driverId: driver.id, draft }));
  room.sessions.forget(driver.id);
  return { driver, madePin: draft.madePin };
}
