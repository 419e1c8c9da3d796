import { signal } from '@preact/signals';
import { hasStorage } from '../../kit/text/locale.ts';
import { askToKeep } from '../../outbox/index.ts';
import { keepOnDevice, type Installed } from '../../tools/install.ts';
import { watchNetwork } from '../../tools/network.ts';
import { device, isEnded, type DoorPairing } from '../data/api.ts';
import { wakeSound } from '../scan/tell.ts';
import { forgetEvent } from '../data/door-store.ts';
import { claim } from './claim.ts';
import { openDoor } from './open-door.ts';
import { watchFigures } from './figures.ts';
import { refreshManifest } from './keep-manifest.ts';
import { showLook } from './look.ts';
import { db, door, network, outbox } from './signals.ts';
import { stayAwake } from './stay-awake.ts';

/** What this phone has to do first. */
export const step = signal<'read' | 'pair' | 'open'>('read');
export const installed = signal<Installed | null>(null);

/** Opens the door at which this phone stands, or asks for one. */
export async function begin(): Promise<void> {
  installed.value ??= keepOnDevice('/scan');
  network.value ??= watchNetwork(serverIsBack);
  addEventListener('pointerdown', wakeSound);
  addEventListener('keydown', wakeSound);
  const here = door.value;
  showLook(here && !here.livemode ? 'test' : 'live');
  if (here === null || /[#&]pair=/.test(location.hash)) return void (step.value = 'pair');
  isEnded.value = false;
  await openDoor(here);
  step.value = 'open';
  stayAwake();
}

function serverIsBack(): void {
  outbox.value?.sendNow();
  if (db.value) void refreshManifest(db.value);
  watchFigures();
}

/** Pairs this phone for the event of a code; events that it was paired for before stay. */
export async function pairWith(code: string): Promise<void> {
  const next = await claim(code);
  await standAt(next);
  await askToKeep(navigator.storage);
}

/** Stands at another event from now on. The page begins anew, for nothing of one event may be left when tickets of another are judged. */
export async function standAt(next: DoorPairing): Promise<void> {
  const others = (device.pairing.value?.doors ?? []).filter(({ event }) => event.id !== next.event.id);
  await device.pair({ doors: [...others, next], at: next.event.id });
  await device.keepClock();
  // Where the browser keeps nothing, the pairing too would be gone with the page.
  if (!hasStorage() && db.value === null) return begin();
  beginAnew();
}

/** This page from its start, without the code it was paired by. In a frame its address goes on saying for whom it stands there. */
export function beginAnew(): void {
  location.replace(location.pathname + location.search);
}

/** Gives the present event up, with its tickets and who was let in; what this phone knows of others stays. */
export async function leaveDoor(): Promise<void> {
  const others = (device.pairing.value?.doors ?? []).filter(({ event }) => event.id !== door.value?.event.id);
  const [first] = others;
  await (first ? device.pair({ doors: others, at: first.event.id }) : device.unpair());
  if (db.value) await forgetEvent(db.value).catch(() => undefined);
  beginAnew();
}
