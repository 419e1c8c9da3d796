import { Failure } from '../../core/failure.ts';
import type { Runner } from '../../store/index.ts';
import type { StockMove, StockWriter } from './stock-move.ts';
import { moveStock, requireGranted } from './move-stock.ts';
import {
  endTransfer as writeEnd,
  findTransfer,
  type TransferLine,
  type TransferRow,
} from './transfers.queries.ts';

export type TransferEnd = {
  readonly id: string;
  readonly status: 'received' | 'cancelled';
  /** The lines as they are from then on. */
  readonly lines: (transfer: TransferRow) => readonly TransferLine[];
  readonly moves: (transfer: TransferRow, at: Date) => readonly StockMove[];
};

/** Ends a transfer that is on its way, and moves what that moves. STOCK_TRANSFER_NOT_FOUND, STATE_CONFLICT. */
export async function endTransfer(
  runner: Runner,
  writer: StockWriter,
  { id, status, lines, moves }: TransferEnd,
): Promise<TransferRow> {
  const key = { tenant: writer.tenant, id };
  const found = await requireTransfer(runner, key);
  const ended =
    found.status === 'sent'
      ? await writeEnd(runner, key, { status, lines: lines(found), at: writer.at })
      : undefined;
  if (!ended) {
    const { status: from } = await requireTransfer(runner, key);
    throw new Failure('STATE_CONFLICT', `The transfer is ${from} already.`, {
      details: { from, to: status, allowed: [] },
    });
  }
  const results = await moveStock(runner, writer, [moves(ended, writer.at)]);
  results.forEach(requireGranted);
  return ended;
}

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
export async function requireTransfer(
  runner: Runner,
  key: Parameters<typeof findTransfer>[1],
): Promise<TransferRow> {
  const row = await findTransfer(runner, key);
  if (!row)
    throw new Failure('STOCK_TRANSFER_NOT_FOUND', `There is no stock transfer ${key.id.slice(0, 64)}.`);
  return row;
}
