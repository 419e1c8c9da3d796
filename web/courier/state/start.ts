import type { DriverJob } from '@cottontree/contract';
import { batch, effect, signal } from '@preact/signals';
import { askToKeep, openOutbox } from '../../outbox/index.ts';
import type { OutboxWorld } from '../../outbox/world.ts';
import { keepOnDevice } from '../../tools/install.ts';
import { applyLook } from '../../tools/look.ts';
import { watchNetwork } from '../../tools/network.ts';
import { device, type Courier } from '../data/api.ts';
import {
  openCourierDatabase,
  readNote,
  type CourierKinds,
  type CourierSchema,
} from '../data/courier-store.ts';
import { allowSound } from '../offers/ring.ts';
import { dropDraftsOfOthers } from './drafts.ts';
import { endLeft } from './end-left.ts';
import { readEntries } from './entries.ts';
import { resumePosition } from './position.ts';
import { keepFresh, refresh } from './refresh.ts';
import { findLost } from './find-lost.ts';
import { goTogether, sendEntries } from './sending.ts';
import { goTab } from './place.ts';
import {
  cash,
  db,
  drafts,
  installed,
  jobsUnderWay,
  known,
  network,
  news,
  outbox,
  paid,
  shift,
} from './signals.ts';

/** What this phone has to do first. */
export const step = signal<'read' | 'sign-in' | 'open'>('read');

/** Opens what the courier of this phone keeps, or asks who it is. */
export async function begin(): Promise<void> {
  installed.value ??= keepOnDevice('/courier');
  network.value ??= watchNetwork(() => {
    outbox.value?.sendNow();
    void refresh();
    void endLeft();
  });
  void endLeft();
  const courier = device.pairing.value;
  applyLook({ theme: 'system', mode: courier?.livemode === false ? 'test' : 'live' });
  if (courier === null) {
    step.value = 'sign-in';
    return;
  }
  await openCourier(courier);
  step.value = 'open';
  keepFresh();
}

/** Opens what this courier keeps here: his parcels, what is still to be sent, and what was refused. */
export async function openCourier(
  { driver }: Courier,
  { world }: { /** For tests. */ readonly world?: OutboxWorld } = {},
): Promise<void> {
  const kept = await openCourierDatabase(driver.id);
  await askToKeep(navigator.storage);
  const [jobs, lastShift, lastCash, untold, lastPaid, untaken, placeRefused] = await Promise.all([
    kept.getAll('jobs'),
    readNote(kept, 'shift'),
    readNote(kept, 'cash'),
    readNote(kept, 'news'),
    readNote(kept, 'paid'),
    readNote(kept, 'drafts'),
    readNote(kept, 'placeRefused'),
  ]);
  const box = await openOutbox<CourierSchema, CourierKinds>({
    name: 'courier',
    db: kept,
    scope: driver.id,
    clock: device.clock,
    send: sendEntries,
    probe: findLost,
    goTogether,
    ...(world ? { world } : {}),
  });
  batch(() => {
    db.value = kept;
    known.value = new Map(jobs.map((job: DriverJob) => [job.job_number, job]));
    shift.value = lastShift ?? null;
    cash.value = lastCash ?? null;
    news.value = untold ?? [];
    paid.value = lastPaid ?? [];
    drafts.value = untaken ?? [];
    outbox.value = box;
  });
  await readEntries();
  dropDraftsOfOthers();
  if (jobsUnderWay.value.length > 0) goTab('jobs');
  effect(() => {
    // A window that gave way to a newer one cannot read any more, and says so over the whole screen.
    if (box.state.value) void readEntries().catch(() => undefined);
  });
  addEventListener('pointerdown', allowSound);
  await resumePosition(placeRefused ?? false);
}
