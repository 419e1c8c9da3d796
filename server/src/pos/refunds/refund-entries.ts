import { idRandomBytes, makeId } from '@cottontree/contract';
import type { World } from '../../core/world.ts';
import type { CashEntry } from '../cash/cash-entries.queries.ts';
import { isCash } from './choose-parts.ts';
import { refundedTaxesOf, type KeptPart } from './refund-parts.ts';
import type { RefundRow } from './refunds.queries.ts';

export type Entering = {
  readonly world: Pick<World, 'now' | 'randomBytes'>;
  readonly at: Date;
  /** It has happened, whether or not the drawer is open still. */
  readonly force: boolean;
};

/** What goes out of a drawer with these parts, by the tender it goes in. */
export function refundTenders(
  row: RefundRow,
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
export function refundDocument(
  row: RefundRow,
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
