import {
  formatTime,
  type Data,
  type Input,
  type Operations,
  type SignedInDriver,
} from '@cottontree/contract';
import type { OpenCall } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Runner } from '../../store/index.ts';
import { findDriversToSignIn, type DriverSecret } from './drivers.queries.ts';
import { e164Of } from './e164-of.ts';
import { issueSession } from './issue-session.ts';
import type { Accounts } from './module.ts';
import { wrongPin } from './refuse-credentials.ts';
import { throttled } from './throttle.ts';

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
export function driverSubject(phone: string): string {
  return `driver ${phone}`;
}

/** Whether several couriers have this phone. */
export async function isShared(system: Runner, phone: string): Promise<boolean> {
  return (await findDriversToSignIn(system, { phone, driverId: null, rowsMax: 2 })).length > 1;
}

export function presentDriver({ id, name, phone, vehicle_type, plate }: DriverSecret): SignedInDriver {
  return { id, name, phone, vehicle_type, plate };
}

function presentAccount({ id, store_name, livemode }: DriverSecret): SignedIn['accounts'][number] {
  return { driver_id: id, store_name, livemode };
}
