import { idRandomBytes, makeId } from '@cottontree/contract';
import type { StockActor } from '../stock/stock-move.ts';
import type { Pos } from '../open-pos.ts';
import { saleFact } from './advance-sale.ts';
import { documentEntries, tenderEntries } from './drawer-entries.ts';
import { stockMovesOf } from './move-sale-stock.ts';
import { amountOf, paymentsOf, type KeptPayment } from './sale-parts.ts';
import { salePostings } from './sale-postings.ts';
import { nextVersion } from './sale-versions.ts';
import { plainStep, type SaleClaim, type SaleStep } from './sale-step.ts';
import type { SaleRow } from './sales.queries.ts';

export type TakingBack = {
  readonly to: 'voided' | 'cancelled';
  readonly room: Pick<Pos, 'world' | 'settings' | 'payments'>;
  readonly at: Date;
  readonly actor: StockActor | null;
  readonly reason: string | null;
  readonly claimOf: ((after: SaleRow) => SaleClaim | null) | null;
};

/** Ends a sale as if it had not been: stock comes back, the drawer gives back what it took, and the money goes back in the same transaction. */
export function takeBack(before: SaleRow, { to, room, at, actor, reason, claimOf }: TakingBack): SaleStep {
  const kept = paymentsOf(before).filter(({ verdict }) => verdict === 'kept');
  const isVoid = to === 'voided';
  const after: SaleRow = {
    ...nextVersion(before, before, { at, world: room.world, told: isVoid ? 1 : 0 }),
    status: to,
    void_reason: reason,
    amount_refunded: before.amount_paid,
    stock_state: 'none',
    expires_at: null,
    ended_at: at,
  };
  const entering = { world: room.world, at, force: false };
  return {
    ...plainStep(before, after),
    drawer: isVoid || kept.length > 0 ? before.cash_session_id : null,
    claim: claimOf?.(after) ?? null,
    moves: stockMovesOf(before, after, at),
    actor,
    entries: [
      ...tenderEntries(before, kept, { kind: 'void', entering }),
      ...(isVoid ? documentEntries(before, { kind: 'void', entering }) : []),
    ],
    postings: isVoid ? salePostings(after, 'sale.voided') : [],
    facts: isVoid ? [saleFact('pos.sale.voided', after, room)] : [],
    alongside: giveMoneyBack(after, kept, { room, at, reason }),
  };
}

function giveMoneyBack(
  row: SaleRow,
  kept: readonly KeptPayment[],
  { room, at, reason }: Pick<TakingBack, 'room' | 'at' | 'reason'>,
): SaleStep['alongside'] {
  const refunds = kept.flatMap((payment) => {
    const amountMinor = amountOf(payment);
    if (amountMinor === 0n) return [];
    return [
      {
        id: makeId('re_', room.world.now().getTime(), room.world.randomBytes(idRandomBytes)),
        paymentId: payment.id,
        amountMinor,
        inCash: payment.channel === 'cash',
        cashSessionId: row.cash_session_id,
        reason,
        at,
      },
    ];
  });
  if (refunds.length === 0) return null;
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  return async (tx) => void (await room.payments.beginRefunds(tx, tenant, refunds));
}
