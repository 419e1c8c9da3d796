import { sqlStateOf } from '../../../store/index.ts';
import type { Merchants } from '../module.ts';
import { erasedTables } from './erased-tables.ts';
import {
  countTestRows,
  eraseTestRows,
  restErasure,
  runningErasures,
  tablesOfTenants,
  type RunningErasure,
} from './test-erasures.queries.ts';

/** So many rows, with what refers to them looked for, take a fifth of a second. */
const BATCH_ROWS_MAX = 2_000;
/** After so many the turn ends, so that other loops and other merchants have theirs. */
const TURN_ROWS_MAX = 20_000;
/**
 * Nodes hear within three seconds that writes are refused; requests and calls that were under way then have written by
 * the end of this. What they wrote is found and goes as well, for only a look that finds nothing begins it.
 */
export const QUIET_MS = 10_000;

/** What else is at the rows just now: they are tried again at the next turn. */
const IN_THE_WAY: ReadonlySet<string | null> = new Set([
  '23503', // a row that names another came in between
  '40001',
  '40P01',
  '55P03',
  '42P01', // a day's partition was dropped meanwhile
]);

/** One turn for every merchant whose test data is being erased; answers how many rows went, and how many are through. */
export async function eraseTestData(module: Merchants): Promise<number> {
  const running = await runningErasures(module.store.system);
  if (running.length === 0) return 0;
  const tables = erasedTables(await tablesOfTenants(module.store.system));
  let done = 0;
  for (const one of running) done += await eraseSome(module, one, tables);
  return done;
}

async function eraseSome(
  module: Merchants,
  erasure: RunningErasure,
  tables: readonly string[],
): Promise<number> {
  try {
    return await passThrough(module, erasure, tables);
  } catch (error) {
    if (IN_THE_WAY.has(sqlStateOf(error))) return 0;
    throw error;
  }
}

/** Goes through the tables in their order. Each batch commits with the note of it, so that whoever goes on after a crash misses nothing and counts nothing twice. */
async function passThrough(
  { store, world, erasures, authenticator }: Merchants,
  { merchantId, counted }: RunningErasure,
  tables: readonly string[],
): Promise<number> {
  const system = store.system.slow;
  if (!counted) await countTestRows(system, merchantId, tables);
  let gone = 0;
  for (const table of tables)
    for (let full = true; full;) {
      const erased = await eraseTestRows(system, {
        merchant_id: merchantId,
        table,
        rows_max: BATCH_ROWS_MAX,
      });
      if (erased === null) return gone;
      gone += erased;
      full = erased >= BATCH_ROWS_MAX;
      if (gone >= TURN_ROWS_MAX) return gone;
    }
  if (gone > 0) return gone;
  const now = world.systemNow();
  const quietBefore = new Date(now.getTime() - QUIET_MS);
  if (!(await restErasure(system, { merchant_id: merchantId, now, quiet_before: quietBefore }))) return 0;
  // The test clock is gone with the rest.
  authenticator.forget(merchantId);
  await erasures.tell();
  return 1;
}
