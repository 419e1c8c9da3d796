import type { StockMove } from './stock-move.ts';
import type { TransferLine, TransferRow } from './transfers.queries.ts';

type Transfer = Pick<TransferRow, 'id' | 'from_location_id' | 'to_location_id' | 'lines' | 'note'>;

/** Leaves where it was. */
export function sendingMoves(transfer: Transfer, at: Date): readonly StockMove[] {
  return transfer.lines.map((line) => ({
    locationId: transfer.from_location_id,
    deltaMilli: -BigInt(line.quantity),
    reason: 'transfer_out',
    ...common(transfer, { line, at }),
  }));
}

/** Arrives as it was sent; what is missing is a loss where it arrived. */
export function receivingMoves(transfer: Transfer, at: Date): readonly StockMove[] {
  return transfer.lines.flatMap((line): readonly StockMove[] => {
    const sent = BigInt(line.quantity);
    const lost = sent - BigInt(line.received ?? line.quantity);
    const arrived: StockMove = {
      locationId: transfer.to_location_id,
      deltaMilli: sent,
      reason: 'transfer_in',
      ...common(transfer, { line, at }),
    };
    return lost === 0n
      ? [arrived]
      : [
          arrived,
          {
            locationId: transfer.to_location_id,
            deltaMilli: -lost,
            reason: 'loss',
            ...common(transfer, { line, at }),
          },
        ];
  });
}

/** Is back where it was. */
export function returningMoves(transfer: Transfer, at: Date): readonly StockMove[] {
  return transfer.lines.map((line) => ({
    locationId: transfer.from_location_id,
    deltaMilli: BigInt(line.quantity),
    reason: 'transfer_in',
    ...common(transfer, { line, at }),
  }));
}

function common(
  { id, note }: Transfer,
  { line, at }: { readonly line: TransferLine; readonly at: Date },
): Pick<StockMove, 'variantId' | 'ref' | 'note' | 'occurredAt'> {
  return {
    variantId: line.variant_id,
    ref: { type: 'transfer', id, line: String(line.line) },
    note,
    occurredAt: at,
  };
}
