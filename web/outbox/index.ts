/**
 * What a tool does without a network is kept here until the server has answered for it, and sent in order. How a tool uses it:
 *
 *     type Acts = { sale: SaleBody; refund: RefundBody };
 *     interface TillSchema extends OutboxSchema { parked: { key: string; value: ParkedSale } }
 *
 *     const db = await openDB<TillSchema>('till-trm_…', 1, {
 *       upgrade: (database) => { addOutboxStores(unwrap(database)); database.createObjectStore('parked'); },
 *     });
 *     const outbox = await openOutbox<TillSchema, Acts>({
 *       name: 'till', db, scope: 'mer_…/test/trm_…', clock,
 *       send: async (batch, { signal }) => {
 *         const { data } = await client.syncSales({ body: { sales: batch.map(({ body }) => body) }, signal });
 *         return batch.map((entry, at) => ({ client_id: entry.client_id, sha256: entry.sha256, outcome: …, answer: data.results[at] }));
 *       },
 *     });
 *
 *     const sale = await outbox.write(['parked'], async (tx, add) => {
 *       await tx.objectStore('parked').delete(key);
 *       return add({ kind: 'sale', body: ({ client_id, occurred_at }) => ({ client_id, occurred_at, … }) });
 *     });                                              // Now it is on the disk, and may be told to the person.
 *
 * - `write` throws `NoRoomError` where the device is full and `OtherTabError` where another tab writes (`takeOver` makes this one write):
 *   nothing was kept then. In `work` nothing may be awaited but the transaction and `add`; anything else ends the transaction.
 * - `send` gets entries of one kind, in order, and throws what the client threw (`retries: 0`: the outbox waits by itself). A lost network,
 *   a portal's page, 5xx, 429, 401, 403 and an operation that an older server lacks keep everything and are tried again; any other refusal of one entry makes it `rejected`.
 *   Of an answer for many, each entry has a verdict of its own; what has none is sent again.
 * - What the server did while a person watched is added with `acked`: it is not sent, and offered again where the server lost it.
 * - What was done and differs from what the server knows is a verdict `conflict`: it counts in `state.toSee` until `markSeen`.
 * - `probe` says which of the entries acked last the server does not know: then all of 30 days are offered again, so the server must
 *   know an entry by its client_id.
 * - Where a newer version of the app opens the same database, this window stops by itself and writes nothing more.
 * - `state` is a signal for the chip on the screen. One database for each pairing; ask `state.unsent` before a pairing is given up.
 */
export { openOutbox, OtherTabError } from './open-outbox.ts';
export type { Add, Outbox, OutboxOptions } from './open-outbox.ts';
export type { OutboxState } from './board.ts';
export { NoRoomError } from './in-transaction.ts';
export { addOutboxStores, countUnsent, forgetAllButUnsent, type OutboxSchema } from './stores.ts';
export { ImportError, type Import, type UnsentFile } from './transfer.ts';
export { askToKeep } from './room.ts';
export type { Entry, EntryHead, EntryOf, EntryStatus, Kinds, NewEntry, Verdict } from './entry.ts';
export type { Trouble } from './trouble.ts';
