import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { findCount, lockCount, type CountKey, type CountRow, type ShownCountRow } from './counts.queries.ts';

/** STOCK_COUNT_NOT_FOUND */
export async function requireCount(runner: Runner, key: CountKey): Promise<ShownCountRow> {
  return (await findCount(runner, key)) ?? countNotFound(key.id);
}

/** The count, held for this transaction; STATE_CONFLICT unless it is open. */
export async function requireOpenCount(
  runner: Runner,
  key: CountKey,
  to: 'open' | 'submitted' | 'cancelled',
): Promise<CountRow> {
  const row = (await lockCount(runner, key)) ?? countNotFound(key.id);
  if (row.status === 'open') return row;
  throw new Failure(
    'STATE_CONFLICT',
    `The stock count is ${row.status} already. Begin another with POST /v1/pos/inventory/counts.`,
    { details: { from: row.status, to, allowed: [] } },
  );
}

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
function countNotFound(id: string): never {
  throw new Failure('STOCK_COUNT_NOT_FOUND', `There is no stock count ${id.slice(0, 64)}.`);
}
