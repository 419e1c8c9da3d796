import { CottontreeError, type Client } from '@cottontree/client';
import type { SignedInDriver } from '@cottontree/contract';
import { signal } from '@preact/signals';
import { openDevice, type Device } from '../../tools/device.ts';
import { toolClient } from '../../tools/api.ts';
import { faultText, isNoAnswer } from '../../tools/fault.ts';

/** Who carries with this phone, and for whom. */
export type Courier = {
  /** Null: the session is over, and the server knows it no more. */
  readonly token: string | null;
  readonly driver: SignedInDriver;
  /** Whose rider; null: the platform's courier. */
  readonly storeName: string | null;
  /** The mode in which he carries; null: in both. */
  readonly livemode: boolean | null;
};

/** What this phone knows of itself. */
export const device: Device<Courier> = await openDevice<Courier>('courier');

/** The server does not know the session any more: what is kept here waits until somebody has signed in. */
export const sessionOver = signal(device.pairing.value?.token === null);

/** Keeps a token no longer than it is worth something. */
export function endSession(): void {
  sessionOver.value = true;
  const courier = device.pairing.value;
  // Where it cannot be kept, it is asked about and refused once more after the next start.
  if (courier !== null && courier.token !== null)
    void device.pair({ ...courier, token: null }).catch(() => undefined);
}

/** The API as the courier may call it. */
export const client: Client = toolClient({
  clock: device.clock,
  token: () => device.pairing.value?.token ?? null,
});

/** The API before anybody has signed in. */
export const openClient: Client = toolClient({ clock: device.clock, token: () => null });

/** What to tell of something that did not work. */
export function faultOf(error: unknown): string {
  if (error instanceof CottontreeError && error.status === 401 && device.pairing.value !== null) endSession();
  return faultText(error);
}

/** Whether there was no answer of the server at all, which says nothing about what was asked. */
export function isUnanswered(error: unknown): boolean {
  return isNoAnswer(error) || (error instanceof CottontreeError && error.status >= 500);
}
