import type { Context } from '../../kernel/call/context.ts';
import type { Runner } from '../../store/index.ts';
import { countByKey, putResealed, takeFormer, type SealedRow } from './sealed-columns.queries.ts';
import { SEALED_COLUMNS, type RowKey, type SealedColumn } from './sealed-columns.ts';

const ROWS_MAX = 500;
/** What sorts before every value, by type; of text the empty one. */
const FIRST: Readonly<Record<string, unknown>> = Object.freeze({
  bool: false,
  int4: 0,
  timestamptz: new Date(0),
});
/** A node that has not taken up the new key yet may seal something under the old one behind our back. */
const ROUNDS_MAX = 5;

/** Seals everything anew under the current secret key, in batches, while others go on; answers how much. Cut off, it is begun again and finds what is left. */
export async function resealAll(context: Context): Promise<Readonly<Record<string, number>>> {
  const done: Record<string, number> = {};
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    let found = 0;
    for (const column of SEALED_COLUMNS) {
      const count = await resealColumn(context, column);
      done[nameOf(column)] = (done[nameOf(column)] ?? 0) + count;
      found += count;
    }
    if (found === 0) break;
  }
  return done;
}

export type SealedCount = { readonly column: string; readonly former: number; readonly unknown: number };

/** How much of each column is not under the current key, and how much under none that opens. */
export async function countFormer(
  runner: Runner,
  keyIds: readonly string[],
): Promise<readonly SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of SEALED_COLUMNS) {
    const byKey = [...(await countByKey(runner, column))];
    const sum = (wanted: (keyId: string) => boolean): number =>
      byKey.filter(([keyId]) => wanted(keyId)).reduce((total, [, rows]) => total + rows, 0);
    counts.push({
      column: nameOf(column),
      former: sum((keyId) => keyId !== keyIds[0] && keyIds.includes(keyId)),
      unknown: sum((keyId) => !keyIds.includes(keyId)),
    });
  }
  return counts;
}

async function resealColumn(context: Context, column: SealedColumn): Promise<number> {
  const system = context.store.system.slow;
  let after = firstKey(column);
  let done = 0;
  for (;;) {
    const rows = await takeFormer(system, column, { after, keyId: context.vault.keyId, rowsMax: ROWS_MAX });
    if (rows.length > 0)
      done += await putResealed(
        system,
        column,
        rows.map((row) => resealRow(context, column, row)),
      );
    const last = rows.at(-1);
    if (rows.length < ROWS_MAX || !last) return done;
    after = keyOf(column, last);
  }
}

function resealRow({ vault }: Context, column: SealedColumn, row: SealedRow) {
  const key = keyOf(column, row);
  const plain = vault.open(row.sealed, column.purpose);
  const print = column.print
    ? vault.fingerprint(column.print.purpose, ...column.print.partsOf(key, plain.toString('utf8')))
    : null;
  return { key, former: row.sealed, fresh: vault.seal(plain, column.purpose), print };
}

function keyOf({ key }: SealedColumn, row: RowKey): RowKey {
  return Object.fromEntries(Object.keys(key).map((name) => [name, row[name]]));
}

/** Before every key. */
function firstKey({ key }: SealedColumn): RowKey {
  return Object.fromEntries(Object.entries(key).map(([name, type]) => [name, FIRST[type] ?? '']));
}

function nameOf({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}
