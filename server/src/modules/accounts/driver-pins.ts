import type { Data, Input, Operations } from '@cottontree/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Runner } from '../../store/index.ts';
import { readPin } from '../../kernel/secrets/read-pin.ts';
import { findDriver, findDriversToSignIn, putPin, type DriverSecret } from './drivers.queries.ts';
import type { Accounts } from './module.ts';
import { makePin } from './make-secrets.ts';
import { endSessions } from './sessions.queries.ts';

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
function driverNotFound(id: string): Failure {
  return new Failure('DRIVER_NOT_FOUND', `There is no active driver ${id}.`);
}

function isReached({ merchant_id, livemode }: DriverSecret, { reach }: DispatchCall): boolean {
  return reach === null || (merchant_id === reach.merchantId && livemode === reach.livemode);
}

type PinInput = {
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

/** A PIN ready to be stored; its digits only where they were made here. */
type PinDraft = { readonly pinHash: string; readonly madePin: string | null };

async function draftPin({ world, hasher }: Accounts, wanted: string | undefined): Promise<PinDraft> {
  const madePin = wanted === undefined ? makePin(world) : null;
  return { pinHash: await hasher.hash(madePin ?? readPin(wanted ?? '', 'pin')), madePin };
}

/** In a transaction: gives a courier a PIN, and ends all sessions that the one before let in. */
async function setPin(
  tx: Runner,
  { world }: Accounts,
  { driverId, draft }: { readonly driverId: string; readonly draft: PinDraft },
): Promise<void> {
  const at = world.systemNow();
  await putPin(tx, { driver_id: driverId, pin_hash: draft.pinHash, at });
  await endSessions(tx, { subjectId: driverId, at });
}

const TEXT_MAX = 40;

/** A phone in the form that couriers are known by. What can be no phone stays as it is: it is nobody's. */
export function e164Of(text: string): string {
  const phone =
    text.length <= TEXT_MAX
      ? parsePhoneNumberFromString(text, { defaultCountry: 'SL', extract: false })
      : undefined;
  return phone?.number ?? text;
}
