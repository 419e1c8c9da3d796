import { client } from '../data/api.ts';
import { writeNote } from '../data/courier-store.ts';
import { cash, db } from './signals.ts';

/** Reads what the courier holds, as the server counts it. */
export async function readCash(): Promise<void> {
  const { data } = await client.getCourierCash({});
  cash.value = data;
  if (db.value) await writeNote(db.value, 'cash', data);
}
