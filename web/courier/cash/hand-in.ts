import type { CourierEntry } from '../data/courier-store.ts';
import { noted } from '../jobs/reason-fields.tsx';
import { readEntries } from '../state/entries.ts';
import { outbox } from '../state/signals.ts';
import { sum, type Held } from './in-hand.ts';

/** Notes that cash was handed in: on the disk once it is through, and sent in its turn. */
export async function handIn(held: readonly Held[], note: string): Promise<CourierEntry | null> {
  const kept = await outbox.value?.write([], (_tx, add) =>
    add({
      kind: 'deposit',
      body: ({ client_id }) => ({
        client_id,
        job_numbers: held.map(({ jobNumber }) => jobNumber),
        amount: sum(held.map(({ amount }) => amount)),
        ...noted(note),
      }),
    }),
  );
  await readEntries();
  return kept ?? null;
}
