import { isCurrency } from '@cottontree/contract';
import { signal } from '@preact/signals';
import { askToKeep, countUnsent } from '../../outbox/index.ts';
import { keepOnDevice, type Installed } from '../../tools/install.ts';
import { watchNetwork } from '../../tools/network.ts';
import { device } from '../data/api.ts';
import { currency } from '../data/money.tsx';
import { inTill, writeNote } from '../data/till-store.ts';
import { claim } from './claim.ts';
import { countLying, sendFormers } from './formers.ts';
import { isOpen, openTill } from './open-till.ts';
import { network, outbox } from './sending.ts';

/** What this device has to do first. */
export const step = signal<'read' | 'pair' | 'open'>('read');
export const installed = signal<Installed | null>(null);

/** Opens the till that this device is bound to, or asks for one. */
export async function begin(): Promise<void> {
  installed.value ??= keepOnDevice('/pos');
  network.value ??= watchNetwork(() => {
    outbox.value?.sendNow();
    sendFormers();
  });
  const paired = device.pairing.value;
  // Who opens the address behind a code means to bind this device, also where it is bound already.
  if (paired === null || /[#&]pair=\d{8}/.test(location.hash)) {
    step.value = 'pair';
    return;
  }
  step.value = 'open';
  if (isCurrency(paired.currency)) currency.value = paired.currency;
  await openTill(paired.terminal, { clock: device.clock });
}

/** Binds this device to the till of a code. What it keeps of that till stays; who was signed in there was so by the pairing before. */
export async function pairWith(code: string): Promise<void> {
  const next = await claim(code);
  await device.pair(next);
  await inTill(next.terminal.id, (kept) => writeNote(kept, 'session', null)).catch(() => undefined);
  await askToKeep(navigator.storage);
  // Nothing of the till before may be left in what this page knows.
  if (isOpen.value) location.replace(location.pathname + location.search);
  else await leavePairing();
}

/** Back to the till that this device is bound to. */
export async function leavePairing(): Promise<void> {
  history.replaceState(null, '', location.pathname + location.search);
  if (isOpen.value) step.value = 'open';
  else await begin();
}

/** What lies here of the till that this device is bound to. */
export type Left = { /** The server has not got it. */ readonly unsent: number; readonly lying: number };

export async function countLeft(): Promise<Left> {
  const paired = device.pairing.value;
  if (paired === null) return { unsent: 0, lying: 0 };
  return inTill(paired.terminal.id, async (kept) => ({
    unsent: await countUnsent(kept),
    lying: await countLying(kept),
  }));
}
