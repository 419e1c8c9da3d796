import {
  exactTexts,
  formatOptionalTime,
  formatTime,
  toMajor,
  type CashReport,
  type Currency,
} from '@cottontree/contract';
import { showMode } from '../../../kernel/call/tenant.ts';
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
  const { money, exact } = openTelling(session.currency);
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
  const figures = {
    tenders: tendersOf(sums, closing?.counted ?? [], money),
    movements: {
      pay_in: moved(sums, 'pay_in', money),
      pay_out: moved(sums, 'pay_out', money),
      drop: moved(sums, 'drop', money),
      no_sale: moved(sums, 'no_sale', money),
    },
    sales: {
      ...counted('sales', sold, money),
      discounts: money('sales.discounts', BigInt(sold.discounts)),
      service_charges: money('sales.service_charges', BigInt(sold.service_charges)),
      tips: money('sales.tips', BigInt(sold.tips)),
      first_number: sold.first_number,
      last_number: sold.last_number,
      receipts: sums.receipts.map(({ count, first, last }) => ({ count, first, last })),
    },
    refunds: counted('refunds', refunded, money),
    voids: counted('voids', voided, money),
    taxes: sums.taxes.map(({ name, rate, base, amount }, at) => ({
      name,
      rate: Number(rate) / RATE_UNITS,
      base: money(`taxes[${at}].base`, BigInt(base)),
      amount: money(`taxes[${at}].amount`, BigInt(amount)),
    })),
    late: lateOf(sums, lateDocuments, money),
    perpetual: {
      sales: money('perpetual.sales', perpetualSales),
      refunds: money('perpetual.refunds', perpetualRefunds),
      net: money('perpetual.net', perpetualSales - perpetualRefunds),
    },
  };
  const texts = exact();
  return {
    number,
    perpetualSales,
    perpetualRefunds,
    report: {
      ...headOf(session, closing, number),
      ...figures,
      ...(texts ? { exact: texts } : {}),
      previous_hash: closing ? (sums.last?.hash ?? FIRST_HASH) : null,
    },
  };
}

function counted(
  path: string,
  { count, total, cash_rounding }: DocumentSum,
  money: Money,
): CashReport['refunds'] {
  return {
    count,
    total: money(`${path}.total`, BigInt(total)),
    cash_rounding: money(`${path}.cash_rounding`, BigInt(cash_rounding)),
  };
}

/** What came in after its session was closed. */
function lateOf(
  { late_tenders: tenders }: SessionSums,
  [sold, refunded, voided]: ReturnType<typeof documentsOf>,
  money: Money,
): CashReport['late'] {
  return {
    sales: counted('late.sales', sold, money),
    refunds: counted('late.refunds', refunded, money),
    voids: counted('late.voids', voided, money),
    tenders: tenders.map(({ tender, amount }, at) => ({
      tender,
      amount: money(`late.tenders[${at}].amount`, BigInt(amount)),
    })),
  };
}

type Head =
  | 'kind'
  | 'id'
  | 'number'
  | 'cash_session_id'
  | 'location_id'
  | 'terminal_id'
  | 'currency'
  | 'livemode'
  | 'test'
  | 'opened_at'
  | 'opened_by'
  | 'closed_at'
  | 'closed_by'
  | 'note'
  | 'unsynced_count';

/** Which session it is of, and who closed that. */
function headOf(session: CashSessionRow, closing: Closing | null, number: number): Pick<CashReport, Head> {
  return {
    kind: closing ? 'Z' : 'X',
    id: closing?.id ?? null,
    number: closing ? number : null,
    cash_session_id: session.id,
    location_id: session.location_id,
    terminal_id: session.terminal_id,
    currency: session.currency,
    ...showMode(session.livemode),
    opened_at: formatTime(session.opened_at),
    opened_by: session.opened_by,
    closed_at: formatOptionalTime(closing?.closedAt ?? null),
    closed_by: closing?.closedBy ?? null,
    note: closing?.note ?? null,
    unsynced_count: closing?.unsyncedCount ?? null,
  };
}

/** Tells an amount as a number, and keeps it by its path for what numbers cannot tell. */
type Money = (path: string, minor: bigint) => number;

function openTelling(currency: Currency): {
  readonly money: Money;
  readonly exact: () => ReturnType<typeof exactTexts>;
} {
  const told = new Map<string, bigint>();
  return {
    money(path, minor) {
      told.set(path, minor);
      return toMajor(minor, currency);
    },
    exact: () => exactTexts(Object.fromEntries(told), currency),
  };
}

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
  return ['cash', ...rest].map((tender, at) => {
    const of = (kind: string): bigint =>
      BigInt(tenders.find((one) => one.tender === tender && one.kind === kind)?.amount ?? 0);
    const expected = tenders
      .filter((one) => one.tender === tender)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const count = counted.find((one) => one.tender === tender);
    const tell = (name: string, minor: bigint): number => money(`tenders[${at}].${name}`, minor);
    return {
      tender,
      opening: tell('opening', of('opening')),
      sales: tell('sales', of('sale')),
      refunds: tell('refunds', -of('refund')),
      voids: tell('voids', -of('void')),
      pay_in: tell('pay_in', of('pay_in')),
      pay_out: tell('pay_out', -of('pay_out')),
      drop: tell('drop', -of('drop')),
      expected: tell('expected', expected),
      counted: count ? tell('counted', count.amount) : null,
      difference: count ? tell('difference', count.amount - expected) : null,
      denominations:
        count?.denominations.map(({ value, count: pieces }, piece) => ({
          value: tell(`denominations[${piece}].value`, value),
          count: pieces,
        })) ?? [],
    };
  });
}

function moved({ tenders }: SessionSums, kind: string, money: Money): { count: number; amount: number } {
  const found = tenders.filter((one) => one.kind === kind);
  const sum = found.reduce((total, { amount }) => total + BigInt(amount), 0n);
  return {
    count: found.reduce((total, { count }) => total + count, 0),
    amount: money(`movements.${kind}.amount`, sum < 0n ? -sum : sum),
  };
}
