import { batch, effect } from '@preact/signals';
import { timeZone } from '../../kit/format/time.ts';
import { openOutbox } from '../../outbox/index.ts';
import type { OutboxWorld } from '../../outbox/world.ts';
import { device, type DoorPairing } from '../data/api.ts';
import {
  openDoorDatabase,
  readNote,
  writeNote,
  type DoorDatabase,
  type DoorKinds,
  type DoorSchema,
} from '../data/door-store.ts';
import { watchFigures } from './figures.ts';
import { openManifest } from './keep-manifest.ts';
import { openScans } from './own-scans.ts';
import { findLost, sendScans } from './sending.ts';
import { telling } from './telling.ts';
import { chosenGate, db, head, isOnline, nowMs, offlineSinceMs, outbox, pairedAs } from './signals.ts';

/** So many go at once; the server takes up to 500. */
const BATCH_MAX = 200;
const KEEP_CLOCK_EVERY_MS = 60_000;

/** Opens the door of an event: its tickets, what was done here, and what is still to be sent. */
export async function openDoor(
  here: DoorPairing,
  { world }: { /** For tests. */ readonly world?: OutboxWorld } = {},
): Promise<void> {
  timeZone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const kept = await openDoorDatabase(here.event.id);
  await notePairing(kept, here);
  await openScans(kept);
  const box = await openOutbox<DoorSchema, DoorKinds>({
    name: `door-${here.event.id}`,
    db: kept,
    scope: `${here.livemode ? 'live' : 'test'}/${here.event.id}`,
    clock: device.clock,
    send: (batch, how) => telling(() => sendScans(batch, how)),
    probe: findLost,
    batchMax: BATCH_MAX,
    ...(world ? { world } : {}),
  });
  batch(() => {
    db.value = kept;
    outbox.value = box;
  });
  await openManifest(kept);
  watchFigures();
  // A phone that starts without a network has to know how far its clock is off.
  setInterval(() => void device.keepClock().catch(() => undefined), KEEP_CLOCK_EVERY_MS);
  await watchLoss(kept);
}

/** The server's time and this phone's of one moment may differ by so much, once it has been put right. */
const CLOCKS_APART_MS = 5_000;

/** Notes since when the server cannot be asked: a page that is loaded anew without a network goes on with that time. */
async function watchLoss(kept: DoorDatabase): Promise<void> {
  let notedMs = await readNote(kept, 'offlineSinceMs');
  effect(() => {
    if (isOnline.value) return void (offlineSinceMs.value = null);
    if (offlineSinceMs.peek() !== null) return;
    // What was heard after it ended that time, also where nobody was there to note it.
    const heardMs = Date.parse(head.peek()?.generated_at ?? '');
    const sinceMs = notedMs !== undefined && !(heardMs > notedMs + CLOCKS_APART_MS) ? notedMs : nowMs();
    offlineSinceMs.value = sinceMs;
    notedMs = sinceMs;
    // Without it a page that is loaded anew counts from then, and no more is lost.
    void writeNote(kept, 'offlineSinceMs', sinceMs).catch(() => undefined);
  });
}

/** Notes as which device this phone stands here now. */
export async function notePairing(kept: DoorDatabase, { device: { id } }: DoorPairing): Promise<void> {
  const [before, where] = await Promise.all([readNote(kept, 'pairedAs'), readNote(kept, 'gate')]);
  const all = [...new Set([...(before ?? []), id])];
  if (all.length !== before?.length) await writeNote(kept, 'pairedAs', all);
  batch(() => {
    pairedAs.value = all;
    chosenGate.value = where ?? null;
  });
}

/** Stands at another of the event's gates from now on. */
export async function chooseGate(next: string | null): Promise<void> {
  chosenGate.value = next;
  if (db.value) await writeNote(db.value, 'gate', next);
}
