import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { deleteExpiredRows } from './files.queries.ts';

const ROWS_MAX = 200;
const EVERY_MS = 600_000;

/** Deletes files whose time is over; answers how many. */
export async function deleteExpiredFiles(context: Context): Promise<number> {
  return deleteExpiredRows(context.store.system, context.world.systemNow(), ROWS_MAX);
}

/** What any one node does for all. */
export function fileLoops(context: Context): readonly Loop[] {
  return [
    { name: 'files.expire', everyMs: EVERY_MS, irrevocable: true, turn: () => deleteExpiredFiles(context) },
  ];
}
