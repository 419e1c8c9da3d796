import { CottontreeError } from '@cottontree/client';
import type { Data, Operations } from '@cottontree/contract';
import { client, device, faultOf, isUnanswered, openClient, sessionOver } from '../data/api.ts';
import { forgetCourier } from '../data/courier-store.ts';
import { t } from '../texts.ts';
import { isOver } from './end-left.ts';
import { begin } from './start.ts';
import { db, outbox } from './signals.ts';

type Session = Data<Operations['signInDriver']>;
export type Account = Session['accounts'][number];
export type Credentials = { readonly phone: string; readonly pin: string; readonly driverId?: string };

/** Signed in, one of several to choose from, or why not. */
export type SignedInOr =
  | { readonly is: 'in' }
  | { readonly is: 'choose'; readonly accounts: readonly Account[] }
  | { readonly is: 'out'; readonly why: string };

/** Signs the courier in by phone and PIN. */
export async function signIn({ phone, pin, driverId }: Credentials): Promise<SignedInOr> {
  try {
    const { data } = await openClient.signInDriver({
      body: { phone, pin, ...(driverId === undefined ? {} : { driver_id: driverId }) },
    });
    if (driverId === undefined && data.accounts.length > 1) return { is: 'choose', accounts: data.accounts };
    await enter(data);
    return { is: 'in' };
  } catch (error) {
    return { is: 'out', why: whyNot(error) };
  }
}

function whyNot(error: unknown): string {
  if (isUnanswered(error)) return t.signInNeedsNetwork;
  if (!(error instanceof CottontreeError)) return faultOf(error);
  if (error.code === 'RATE_LIMITED') return t.tooManyPins;
  if (error.code !== 'INVALID_CREDENTIALS') return error.message;
  const { tries_left: left } = (error.details ?? {}) as { readonly tries_left?: number };
  return t.wrongPin(left ?? null);
}

async function enter({ token, driver, accounts }: Session): Promise<void> {
  const account = accounts.find(({ driver_id }) => driver_id === driver.id);
  const before = device.pairing.value;
  const isOpen = before !== null && db.value !== null;
  await device.pair({
    token,
    driver,
    storeName: account?.store_name ?? null,
    livemode: account?.livemode ?? null,
  });
  // Somebody else's parcels lie in a place of their own: the app begins anew with it. Until it does, the session that is over holds up
  // what is open here, or what one did would be told in the name of the other.
  if (isOpen && before.driver.id !== driver.id) return location.reload();
  sessionOver.value = false;
  if (isOpen) outbox.value?.sendNow();
  else await begin();
}

/** Ends the session. Names, phones and places go; what is unsent stays on the phone until the same courier comes back. */
export async function signOut(): Promise<void> {
  const token = device.pairing.value?.token ?? null;
  const isEnded = token === null || (await client.signOutDriver({}).then(() => true, isOver));
  if (!isEnded && token !== null) await device.keepLeft([...(await device.readLeft()), token]);
  await device.unpair();
  const kept = db.value;
  // What is still on its way is noted no more.
  db.value = null;
  if (kept) await forgetCourier(kept).catch(() => undefined);
  location.reload();
}
