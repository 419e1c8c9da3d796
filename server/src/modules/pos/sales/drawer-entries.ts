import { idRandomBytes, makeId } from '@cottontree/contract';
import type { World } from '../../../kernel/running/world.ts';
import type { CashEntry, TenderEntry } from '../cash/cash-entries.queries.ts';
import { amountOf, taxLinesOf, type KeptPayment } from './sale-parts.ts';
import type { SaleRow } from './sales.queries.ts';

export type Entering = {
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
