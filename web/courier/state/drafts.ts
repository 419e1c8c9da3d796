import { effect } from '@preact/signals';
import { writeNote, type Draft } from '../data/courier-store.ts';
import { db, drafts, jobsUnderWay } from './signals.ts';

export type DraftFields = Omit<Draft, 'jobNumber'>;

let isWriting = false;

/** What was taken for a step with this parcel and is in none yet. */
export function draftOf(jobNumber: string): DraftFields {
  return drafts.value.find((draft) => draft.jobNumber === jobNumber) ?? {};
}

/** Keeps a photo or a signature until its step is taken, so that a phone that was switched off in between asks for none again. */
export function keepDraft(jobNumber: string, fields: DraftFields): void {
  const others = drafts.value.filter((draft) => draft.jobNumber !== jobNumber);
  drafts.value = [...others, { ...draftOf(jobNumber), ...fields, jobNumber }];
  void write();
}

/** The step is taken, or nobody wants it any more. */
export function dropDraft(jobNumber: string): void {
  if (!drafts.value.some((draft) => draft.jobNumber === jobNumber)) return;
  drafts.value = drafts.value.filter((draft) => draft.jobNumber !== jobNumber);
  void write();
}

/** Of a parcel that is over, or somebody else's now, nothing stays. */
export function dropDraftsOfOthers(): void {
  effect(() => {
    const open = new Set(jobsUnderWay.value.map(({ job_number }) => job_number));
    for (const { jobNumber } of drafts.peek()) if (!open.has(jobNumber)) dropDraft(jobNumber);
  });
}

/** A finger draws faster than a disk writes: what came meanwhile is written once. A full phone goes on without. */
async function write(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  for (let written: readonly Draft[] | null = null; db.value && written !== drafts.value;) {
    written = drafts.value;
    await writeNote(db.value, 'drafts', written).catch(() => undefined);
  }
  isWriting = false;
}
