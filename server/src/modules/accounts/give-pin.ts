import { invalid } from '../../kernel/call/failure.ts';
import type { Runner } from '../../store/index.ts';
import { findDriver, findDriversToSignIn, type DriverSecret } from './drivers.queries.ts';
import { e164Of } from './e164-of.ts';
import type { Accounts } from './module.ts';
import { driverNotFound } from './reset-driver-pin.ts';
import { draftPin, setPin } from './set-pin.ts';

export type PinInput = {
  /** An id or a phone. */ readonly driver: string;
  /** Made where none is given. */ readonly pin?: string | undefined;
};

/** Gives a courier a PIN as whoever runs the service; the digits only where they were made here. */
export async function givePin(
  module: Accounts,
  { driver: named, pin }: PinInput,
): Promise<{ readonly driver: DriverSecret; readonly madePin: string | null }> {
  const { system } = module.store;
  const driver = named.startsWith('drv_')
    ? await findDriver(system, named)
    : await theOneWith(system, e164Of(named));
  if (!driver) throw driverNotFound(named);
  const draft = await draftPin(module, pin);
  await system.transaction((tx) => setPin(tx, module, { driverId: driver.id, draft }));
  module.sessions.forget(driver.id);
  return { driver, madePin: draft.madePin };
}

/** Who is meant by a phone: the platform's courier, or whoever else has it alone. */
export async function theOneWith(system: Runner, phone: string): Promise<DriverSecret | undefined> {
  const found = await findDriversToSignIn(system, { phone, driverId: null, rowsMax: 10 });
  const platforms = found.find(({ merchant_id }) => merchant_id === null);
  if (platforms || found.length < 2) return platforms ?? found[0];
  throw invalid({
    path: 'driver',
    message: `has to be an id, for ${phone} rides for several: ${found.map(({ id }) => id).join(', ')}`,
  });
}
