import { batch } from '@preact/signals';
import { outbox, refused, waiting } from './signals.ts';

/** Reads what is not with the server yet, and what it refused. */
export async function readEntries(): Promise<void> {
  const box = outbox.value;
  if (!box) return;
  const [unsent, toSee] = await Promise.all([box.list('queued', 'sending'), box.listToSee()]);
  batch(() => {
    waiting.value = unsent;
    refused.value = toSee;
  });
}
