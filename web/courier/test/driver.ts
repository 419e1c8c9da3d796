import { NoRoomError } from '../../outbox/index.ts';
import { drive, hurriedWorld } from '../../tools/test/drive.ts';
import { watchNetwork } from '../../tools/network.ts';
import { handIn } from '../cash/hand-in.ts';
import { heldCash, inHand } from '../cash/in-hand.ts';
import { device, type Courier } from '../data/api.ts';
import { readCash } from '../state/cash.ts';
import { readJobs } from '../state/jobs.ts';
import { jobs, network, outbox } from '../state/signals.ts';
import { openCourier } from '../state/start.ts';
import { take } from '../state/steps.ts';
import type { CourierAct, CourierDone } from './acts.ts';

async function open({ courier }: { readonly courier: Courier }): Promise<void> {
  if (device.pairing.value === null) await device.pair(courier);
  network.value ??= watchNetwork(() => outbox.value?.sendNow());
  await openCourier(courier, { world: hurriedWorld() });
}

async function act(one: CourierAct): Promise<CourierDone | null> {
  try {
    return await doIt(one);
  } catch (error) {
    if (error instanceof NoRoomError) return null;
    throw error;
  }
}

async function doIt(one: CourierAct): Promise<CourierDone | null> {
  if (one.what === 'hand-in') return handAllIn();
  const [kept] = await take(one.jobNumber, one.step);
  return kept ? { clientId: kept.client_id, jobNumbers: [one.jobNumber] } : null;
}

async function handAllIn(): Promise<CourierDone | null> {
  const held = heldCash(false);
  const kept = held.length > 0 ? await handIn(held, '') : null;
  return kept && { clientId: kept.client_id, jobNumbers: held.map(({ jobNumber }) => jobNumber) };
}

drive(() => outbox.value, {
  open,
  act,
  async refresh() {
    await readJobs();
    await readCash();
  },
  jobs: () => jobs.value,
  inHand: () => inHand(false),
});
