import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { findDriver, type DriverSecret } from './drivers.queries.ts';
import type { Accounts } from './module.ts';
import { draftPin, setPin } from './set-pin.ts';

/** Gives a courier a new PIN, and ends all sessions; one made here is in the answer, once. */
export async function resetDriverPin(
  { params, body }: Input<Operations['resetDriverPin']>,
  call: DispatchCall,
  module: Accounts,
): Promise<Reply<Data<Operations['resetDriverPin']>>> {
  const driver = await findDriver(module.store.system, params.id);
  if (!driver || !isReached(driver, call)) throw driverNotFound(params.id);

  const set = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const draft = await draftPin(module, body.pin);
        await setPin(tx, module, { driverId: driver.id, draft });
        return reply({ driver_id: driver.id, pin: draft.madePin });
      },
    },
  );
  module.sessions.forget(driver.id);
  return set;
}

/** The same refusal for absent and for others' riders. */
export function driverNotFound(id: string): Failure {
  return new Failure('DRIVER_NOT_FOUND', `There is no active driver ${id}.`);
}

function isReached({ merchant_id, livemode }: DriverSecret, { reach }: DispatchCall): boolean {
  return reach === null || (merchant_id === reach.merchantId && livemode === reach.livemode);
}
