import { setImmediate } from 'node:timers/promises';
import type { Call } from '../../../core/call.ts';
import { Failure } from '../../../core/failure.ts';
import type { Tx } from '../../../store/index.ts';
import type { Pos } from '../../open-pos.ts';
import { moveStock, requireGranted } from '../../stock/move-stock.ts';
import { stockWriterOf } from '../../stock/stock-move.ts';
import { numberTillChanges } from '../products/write-products.queries.ts';
import { writeProducts } from '../products/write-products.ts';
import type { ImportDecision } from './decide-import.ts';
import { insertCategories } from './import-categories.ts';

/** Products in one statement: their messages are made in about 20 ms, then others get their turn. */
const WRITTEN_AT_ONCE = 250;

/** Somebody changed what the import had decided about; it is to be decided anew. */
export class ImportOvertaken extends Error {}

/**
 * Writes what was decided, in slices of one transaction. Others go on writing products meanwhile: they wait only for rows
 * that are in the file, and for the moment at the end in which tills are told. What they were faster at undoes all of it.
 */
export async function writeImport(
  room: Pos,
  { changes, categories, moves }: ImportDecision,
  { tx, call }: { readonly tx: Tx; readonly call: Call },
): Promise<void> {
  await insertCategories(tx, categories, { call });
  // In the order of their ids, in which all who write several lock them.
  const sorted = changes.toSorted((one, other) => (one.after.id < other.after.id ? -1 : 1));
  for (let at = 0; at < sorted.length; at += WRITTEN_AT_ONCE) {
    const written = await writeProducts(room, sorted.slice(at, at + WRITTEN_AT_ONCE), {
      runner: tx,
      tenant: call.tenant,
      now: call.now,
    }).catch(overtaken);
    if (!written) throw new ImportOvertaken();
    await setImmediate();
  }
  if (moves.length > 0)
    (
      await moveStock(
        tx,
        stockWriterOf(call, { world: room.world, staffId: null }),
        moves.map((move) => [move]),
      )
    ).forEach(requireGranted);
  await numberTillChanges(tx, call.tenant, { kind: 'category', ids: [...categories.keys()] });
  await numberTillChanges(tx, call.tenant, { kind: 'product', ids: changes.map(({ after }) => after.id) });
}

/** A code that was free when it was looked for. */
function overtaken(error: unknown): never {
  if (error instanceof Failure && (error.code === 'DUPLICATE_SKU' || error.code === 'DUPLICATE_BARCODE'))
    throw new ImportOvertaken();
  throw error;
}
