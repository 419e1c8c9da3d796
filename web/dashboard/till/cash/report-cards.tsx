import type { VNode } from 'preact';
import { spanText } from '../../../kit/format/words.ts';
import { Card, KeyValues } from '../../../kit/parts/card.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { tenderText } from '../texts.ts';
import type { Report } from './report.ts';
import { cashTexts as t } from './texts.ts';

type Props = { readonly report: Report };
type Rows = Parameters<typeof KeyValues>[0]['rows'];

/** Each way of paying: what came, what went, what should be there and what was. */
export function ReportTenders({ report }: Props): VNode {
  const money = (amount: number): VNode => <Money amount={amount} currency={report.currency} />;
  return (
    <>
      {report.tenders.map((one) => (
        <Card key={one.tender} title={tenderText(one.tender)}>
          <KeyValues
            rows={[
              ...some(money, [
                [t.opening, one.opening],
                [t.sales, one.sales],
                [t.payIn, one.pay_in],
                [t.refunds, -one.refunds],
                [t.voids, -one.voids],
                [t.payOut, -one.pay_out],
                [t.drop, -one.drop],
              ]),
              [t.expected, money(one.expected), 'total'],
              one.counted !== null && [t.counted, money(one.counted)],
              one.difference !== null && [t.difference, money(one.difference), 'total'],
              ...one.denominations.map(
                ({ value, count }) => [<>{money(value)}</>, `× ${count.toLocaleString('en')}`] as const,
              ),
            ]}
          />
        </Card>
      ))}
    </>
  );
}

/** Those that are not nothing. */
function some(
  money: (amount: number) => VNode,
  rows: readonly (readonly [name: string, amount: number])[],
): Rows {
  return rows.filter(([, amount]) => amount !== 0).map(([name, amount]) => [name, money(amount)] as const);
}

/** What was sold in the session, with its tax. */
export function ReportSold({ report }: Props): VNode {
  const money = (amount: number): VNode => <Money amount={amount} currency={report.currency} />;
  const { sales, refunds, voids, movements } = report;
  return (
    <Card title={t.soldTitle} end={t.salesCount(sales.count)}>
      <KeyValues
        rows={[
          [t.sales, money(sales.total), 'total'],
          ...some(money, [
            [t.discounts, sales.discounts],
            [t.service, sales.service_charges],
            [t.tips, sales.tips],
            [t.rounding, sales.cash_rounding],
          ]),
          refunds.count > 0 && [`${t.refunds}, ${refunds.count}`, money(-refunds.total)],
          voids.count > 0 && [`${t.voids}, ${voids.count}`, money(-voids.total)],
          ...report.taxes.map(({ name, rate, amount }) => [`${name}, ${rate} %`, money(amount)] as const),
          sales.first_number !== null && [t.numbers, spanText(sales.first_number, sales.last_number)],
          ...(sales.receipts ?? []).map(
            ({ count, first, last }) => [t.receipts(count), spanText(first, last)] as const,
          ),
          movements.no_sale.count > 0 && [t.noSale, movements.no_sale.count],
        ]}
      />
    </Card>
  );
}

/** What arrived late, what there was since the first report, and what keeps reports from being changed. */
export function ReportLate({ report }: Props): VNode {
  const money = (amount: number): VNode => <Money amount={amount} currency={report.currency} />;
  const { late, perpetual } = report;
  const came = late.sales.count + late.refunds.count + late.voids.count;
  return (
    <>
      {came > 0 && (
        <Card title={t.lateTitle}>
          <p class="small quiet">{t.lateMore}</p>
          <KeyValues
            rows={[
              [`${t.sales}, ${late.sales.count}`, money(late.sales.total)],
              [`${t.refunds}, ${late.refunds.count}`, money(-late.refunds.total)],
              [`${t.voids}, ${late.voids.count}`, money(-late.voids.total)],
            ]}
          />
        </Card>
      )}
      <Card title={t.perpetual}>
        <KeyValues
          rows={[
            [t.sales, money(perpetual.sales)],
            [t.refunds, money(-perpetual.refunds)],
            [t.net, money(perpetual.net), 'total'],
            report.hash !== null && [t.hash, <span class="mono tiny">{report.hash.slice(0, 16)}…</span>],
            report.previous_hash !== null && [
              t.previous,
              <span class="mono tiny">{report.previous_hash.slice(0, 16)}…</span>,
            ],
          ]}
        />
      </Card>
    </>
  );
}
