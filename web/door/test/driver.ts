import { hurriedWorld, drive } from '../../tools/test/drive.ts';
import { watchNetwork } from '../../tools/network.ts';
import { device, type DoorPairing } from '../data/api.ts';
import { answer } from '../scan/answer.ts';
import { takeCode } from '../scan/take-code.ts';
import { refreshManifest } from '../state/keep-manifest.ts';
import { openDoor } from '../state/open-door.ts';
import { db, network, outbox, scans } from '../state/signals.ts';
import { mayTakeBack, takeBack } from '../state/take-back.ts';
import type { DoorAct, DoorDone, DoorUndone } from './acts.ts';

async function open({ pairing }: { readonly pairing: DoorPairing }): Promise<void> {
  // Where the disk is full nothing can be noted twice.
  if (device.pairing.value === null) await device.pair({ doors: [pairing], at: pairing.event.id });
  network.value ??= watchNetwork(() => outbox.value?.sendNow());
  await openDoor(pairing, { world: hurriedWorld() });
}

async function act(one: DoorAct): Promise<DoorDone | DoorUndone | null> {
  return one.what === 'scan' ? scan(one) : undo();
}

async function scan({
  code,
  isForced,
}: Extract<DoorAct, { readonly what: 'scan' }>): Promise<DoorDone | null> {
  answer.value = null;
  await takeCode({
    text: code,
    source: 'camera',
    force: isForced ? { reason: 'The house knows them' } : null,
  });
  const told = answer.value as DoorDone | null;
  if (told === null) throw new Error('Nobody was told anything.');
  const { result, refusal, nonces, isOffline } = told;
  return refusal === 'NO_ROOM' ? null : { result, refusal, nonces, isOffline };
}

async function undo(): Promise<DoorUndone> {
  const last = scans.value.findLast(mayTakeBack);
  if (!last) return { nonce: null, isDone: false };
  const isDone = await takeBack(last, 'The wrong person').then(
    () => true,
    () => false,
  );
  return { nonce: last.nonce, isDone };
}

drive(() => outbox.value, {
  open,
  act,
  refresh: async () => (db.value ? refreshManifest(db.value) : false),
});
