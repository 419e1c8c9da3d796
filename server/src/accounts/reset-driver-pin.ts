import type { Data, Input, Operations } from '@cottontree/contract';
import { ownedByOperator, type DispatchCall } from '../core/call.ts';
import { effect } from '../core/effect.ts';
import { Failure } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import { findDriver, type DriverSecret } from './drivers.queries.ts';
import type { Accounts } from './open-accounts.ts';
import { draftPin, setPin } from './set-pin.ts';

/** Gives a courier a new PIN, and ends all sessions; one made here is in the answer, once. */
export async function resetDriverPin(
  { params, body }: Input<Operations['resetDriverPin']>,
  call: DispatchCall,
  room: Accounts,
): Promise<Reply<Data<Operations['resetDriverPin']>>> {
  const driver = await findDriver(room.store.system, params.id);
  if (!driver || !isReached(driver, call)) throw driverNotFound(params.id);

  const set = await effect(
    room,
    { tenant: null, idempotency: ownedByOperator(call) },
    {
      work: async (tx) => {
        refuseTestKey(await findDriver(tx, driver.id), call);
        const draft = await draftPin(room, body.pin);
        await setPin(tx, room, { driverId: driver.id, draft });
        return reply({ driver_id: driver.id, pin: draft.madePin });
      },
    },
  );
  room.sessions.forget(driver.id);
  return set;
}

/** The same refusal for absent and for others' riders. */
export function driverNotFound(id: string): Failure {
  return new Failure('DRIVER_NOT_FOUND', `There is no active driver ${id}.`);
}

function isReached({ merchant_id }: DriverSecret, { reach }: DispatchCall): boolean {
  return reach === null || merchant_id === reach.merchantId;
}

/** A rider has one PIN for test and live parcels, so a test key must not be a way to live ones. */
function refuseTestKey(driver: DriverSecret | undefined, { reach }: DispatchCall): void {
  if (reach?.livemode !== false || driver?.pin_hash == null) return;
  throw new Failure(
    'OPERATORS_ONLY',
    "A test key can set a rider's first PIN only, for the rider carries live parcels with it too. Use a live key, or ask an operator of the platform.",
  );
}
