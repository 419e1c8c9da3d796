import { writeNote } from '../data/courier-store.ts';
import { db, jobsUnderWay, paid } from './signals.ts';

/** Notes that the courier has the money for a parcel, or has not after all: whoever paid is not asked again by a phone that was switched off in between. */
export async function setPaid(jobNumber: string, has: boolean): Promise<void> {
  const open = new Set(jobsUnderWay.value.map(({ job_number }) => job_number));
  const others = paid.value.filter((other) => other !== jobNumber && open.has(other));
  paid.value = has ? [...others, jobNumber] : others;
  // A full phone still goes on: it asks again should it be switched off, which is told at the step that it cannot keep.
  if (db.value) await writeNote(db.value, 'paid', paid.value).catch(() => undefined);
}
