import type { World } from '../../core/world.ts';
import { saleFact } from '../sales/advance-sale.ts';
import type { SalePlace } from '../sales/present-sale.ts';
import { goodsOf, linesOf, type LineGoods } from '../sales/sale-parts.ts';
import { plainStep, type SaleStep } from '../sales/sale-step.ts';
import { nextVersion } from '../sales/sale-versions.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import type { StockActor, StockMove } from '../stock/stock-move.ts';
import { refundDocument, refundTenders } from './refund-entries.ts';
import { partsOf, refundedLinesOf } from './refund-parts.ts';
import { saleRefundPostings } from './refund-postings.ts';
import type { RefundRow } from './refunds.queries.ts';

export type RefundStepGround = {
  readonly sale: SaleRow;
  /** All of the sale but this one. */ readonly others: readonly RefundRow[];
  readonly room: SalePlace & { readonly world: Pick<World, 'now' | 'randomBytes'> };
  readonly actor: StockActor | null;
};

/** The sale as a new refund makes it, with the stock that comes back and, as far as the money has gone, what that is booked as. */
export function beginStep(row: RefundRow, { sale, others, room, actor }: RefundStepGround): SaleStep {
  const isOver = row.status === 'succeeded';
  const at = row.updated_at;
  const draft: SaleRow = {
    ...sale,
    lines: withQuantities(sale, row, 1n),
    amount_refunded: sale.amount_refunded + row.amount,
  };
  const after = nextVersion(sale, isOver ? withStatus(draft, [...others, row], at) : draft, {
    at,
    world: room.world,
    told: isOver ? 1 : 0,
  });
  const entering = { world: room.world, at, force: false };
  const gone = partsOf(row).filter(({ status }) => status === 'succeeded');
  return {
    ...plainStep(sale, after),
    drawer: row.cash_session_id,
    actor,
    moves: restocked(sale, row, ({ line, quantityMilli }) => ({
      deltaMilli: quantityMilli,
      reason: 'refund_restock',
      ref: { type: 'sale_refund', id: row.id, line },
    })),
    entries: [
      ...refundTenders(row, gone, entering),
      ...(isOver ? refundDocument(row, { number: sale.number_text, ...entering }) : []),
    ],
    postings: isOver ? saleRefundPostings(row) : [],
    facts: isOver ? [saleFact('pos.sale.refunded', after, room)] : [],
  };
}

/**
 * The sale after all of a refund's money has gone, or cannot: what cannot is free to be refunded again. Where nothing went,
 * the goods count as not returned, and leave the shelf for the counter.
 */
export function endStep(
  before: RefundRow,
  row: RefundRow,
  { sale, others, room, actor }: RefundStepGround,
): SaleStep {
  const hasFailed = row.status === 'failed';
  const at = row.updated_at;
  const draft: SaleRow = {
    ...sale,
    lines: hasFailed ? withQuantities(sale, row, -1n) : sale.lines,
    amount_refunded: sale.amount_refunded - row.amount_failed,
  };
  const after = nextVersion(sale, hasFailed ? draft : withStatus(draft, [...others, row], at), {
    at,
    world: room.world,
    told: hasFailed ? 0 : 1,
  });
  const entering = { world: room.world, at, force: true };
  const known = new Set(
    partsOf(before)
      .filter(({ status }) => status === 'succeeded')
      .map(({ id }) => id),
  );
  const gone = partsOf(row).filter(({ id, status }) => status === 'succeeded' && !known.has(id));
  return {
    ...plainStep(sale, after),
    actor,
    moves: hasFailed
      ? restocked(sale, row, ({ line, quantityMilli }) => ({
          deltaMilli: -quantityMilli,
          reason: 'void',
          force: true,
          ref: { type: 'sale_refund', id: row.id, line },
        }))
      : [],
    entries: hasFailed
      ? []
      : [
          ...refundTenders(row, gone, entering),
          ...refundDocument(row, { number: sale.number_text, ...entering }),
        ],
    postings: hasFailed ? [] : saleRefundPostings(row),
    facts: hasFailed ? [] : [saleFact('pos.sale.refunded', after, room)],
  };
}

/** By the money that has gone: what is still on its way counts once it is there. */
function withStatus(draft: SaleRow, refunds: readonly RefundRow[], at: Date): SaleRow {
  const gone = refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0n);
  const isWhole =
    gone === draft.amount_paid &&
    (gone > 0n || linesOf(draft).every(({ quantity, refunded }) => quantity === refunded));
  return { ...draft, status: isWhole ? 'refunded' : 'partially_refunded', ended_at: isWhole ? at : null };
}

function withQuantities(sale: SaleRow, row: RefundRow, sign: 1n | -1n): SaleRow['lines'] {
  const back = new Map(refundedLinesOf(row).map(({ line, quantity }) => [line, BigInt(quantity) * sign]));
  return linesOf(sale).map((line) => ({
    ...line,
    refunded: String(BigInt(line.refunded) + (back.get(line.line) ?? 0n)),
  }));
}

type Moved = Omit<StockMove, 'locationId' | 'variantId' | 'occurredAt' | 'unitCostMinor'>;

function restocked(sale: SaleRow, row: RefundRow, moveOf: (goods: LineGoods) => Moved): readonly StockMove[] {
  return refundedLinesOf(row).flatMap(({ line, quantity, restock }) => {
    const sold = restock ? linesOf(sale).find((one) => one.line === line) : undefined;
    if (!sold) return [];
    return goodsOf(sold, BigInt(quantity)).map((goods) => ({
      locationId: sale.location_id,
      variantId: goods.variantId,
      unitCostMinor: goods.unitCostMinor,
      occurredAt: row.occurred_at,
      ...moveOf(goods),
    }));
  });
}
