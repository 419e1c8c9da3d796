import type { SyncEvent } from '@cottontree/contract';
import { effect } from '@preact/signals';
import type { StepEntry } from '../data/courier-store.ts';
import { device } from '../data/api.ts';
import { readEntries } from './entries.ts';
import { db, here, isOnline, outbox } from './signals.ts';

export type StepFields = Omit<SyncEvent, 'client_id' | 'occurred_at' | 'job_number'>;

const PLACED: ReadonlySet<SyncEvent['kind']> = new Set(['arrive', 'verify', 'deliver', 'proof', 'attempt']);
/** An older place says nothing about where a step was taken. */
const PLACE_MS_MAX = 120_000;

/**
 * Notes what the courier did with a parcel: all of it or nothing. Once it is through, it is on the disk.
 * Throws NoRoomError where the phone is full, OtherTabError where another window is in use.
 */
export async function take(
  jobNumber: string,
  ...steps: readonly StepFields[]
): Promise<readonly StepEntry[]> {
  const box = outbox.value;
  if (!box) throw new Error('The app is not open yet.');
  const entries = await box.write([], async (_tx, add) => {
    const added: StepEntry[] = [];
    for (const fields of steps) {
      const entry = await add({
        kind: 'step',
        body: ({ client_id, occurred_at }) => ({
          ...fields,
          ...(PLACED.has(fields.kind) ? placeNow() : {}),
          client_id,
          occurred_at,
          job_number: jobNumber,
        }),
      });
      if (entry.kind === 'step') added.push(entry);
    }
    return added;
  });
  await readEntries();
  return entries;
}

function placeNow(): { readonly lat?: number; readonly lng?: number } {
  const last = here.value;
  if (!last || device.clock.nowMs() - Date.parse(last.recorded_at) > PLACE_MS_MAX) return {};
  return { lat: last.lat, lng: last.lng };
}

const ANSWER_MS_MAX = 12_000;

/** What became of an entry, where the server tells it soon; null: it waits to be sent. */
export async function settledSoon({ client_id }: StepEntry): Promise<StepEntry | null> {
  const [kept, box] = [db.value, outbox.value];
  if (!kept || !box || !isOnline.value) return null;
  return new Promise((resolve) => {
    const done = (entry: StepEntry | null): void => {
      clearTimeout(timer);
      resolve(entry);
      queueMicrotask(() => stop());
    };
    const timer = setTimeout(() => done(null), ANSWER_MS_MAX);
    const look = async (): Promise<void> => {
      const entry = await kept.getFromIndex('outbox', 'client_id', client_id);
      if (entry && entry.status !== 'queued' && entry.status !== 'sending') done(entry as StepEntry);
    };
    const stop = effect(() => {
      const { trouble } = box.state.value;
      // Out of reach, or busy: the courier goes on, and hears of it later.
      if (trouble) return done(null);
      look().catch(() => undefined);
    });
  });
}
