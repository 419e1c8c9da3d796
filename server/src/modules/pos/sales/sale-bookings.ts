import { idRandomBytes, makeId } from '@cottontree/contract';
import type { World } from '../../../kernel/running/world.ts';
import type { Posting } from '../../ledger/index.ts';
import type { CashEntry, TenderEntry } from '../cash/cash-entries.queries.ts';
import type { StockMove } from '../inventory/stock-move.ts';
import type { SaleRow } from './sales.queries.ts';
import { amountOf, goodsOf, linesOf, taxLinesOf, type KeptPayment, type LineGoods } from './sale-parts.ts';

/**
 * Each payment has credited `sales` with all that it brought. A completed sale moves from there what was not earned by
 * selling: tax that is owed, tips, and what the rounding of cash brought; a void moves it back.
 */
export function salePostings(row: SaleRow, kind: 'sale.completed' | 'sale.voided'): readonly Posting[] {
  const sign = kind === 'sale.completed' ? 1n : -1n;
  const parts = [
    ['tax_payable', row.tax],
    ['tips', row.tip],
    ['cash_rounding', row.cash_rounding],
  ] as const;
  const moved = parts.filter(([, amount]) => amount !== 0n);
  if (moved.length === 0) return [];
  const sum = moved.reduce((total, [, amount]) => total + amount, 0n);
  const sales = sum === 0n ? [] : [{ account: 'sales', amount: sum * sign }];
  return [
    {
      id: `ltx_${row.id}_${kind.slice('sale.'.length)}`,
      kind,
      subject: row.id,
      currency: row.currency,
      at: row.updated_at,
      entries: [...sales, ...moved.map(([account, amount]) => ({ account, amount: -amount * sign }))],
    },
  ];
}

type Entering = {
  readonly world: Pick<World, 'now' | 'randomBytes'>;
  readonly at: Date;
  /** It has happened, whether or not the drawer is open still. */
  readonly force: boolean;
};

/** What tenders bring into the drawers that took them, or what goes back out of them. */
export function tenderEntries(
  row: SaleRow,
  payments: readonly KeptPayment[],
  { kind, entering }: { readonly kind: 'sale' | 'void'; readonly entering: Entering },
): readonly CashEntry[] {
  const { world, at, force } = entering;
  return payments.flatMap((payment): readonly TenderEntry[] => {
    const sessionId = kind === 'void' ? row.cash_session_id : payment.cash_session_id;
    if (sessionId === null) return [];
    const amount = amountOf(payment);
    const id = makeId('cmv_', world.now().getTime(), world.randomBytes(idRandomBytes));
    return [
      {
        session_id: sessionId,
        id,
        kind,
        tender: payment.channel,
        amount_minor: kind === 'sale' ? amount : -amount,
        sale_id: row.id,
        staff_id: row.staff_id,
        force,
        occurred_at: at,
      },
    ];
  });
}

/** The sale itself, as a Z report counts it; its number is filled in where it is only just given. */
export function documentEntries(
  row: SaleRow,
  { kind, entering }: { readonly kind: 'sale' | 'void'; readonly entering: Entering },
): readonly CashEntry[] {
  if (row.cash_session_id === null) return [];
  const taxes = taxLinesOf(row).map(({ name, rate, base, amount }) => ({
    name,
    rate: BigInt(rate),
    base_minor: BigInt(base),
    amount_minor: BigInt(amount),
  }));
  return [
    {
      session_id: row.cash_session_id,
      document_id: row.id,
      kind,
      number: row.number_text,
      total_minor: row.total,
      discount_minor: row.discount,
      service_charge_minor: row.service_charge,
      tip_minor: row.tip,
      cash_rounding_minor: row.cash_rounding,
      taxes,
      force: entering.force,
      occurred_at: entering.at,
    },
  ];
}

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
