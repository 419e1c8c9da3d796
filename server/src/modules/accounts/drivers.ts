import {
  formatTime,
  type Data,
  type Input,
  type Operations,
  type SignedInDriver,
} from '@cottontree/contract';
import type { DriverCall, OpenCall } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Runner, Tx } from '../../store/index.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { readPin } from '../../kernel/secrets/read-pin.ts';
import { findDriver, findDriversToSignIn, putPin, type DriverSecret } from './drivers.queries.ts';
import { e164Of } from './driver-pins.ts';
import { issueSession } from './issue-session.ts';
import type { Accounts } from './module.ts';
import { proveInTurn } from './prove-in-turn.ts';
import { throttled, throttledWithin, wrongPin } from './throttle.ts';
import { endSessionRecord, endSessions } from './sessions.queries.ts';

type SignedIn = Data<Operations['signInDriver']>;

/** Of the couriers with one phone, so many are tried; whoever rides for more names which. */
const TRIED_MAX = 3;

/** Signs a courier in with phone and PIN: of those with the phone, the first whose PIN it is. */
export async function signInDriver(
  { body }: Input<Operations['signInDriver']>,
  { address, agent }: OpenCall,
  module: Accounts,
): Promise<Reply<SignedIn>> {
  const { system } = module.store;
  const phone = e164Of(body.phone);
  const wanted = { phone, driverId: body.driver_id ?? null };
  const opened = await throttled(
    module,
    {
      subject: driverSubject(phone),
      address,
      shared: await isShared(system, phone),
      wrong: (triesLeft) => wrongPin({ details: { tries_left: triesLeft } }),
    },
    async () => {
      const found = await findDriversToSignIn(system, { ...wanted, rowsMax: TRIED_MAX });
      const matching = await thoseWithPin(module, found, body.pin);
      return matching[0] ? { driver: matching[0], matching } : null;
    },
  );
  if (!opened) throw wrongPin();
  const { token, expiresAt } = await issueSession(system, module, {
    kind: 'driver',
    subjectId: opened.driver.id,
    address,
    agent,
  });
  return reply({
    token,
    expires_at: formatTime(expiresAt),
    driver: presentDriver(opened.driver),
    accounts: opened.matching.map(presentAccount),
  });
}

/** Those whose PIN it is. As many are compared whoever has the phone, so that the time tells nobody whose riders there are. */
async function thoseWithPin(
  { hasher }: Accounts,
  found: readonly DriverSecret[],
  pin: string,
): Promise<readonly DriverSecret[]> {
  const judged = await Promise.all(
    Array.from({ length: TRIED_MAX }, (_, place) => hasher.matches(pin, found[place]?.pin_hash ?? null)),
  );
  return found.filter((_, place) => judged[place]);
}

/** Whose guesses count together: those at one phone's PIN, wherever it is asked for. */
function driverSubject(phone: string): string {
  return `driver ${phone}`;
}

/** Whether several couriers have this phone. */
async function isShared(system: Runner, phone: string): Promise<boolean> {
  return (await findDriversToSignIn(system, { phone, driverId: null, rowsMax: 2 })).length > 1;
}

function presentDriver({ id, name, phone, vehicle_type, plate }: DriverSecret): SignedInDriver {
  return { id, name, phone, vehicle_type, plate };
}

function presentAccount({ id, store_name, livemode }: DriverSecret): SignedIn['accounts'][number] {
  return { driver_id: id, store_name, livemode };
}

/** Ends the session that asks, on every node within seconds. */
export async function signOutDriver(
  _input: Input<Operations['signOutDriver']>,
  call: DriverCall,
  module: Accounts,
): Promise<Reply<Data<Operations['signOutDriver']>>> {
  const { driver, sessionId } = call;
  const ended = await effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      single: true,
      work: async (runner) => {
        await endSessionRecord(runner, { subjectId: driver.id, id: sessionId, at: module.world.systemNow() });
        return reply({ signed_out: true as const });
      },
    },
  );
  module.sessions.forget(driver.id);
  return ended;
}

/** Answers who is signed in as a courier. */
export async function getDriverAccount(
  _input: Input<Operations['getDriverAccount']>,
  { driver }: DriverCall,
  { store }: Accounts,
): Promise<Reply<SignedInDriver>> {
  const found = await findDriver(store.system, driver.id);
  if (!found) throw new Error(`The courier ${driver.id} went away while he was signed in.`);
  return reply(presentDriver(found));
}

/** Gives a courier who knows the PIN another one; the courier's other sessions end. */
export async function changePin(
  { body }: Input<Operations['changePin']>,
  call: DriverCall,
  module: Accounts,
): Promise<Reply<Data<Operations['changePin']>>> {
  const { driver, sessionId } = call;
  const pin = readPin(body.new_pin, 'new_pin');
  const change = async (tx: Tx): Promise<Reply<Data<Operations['changePin']>>> => {
    // A session that was stolen guesses no more than anybody else.
    await throttledWithin(tx, module, {
      subject: driverSubject(driver.phone),
      address: driver.id,
      shared: await isShared(tx, driver.phone),
      judge: async () => module.hasher.matches(body.pin, (await findDriver(tx, driver.id))?.pin_hash ?? null),
      wrong: () => wrongPin({ kept: true }),
    });
    const at = module.world.systemNow();
    await putPin(tx, { driver_id: driver.id, pin_hash: await module.hasher.hash(pin), at });
    await endSessions(tx, { subjectId: driver.id, butId: sessionId, at });
    return reply({ changed: true as const });
  };
  const changed = await proveInTurn(driver.id, () =>
    effect(module, { tenant: null, idempotency: call.idempotency }, { work: change }),
  );
  module.sessions.forget(driver.id);
  return changed;
}
