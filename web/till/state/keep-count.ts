import { signal } from '@preact/signals';
import { writeNote, type KeptCount } from '../data/till-store.ts';
import { NOTHING_COUNTED, type Counted } from '../day/counted.ts';
import { isElsewhere } from './sending.ts';
import { db, drawer } from './signals.ts';

/** What somebody began to count, on the disk as well: a browser that is killed in the midst of it has it again. */
export const keptCount = signal<KeptCount | null>(null);

/** What was counted of the drawer that is open. */
export function countedHere(): Counted {
  const { value: kept } = keptCount;
  return kept !== null && kept.drawerId === drawer.value?.id ? kept.counted : NOTHING_COUNTED;
}

export function keepCount(counted: Counted): void {
  const drawerId = drawer.value?.id;
  if (drawerId !== undefined) note({ drawerId, counted });
}

/** The drawer is closed. */
export function forgetCount(): void {
  note(null);
}

function note(next: KeptCount | null): void {
  keptCount.value = next;
  // On a device that is full what is counted stands on the screen all the same.
  if (db.value && !isElsewhere.value) void writeNote(db.value, 'counted', next).catch(() => undefined);
}
