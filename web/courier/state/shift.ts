import { client } from '../data/api.ts';
import { writeNote } from '../data/courier-store.ts';
import { noteHere, placeNow } from './position.ts';
import { db, offers, shift } from './signals.ts';

/** Goes on or off shift; throws what the client threw. */
export async function setShift(online: boolean): Promise<void> {
  const last = await placeNow();
  const { data } = await client.setShift({
    body: { online, ...(last ? { lat: last.lat, lng: last.lng } : {}) },
  });
  shift.value = data;
  if (!online) offers.value = [];
  if (db.value) await writeNote(db.value, 'shift', data);
  if (online) await noteHere();
}
