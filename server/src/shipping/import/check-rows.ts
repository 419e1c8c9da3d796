import { setImmediate } from 'node:timers/promises';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { duplicateDelivery } from '../create-delivery.ts';
import type { Shipping } from '../open-shipping.ts';
import { readOrder } from '../read-order.ts';
import { activeOrders } from './imports.queries.ts';
import type { ReadRow } from './read-rows.ts';
import { rowErrors, type RowError } from './row-errors.ts';

/** What would become of rows: errors of those that cannot be created, and the price of the rest. */
export type CheckedRows = {
  readonly created: number;
  readonly failed: readonly { readonly row: number; readonly errors: readonly RowError[] }[];
  readonly fee: bigint;
};

/** So many rows are priced before others get their turn: about 5 ms. */
const TURN_ROWS = 25;

/** Checks and prices rows as their creation would, and writes nothing. */
export async function checkRows(rows: readonly ReadRow[], call: Call, room: Shipping): Promise<CheckedRows> {
  const wanted = [
    ...new Set(rows.flatMap(({ body }) => (body && isGuarded(body) ? [body.order_number] : []))),
  ];
  const taken = new Map(await activeOrders(room.store.slow(call.tenant), call.tenant, wanted));
  const failed: { row: number; errors: readonly RowError[] }[] = [];
  let fee = 0n;
  for (let at = 0; at < rows.length; at += TURN_ROWS) {
    const turn = rows.slice(at, at + TURN_ROWS);
    const results = await Promise.all(turn.map((row) => priceRow(row, call, room)));
    for (const [index, row] of turn.entries()) {
      const result = judgeRow(row, results[index] ?? [], taken);
      if (typeof result === 'bigint') fee += result;
      else failed.push({ row: row.row, errors: result });
    }
    await setImmediate();
  }
  return { created: rows.length - failed.length, failed, fee };
}

function isGuarded(body: {
  readonly order_number?: string;
  readonly allow_duplicate?: boolean;
}): body is { readonly order_number: string } {
  return body.order_number !== undefined && body.allow_duplicate !== true;
}

async function priceRow(
  { body, errors }: ReadRow,
  call: Call,
  room: Shipping,
): Promise<bigint | readonly RowError[]> {
  if (body === null) return errors;
  try {
    return (await readOrder(body, call, room)).fee.fee;
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    return rowErrors(refusal);
  }
}

/** Of several rows with one order number only the first can be created; `taken` remembers by what. */
function judgeRow(
  { row, body }: ReadRow,
  priced: bigint | readonly RowError[],
  taken: Map<string, string>,
): bigint | readonly RowError[] {
  if (typeof priced !== 'bigint' || body === null || !isGuarded(body)) return priced;
  const rival = taken.get(body.order_number);
  if (rival === undefined) {
    taken.set(body.order_number, `of row ${row}`);
    return priced;
  }
  return rowErrors(duplicateDelivery(rival, body.order_number)).map(({ code, message }) => ({
    column: 'order_number',
    code,
    message,
  }));
}
