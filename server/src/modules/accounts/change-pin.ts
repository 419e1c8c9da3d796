import type { Data, Input, Operations } from '@cottontree/contract';
import type { DriverCall } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { readPin } from '../../kernel/secrets/read-pin.ts';
import { findDriver, putPin } from './drivers.queries.ts';
import type { Accounts } from './module.ts';
import { wrongPin } from './refuse-credentials.ts';
import { endSessions } from './sessions.queries.ts';
import { driverSubject, isShared } from './sign-in-driver.ts';
import { throttledWithin } from './throttle.ts';

/** Gives a courier who knows the PIN another one; the courier's other sessions end. */
export async function changePin(
  { body }: Input<Operations['changePin']>,
  call: DriverCall,
  module: Accounts,
): Promise<Reply<Data<Operations['changePin']>>> {
  const { driver, sessionId } = call;
  const pin = readPin(body.new_pin, 'new_pin');
  const changed = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        // A session that was stolen guesses no more than anybody else.
        await throttledWithin(tx, module, {
          subject: driverSubject(driver.phone),
          address: driver.id,
          shared: await isShared(tx, driver.phone),
          judge: async () =>
            module.hasher.matches(body.pin, (await findDriver(tx, driver.id))?.pin_hash ?? null),
          wrong: () => wrongPin({ kept: true }),
        });
        const at = module.world.systemNow();
        await putPin(tx, { driver_id: driver.id, pin_hash: await module.hasher.hash(pin), at });
        await endSessions(tx, { subjectId: driver.id, butId: sessionId, at });
        return reply({ changed: true as const });
      },
    },
  );
  module.sessions.forget(driver.id);
  return changed;
}
