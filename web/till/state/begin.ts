import { isCurrency } from '@cottontree/contract';
import { signal } from '@preact/signals';
import { askToKeep } from '../../outbox/index.ts';
import { keepOnDevice, type Installed } from '../../tools/install.ts';
import { watchNetwork } from '../../tools/network.ts';
import { device } from '../data/api.ts';
import { currency } from '../data/money.tsx';
import { claim } from './claim.ts';
import { openTill } from './open-till.ts';
import { network, outbox } from './sending.ts';

/** What this device has to do first. */
export const step = signal<'read' | 'pair' | 'open'>('read');
export const installed = signal<Installed | null>(null);

/** Opens the till that this device is bound to, or asks for one. */
export async function begin(): Promise<void> {
  installed.value ??= keepOnDevice('/pos');
  network.value ??= watchNetwork(() => outbox.value?.sendNow());
  const paired = device.pairing.value;
  if (paired === null) {
    step.value = 'pair';
    return;
  }
  step.value = 'open';
  if (isCurrency(paired.currency)) currency.value = paired.currency;
  await openTill(paired.terminal, { clock: device.clock });
}

/** Binds this device to the till of a code. */
export async function pairWith(code: string): Promise<void> {
  await device.pair(await claim(code));
  await askToKeep(navigator.storage);
  history.replaceState(null, '', location.pathname);
  await begin();
}
