import {
  formatOptionalTime,
  formatTime,
  toMajor,
  type CashReport,
  type Currency,
} from '@cottontree/contract';
import type { CountedTender } from './read-counted.ts';
import type { CashSessionRow } from './cash-sessions.queries.ts';
import type { DocumentSum, SessionSums } from './session-sums.queries.ts';

/** What only closing knows. */
export type Closing = {
  readonly id: string;
  readonly closedAt: Date;
  readonly closedBy: string | null;
  readonly note: string | null;
  readonly unsyncedCount: number;
  readonly counted: readonly CountedTender[];
};

/** A report without its hash, and the sums over all reports that it ends. */
export type ComposedReport = {
  readonly report: Omit<CashReport, 'hash'>;
  readonly number: number;
  readonly perpetualSales: bigint;
  readonly perpetualRefunds: bigint;
};

const FIRST_HASH = '0'.repeat(64);
/** What a rate has more decimals than a percentage in units. */
const RATE_UNITS = 10_000;

/** The figures of a session as they stand, or with what closing adds. */
export function composeReport(
  session: CashSessionRow,
  sums: SessionSums,
  closing: Closing | null,
): ComposedReport {
  const currency = session.currency as Currency;
  const money = (minor: bigint): number => toMajor(minor, currency);
  const [sold, refunded, voided] = documentsOf(sums.documents);
  const lateDocuments = documentsOf(sums.late_documents);
  const perpetualSales = BigInt(sums.last?.sales ?? 0) + BigInt(sold.total) + BigInt(lateDocuments[0].total);
  const perpetualRefunds =
    BigInt(sums.last?.refunds ?? 0) +
    BigInt(refunded.total) +
    BigInt(voided.total) +
    BigInt(lateDocuments[1].total) +
    BigInt(lateDocuments[2].total);
  const number = (sums.last?.number ?? 0) + 1;
  const counted = ({ count, total, cash_rounding }: DocumentSum) => ({
    count,
    total: money(BigInt(total)),
    cash_rounding: money(BigInt(cash_rounding)),
  });
  return {
    number,
    perpetualSales,
    perpetualRefunds,
    report: {
      kind: closing ? 'Z' : 'X',
      id: closing?.id ?? null,
      number: closing ? number : null,
      cash_session_id: session.id,
      location_id: session.location_id,
      terminal_id: session.terminal_id,
      currency: session.currency,
      test: !session.livemode,
      opened_at: formatTime(session.opened_at),
      opened_by: session.opened_by,
      closed_at: formatOptionalTime(closing?.closedAt ?? null),
      closed_by: closing?.closedBy ?? null,
      note: closing?.note ?? null,
      unsynced_count: closing?.unsyncedCount ?? null,
      tenders: tendersOf(sums, closing?.counted ?? [], money),
      movements: {
        pay_in: moved(sums, 'pay_in', money),
        pay_out: moved(sums, 'pay_out', money),
        drop: moved(sums, 'drop', money),
        no_sale: moved(sums, 'no_sale', money),
      },
      sales: {
        ...counted(sold),
        discounts: money(BigInt(sold.discounts)),
        service_charges: money(BigInt(sold.service_charges)),
        tips: money(BigInt(sold.tips)),
        first_number: sold.first_number,
        last_number: sold.last_number,
      },
      refunds: counted(refunded),
      voids: counted(voided),
      taxes: sums.taxes.map(({ name, rate, base, amount }) => ({
        name,
        rate: Number(rate) / RATE_UNITS,
        base: money(BigInt(base)),
        amount: money(BigInt(amount)),
      })),
      late: {
        sales: counted(lateDocuments[0]),
        refunds: counted(lateDocuments[1]),
        voids: counted(lateDocuments[2]),
        tenders: sums.late_tenders.map(({ tender, amount }) => ({ tender, amount: money(BigInt(amount)) })),
      },
      perpetual: {
        sales: money(perpetualSales),
        refunds: money(perpetualRefunds),
        net: money(perpetualSales - perpetualRefunds),
      },
      previous_hash: closing ? (sums.last?.hash ?? FIRST_HASH) : null,
    },
  };
}

type Money = (minor: bigint) => number;

const NONE: DocumentSum = Object.freeze({
  kind: 'none',
  count: 0,
  total: '0',
  discounts: '0',
  service_charges: '0',
  tips: '0',
  cash_rounding: '0',
  first_number: null,
  last_number: null,
});

function documentsOf(
  documents: readonly DocumentSum[],
): readonly [sales: DocumentSum, refunds: DocumentSum, voids: DocumentSum] {
  const of = (kind: string): DocumentSum => documents.find((one) => one.kind === kind) ?? NONE;
  return [of('sale'), of('refund'), of('void')];
}

/** Cash comes first, and is there in any case: the drawer is what is counted. */
function tendersOf(
  { tenders }: SessionSums,
  counted: readonly CountedTender[],
  money: Money,
): CashReport['tenders'] {
  const names = [
    ...new Set(['cash', ...tenders.map(({ tender }) => tender), ...counted.map(({ tender }) => tender)]),
  ];
  const rest = names.slice(1).toSorted();
  return ['cash', ...rest].map((tender) => {
    const of = (kind: string): bigint =>
      BigInt(tenders.find((one) => one.tender === tender && one.kind === kind)?.amount ?? 0);
    const expected = tenders
      .filter((one) => one.tender === tender)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const count = counted.find((one) => one.tender === tender);
    return {
      tender,
      opening: money(of('opening')),
      sales: money(of('sale')),
      refunds: money(-of('refund')),
      voids: money(-of('void')),
      pay_in: money(of('pay_in')),
      pay_out: money(-of('pay_out')),
      drop: money(-of('drop')),
      expected: money(expected),
      counted: count ? money(count.amount) : null,
      difference: count ? money(count.amount - expected) : null,
      denominations:
        count?.denominations.map(({ value, count: pieces }) => ({ value: money(value), count: pieces })) ??
        [],
    };
  });
}

function moved({ tenders }: SessionSums, kind: string, money: Money): { count: number; amount: number } {
  const found = tenders.filter((one) => one.kind === kind);
  const sum = found.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return {
    count: found.reduce((total, { count }) => total + count, 0),
    amount: money(sum < 0n ? -sum : sum),
  };
}
