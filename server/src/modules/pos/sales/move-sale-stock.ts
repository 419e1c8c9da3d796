import type { StockMove } from '../inventory/stock-move.ts';
import { goodsOf, linesOf, type LineGoods } from './sale-parts.ts';
import type { SaleRow } from './sales.queries.ts';

/** The stock that a change of a sale moves. What is kept is kept anew in each round, so that every movement has its own name. */
export function stockMovesOf(before: SaleRow | null, after: SaleRow, at: Date): readonly StockMove[] {
  const from = before?.stock_state ?? 'none';
  const to = after.stock_state;
  if (to === 'taken') {
    if (from === 'taken') return [];
    const reason = after.offline ? 'sale_offline' : 'sale';
    return moving(
      after,
      ({ line, quantityMilli }) => ({
        deltaMilli: -quantityMilli,
        reservedDeltaMilli: from === 'reserved' ? -quantityMilli : 0n,
        reason,
        force: after.offline,
        ref: { type: 'sale', id: after.id, line },
      }),
      at,
    );
  }
  if (from === 'taken')
    return moving(
      after,
      ({ line, quantityMilli }) => ({
        deltaMilli: quantityMilli,
        reason: 'void',
        force: true,
        ref: { type: 'sale', id: after.id, line },
      }),
      at,
    );
  const isAnew =
    from === 'reserved' && to === 'reserved' && before !== null && before.stock_round !== after.stock_round;
  return [
    ...(before !== null && from === 'reserved' && (to === 'none' || isAnew) ? keeping(before, -1n, at) : []),
    ...(to === 'reserved' && (from === 'none' || isAnew) ? keeping(after, 1n, at) : []),
  ];
}

function keeping(row: SaleRow, sign: 1n | -1n, at: Date): readonly StockMove[] {
  return moving(
    row,
    ({ line, quantityMilli }) => ({
      reservedDeltaMilli: quantityMilli * sign,
      reason: sign > 0n ? 'reservation' : 'reservation_release',
      ref: { type: 'sale', id: row.id, line: `${row.stock_round}.${line}` },
    }),
    at,
  );
}

type Moved = Omit<StockMove, 'locationId' | 'variantId' | 'occurredAt' | 'unitCostMinor'>;

function moving(row: SaleRow, moveOf: (goods: LineGoods) => Moved, at: Date): readonly StockMove[] {
  return linesOf(row).flatMap((line) =>
    goodsOf(line).map((goods) => ({
      locationId: row.location_id,
      variantId: goods.variantId,
      unitCostMinor: goods.unitCostMinor,
      occurredAt: at,
      ...moveOf(goods),
    })),
  );
}
