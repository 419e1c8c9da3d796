import type { VNode } from 'preact';
import { moneyText } from '../../../kit/format/money.ts';
import { dateText, dayText } from '../../../kit/format/time.ts';
import { Bars } from '../../../kit/parts/bars.tsx';
import { daysBefore, type Row } from './report.ts';
import { reportsTexts as t } from './texts.ts';

const DAY_MS = 86_400_000;

/** What was collected each day, days without a sale too. */
export function DayBars({
  rows,
  from,
  to,
}: {
  readonly rows: readonly Row[];
  readonly from: string;
  readonly to: string;
}): VNode {
  const currency = rows[0]?.currency ?? 'SLE';
  const byDay = new Map(rows.map((row) => [row.group, Number(row.collected ?? 0)]));
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const days = Array.from({ length: count }, (_, at) => daysBefore(to, count - at));
  return (
    <Bars
      label={t.chart(dateText(from), dateText(to))}
      currency={currency}
      sources={[{ name: t.collected, colour: 1 }]}
      bars={days.map((day) => {
        const amount = Math.max(0, byDay.get(day) ?? 0);
        return {
          label: dayText(day),
          title: `${dayText(day)}: ${moneyText(amount, currency)}`,
          parts: [amount],
        };
      })}
    />
  );
}
