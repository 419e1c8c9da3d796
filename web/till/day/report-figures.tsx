import type { CashReport } from '@cottontree/contract';
import type { VNode } from 'preact';
import { amountText } from '../../kit/format/money.ts';
import { spanText, wordsOf } from '../../kit/format/words.ts';
import { Money } from '../../kit/parts/money.tsx';
import { t } from '../texts.ts';

/** The figures of a drawer: sales, each way of paying, and what went in and out. */
export function ReportFigures({ report }: { readonly report: CashReport }): VNode {
  return <Figures groups={figuresOf(report)} currency={report.currency} />;
}

type FiguresProps = { readonly groups: readonly FigureGroup[]; readonly currency: CashReport['currency'] };

export function Figures({ groups, currency }: FiguresProps): VNode {
  return (
    <div class="report">
      {groups.map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="sums">
            {rows.map(([name, amount], at) => [
              <dt key={at}>{name}</dt>,
              <dd>{typeof amount === 'string' ? amount : <Money amount={amount} currency={currency} />}</dd>,
            ])}
          </dl>
        </section>
      ))}
    </div>
  );
}

export type FigureRow = readonly [name: string, amount: number | string];
export type FigureGroup = { readonly title: string; readonly rows: readonly FigureRow[] };

/** A group as it is printed. */
export function groupLines({ title, rows }: FigureGroup, currency: CashReport['currency']) {
  return [
    { left: title, right: '', strong: true },
    ...rows.map(([left, amount]) => ({
      left,
      right: typeof amount === 'string' ? amount : amountText(amount, currency),
    })),
  ];
}

/** What a report says, for the screen and for paper. */
export function figuresOf(report: CashReport): readonly FigureGroup[] {
  const { sales, refunds, voids, taxes, perpetual } = report;
  const counted = (name: string, count: number, total: number): readonly FigureRow[] =>
    count === 0 ? [] : [[`${name}: ${count}`, total]];
  return [
    {
      title: t.sales,
      rows: [
        [t.salesCount(sales.count), sales.total],
        ...counted(t.refunds, refunds.count, -refunds.total),
        ...counted(t.voids, voids.count, -voids.total),
        ...(sales.discounts === 0 ? [] : ([[t.discount, sales.discounts]] as const)),
        ...(sales.tips === 0 ? [] : ([[t.tip, sales.tips]] as const)),
        ...receiptRows(sales),
      ],
    },
    ...report.tenders.map((tender) => ({
      title: tenderName(tender.tender),
      rows: tenderRows(tender),
    })),
    ...(taxes.length === 0
      ? []
      : [
          {
            title: t.taxes,
            rows: taxes.map(({ name, rate, amount }): FigureRow => [`${name} ${rate} %`, amount]),
          },
        ]),
    { title: t.sinceTheFirst, rows: [[t.allSales, perpetual.net]] },
  ];
}

/** As they stand on the paper that is compared with them; reports from before it was kept know the numbers of sales alone. */
function receiptRows({ receipts, first_number, last_number }: CashReport['sales']): readonly FigureRow[] {
  if (receipts)
    return receipts.map(({ count, first, last }) => [t.receiptsCount(count), spanText(first, last)]);
  return first_number === null ? [] : [[t.numbers, spanText(first_number, last_number)]];
}

function tenderRows(tender: CashReport['tenders'][number]): readonly FigureRow[] {
  const some = (name: string, amount: number): readonly FigureRow[] => (amount === 0 ? [] : [[name, amount]]);
  return [
    ...some(t.float, tender.opening),
    ...some(t.sales, tender.sales),
    ...some(t.refunds, -tender.refunds),
    ...some(t.voids, -tender.voids),
    ...some(t.putIn, tender.pay_in),
    ...some(t.takenOut, -tender.pay_out),
    ...some(t.toSafe, -tender.drop),
    [t.expected, tender.expected],
    ...(tender.counted === null ? [] : ([[t.counted, tender.counted]] as const)),
    ...(tender.difference === null ? [] : ([[t.difference, tender.difference]] as const)),
  ];
}

const tenderNames: Readonly<Record<string, () => string>> = {
  cash: () => t.cash,
  qr: () => t.qrCode,
  mobile_money: () => t.mobileMoney,
  card: () => t.card,
  nfc: () => t.tap,
  hosted: () => t.payPage,
  external: () => t.paidElsewhere,
};

/** How it was paid, as the till says it. */
function tenderName(tender: string): string {
  return tenderNames[tender]?.() ?? wordsOf(tender);
}
