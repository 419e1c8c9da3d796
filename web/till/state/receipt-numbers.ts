import { client } from '../data/api.ts';
import { readNote } from '../data/till-store.ts';
import { nextNumber } from './sending.ts';
import { db, terminal } from './signals.ts';

/** So many of the newest say which number was the last: what was sold without a network arrives out of its order. */
const LOOKED_AT_MAX = 100;

/** A till that is bound to another device goes on with the numbers of its receipts where that one was, as far as the server knows them. */
export async function continueNumbers(): Promise<void> {
  const [kept, till] = [db.value, terminal.value];
  if (!kept || !till || (await readNote(kept, 'receiptSeq')) !== undefined) return;
  const { data } = await client.listSales({ query: { terminal_id: till.id, limit: LOOKED_AT_MAX } });
  const last = Math.max(0, ...data.map(({ receipt_number }) => seqOf(receipt_number ?? '', till.code)));
  const tx = kept.transaction('notes', 'readwrite');
  const isFirst = (await tx.store.get('receiptSeq')) === undefined;
  if (isFirst) await tx.store.put(last, 'receiptSeq');
  await tx.done;
  if (isFirst) nextNumber.value = last + 1;
}

/** `123` of `T01-000123`; 0 of what another till gave. */
function seqOf(number: string, code: string): number {
  const digits = number.startsWith(`${code}-`) ? number.slice(code.length + 1) : '';
  return /^\d{6,12}$/.test(digits) ? Number(digits) : 0;
}
