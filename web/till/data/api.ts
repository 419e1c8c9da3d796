import { CottontreeError, type Client } from '@cottontree/client';
import { signal } from '@preact/signals';
import { embedKey } from '../../embed/frame.ts';
import { openDevice, type Device } from '../../tools/device.ts';
import { toolClient } from '../../tools/api.ts';
import { faultText, isNoAnswer } from '../../tools/fault.ts';
import type { Terminal } from '../state/signals.ts';

/** Which till of which shop this device is bound to. */
export type Pairing = {
  readonly publicKey: string;
  readonly terminalToken: string;
  /** As buyers read it. */ readonly storeName: string;
  readonly currency: string;
  readonly terminal: Terminal;
};

/** What this device knows of itself. */
export const device: Device<Pairing> = await openDevice<Pairing>('till');

/** Token of who is signed in; null where nobody is, or the PIN was checked here without network. */
export const token = signal<string | null>(null);
/** The server does not know the session any more: whoever is there signs in again. */
export const sessionOver = signal(false);

/** The API as who is signed in at this till may call it. */
export const client: Client = toolClient({ clock: device.clock, token: () => token.value });

/** The API as this device may call it before anybody signs in. */
export const deviceClient: Client = toolClient({
  clock: device.clock,
  token: () => {
    const paired = device.pairing.value;
    if (paired === null) return null;
    // A page's own key may be a demo key, with which nobody types a PIN.
    return embedKey?.startsWith('pk_test_') && !paired.terminal.livemode ? embedKey : paired.publicKey;
  },
  headers: () => {
    const { terminalToken } = device.pairing.value ?? {};
    return terminalToken === undefined ? {} : { 'x-terminal-token': terminalToken };
  },
});

/** Whether the server may have done it all the same: only what it refused for good it surely did not. */
export function isInDoubt(error: unknown): boolean {
  if (!(error instanceof CottontreeError) || isNoAnswer(error)) return true;
  return error.status >= 500 || error.status === 429 || error.status === 401;
}

/** What to tell of something that did not work. */
export function faultOf(error: unknown): string {
  if (error instanceof CottontreeError && error.status === 401 && token.value !== null)
    sessionOver.value = true;
  return faultText(error);
}
