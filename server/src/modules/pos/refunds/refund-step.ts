import { idRandomBytes, makeId } from '@cottontree/contract';
import type { World } from '../../../kernel/running/world.ts';
import type { Posting } from '../../ledger/index.ts';
import type { CashEntry } from '../cash/cash-entries.queries.ts';
import { saleFact } from '../sales/advance-sale.ts';
import type { SalePlace } from '../sales/present-sale.ts';
import { goodsOf, linesOf, type LineGoods } from '../sales/sale-parts.ts';
import { plainStep, type SaleStep } from '../sales/sale-step.ts';
import { nextVersion } from '../sales/sale-versions.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import type { StockActor, StockMove } from '../inventory/stock-move.ts';
import { isCash } from './choose-parts.ts';
import { partsOf, refundedLinesOf, refundedTaxesOf, type KeptPart } from './refund-parts.ts';
import type { SaleRefundRow } from './refunds.queries.ts';

type RefundStepBasis = {
  readonly sale: SaleRow;
  /** All of the sale but this one. */ readonly others: readonly SaleRefundRow[];
  readonly module: SalePlace & { readonly world: Pick<World, 'now' | 'randomBytes'> };
  readonly actor: StockActor | null;
  /** It happened without network: a closed drawer takes it as late. */ readonly isPast?: boolean;
};

/** The sale as a new refund makes it, with the stock that comes back and, as far as the money has gone, what that is booked as. */
export function beginStep(
  row: SaleRefundRow,
  { sale, others, module, actor, isPast = false }: RefundStepBasis,
): SaleStep {
  const isOver = row.status === 'succeeded';
  const at = row.updated_at;
  const draft: SaleRow = {
    ...sale,
    lines: withQuantities(sale, row, 1n),
    amount_refunded: sale.amount_refunded + row.amount,
  };
  const after = nextVersion(sale, isOver ? withStatus(draft, [...others, row], at) : draft, {
    at,
    world: module.world,
    told: isOver ? 1 : 0,
  });
  const entering = { world: module.world, at, force: isPast };
  const gone = partsOf(row).filter(({ status }) => status === 'succeeded');
  return {
    ...plainStep(sale, after),
    drawer: row.cash_session_id,
    isDrawerAnywhere: true,
    isPast,
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
    facts: isOver ? [saleFact('pos.sale.refunded', after, module)] : [],
  };
}

/**
 * The sale after all of a refund's money has gone, or cannot: what cannot is free to be refunded again. Where nothing went,
 * the goods count as not returned, and leave the shelf for the counter.
 */
export function endStep(
  before: SaleRefundRow,
  row: SaleRefundRow,
  { sale, others, module, actor }: RefundStepBasis,
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
    world: module.world,
    told: hasFailed ? 0 : 1,
  });
  const entering = { world: module.world, at, force: true };
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
    facts: hasFailed ? [] : [saleFact('pos.sale.refunded', after, module)],
  };
}

/** By the money that has gone: what is still on its way counts once it is there. */
function withStatus(draft: SaleRow, refunds: readonly SaleRefundRow[], at: Date): SaleRow {
  const gone = refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0n);
  const isWhole =
    gone === draft.amount_paid &&
    (gone > 0n || linesOf(draft).every(({ quantity, refunded }) => quantity === refunded));
  return { ...draft, status: isWhole ? 'refunded' : 'partially_refunded', ended_at: isWhole ? at : null };
}

function withQuantities(sale: SaleRow, row: SaleRefundRow, sign: 1n | -1n): SaleRow['lines'] {
  const back = new Map(refundedLinesOf(row).map(({ line, quantity }) => [line, BigInt(quantity) * sign]));
  return linesOf(sale).map((line) => ({
    ...line,
    refunded: String(BigInt(line.refunded) + (back.get(line.line) ?? 0n)),
  }));
}

type Moved = Omit<StockMove, 'locationId' | 'variantId' | 'occurredAt' | 'unitCostMinor'>;

function restocked(
  sale: SaleRow,
  row: SaleRefundRow,
  moveOf: (goods: LineGoods) => Moved,
): readonly StockMove[] {
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

type Entering = {
  readonly world: Pick<World, 'now' | 'randomBytes'>;
  readonly at: Date;
  /** It has happened, whether or not the drawer is open still. */
  readonly force: boolean;
};

/** What goes out of a drawer with these parts, by the tender it goes in. */
function refundTenders(
  row: SaleRefundRow,
  parts: readonly KeptPart[],
  { world, at, force }: Entering,
): readonly CashEntry[] {
  const sessionId = row.cash_session_id;
  if (sessionId === null) return [];
  return parts.map((part) => ({
    session_id: sessionId,
    id: makeId('cmv_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    kind: 'refund',
    tender: isCash(part) ? 'cash' : part.channel,
    amount_minor: -BigInt(part.amount),
    sale_id: row.sale_id,
    refund_id: row.id,
    staff_id: row.staff_id,
    force,
    occurred_at: at,
  }));
}

/** The refund itself, as a Z report counts it. */
function refundDocument(
  row: SaleRefundRow,
  { number, at, force }: { readonly number: string | null; readonly at: Date; readonly force: boolean },
): readonly CashEntry[] {
  if (row.cash_session_id === null) return [];
  const total = row.amount - row.cash_rounding;
  return [
    {
      session_id: row.cash_session_id,
      document_id: row.id,
      kind: 'refund',
      number,
      total_minor: total > 0n ? total : 0n,
      discount_minor: row.discount,
      service_charge_minor: row.service_charge,
      tip_minor: row.tip,
      cash_rounding_minor: row.cash_rounding,
      taxes: refundedTaxesOf(row).map(({ name, rate, base, amount }) => ({
        name,
        rate: BigInt(rate),
        base_minor: BigInt(base),
        amount_minor: BigInt(amount),
      })),
      force,
      occurred_at: at,
    },
  ];
}

/**
 * Each refund of a payment has debited `refunds` with all that went back. What of that was not earned by selling comes
 * back from where the sale put it: tax that is no longer owed, tips, and what the rounding of cash brought.
 */
function saleRefundPostings(row: SaleRefundRow): readonly Posting[] {
  const parts = (
    [
      ['tax_payable', row.tax],
      ['tips', row.tip],
      ['cash_rounding', row.cash_rounding],
    ] as const
  ).filter(([, amount]) => amount !== 0n);
  if (parts.length === 0) return [];
  const sum = parts.reduce((total, [, amount]) => total + amount, 0n);
  const refunds = sum === 0n ? [] : [{ account: 'refunds', amount: -sum }];
  return [
    {
      id: `ltx_${row.id}_succeeded`,
      kind: 'sale.refunded',
      subject: row.sale_id,
      currency: row.currency,
      at: row.updated_at,
      entries: [...refunds, ...parts.map(([account, amount]) => ({ account, amount }))],
    },
  ];
}
