import type { VNode } from 'preact';
import { moneyText } from '../../kit/format/money.ts';
import { dayText, timeText, weekdayText } from '../../kit/format/time.ts';
import { Bars, Legend, type Source } from '../../kit/parts/bars.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { common } from '../../kit/text/common.ts';
import type { Overview } from './overview.ts';
import { homeTexts as t } from './texts.ts';

type Money = NonNullable<Overview['money_in']>;

const COLOURS = { till: 1, tickets: 2, invoices: 3, links: 4, deliveries: 5, payments: 0 } as const;

/** What came in today, and day by day before. */
export function MoneyIn({
  overview,
  money,
  days,
}: {
  readonly overview: Overview;
  readonly money: Money;
  readonly days: number;
}): VNode {
  const { currency, at } = overview;
  const [weekday, time] = [weekdayText(money.compared_with), timeText(at)];
  const change = money.compared_change;
  const sources: readonly Source[] = money.sources.map(({ source }) => ({
    name: t[source],
    colour: COLOURS[source],
  }));
  const last = money.by_day.length - 1;
  return (
    <section>
      <div class="home-money">
        <div>
          <h2 class="home-label">{t.moneyIn}</h2>
          <div class="huge">
            <Money amount={money.today} currency={currency} />
          </div>
        </div>
        <p class="quiet small">
          {change === 0 ? (
            t.same(weekday, time)
          ) : (
            <>
              <Money amount={Math.abs(change)} currency={currency} />{' '}
              {change > 0 ? t.more(weekday, time) : t.less(weekday, time)}
            </>
          )}
        </p>
      </div>
      <Bars
        label={t.chart(days)}
        currency={currency}
        sources={sources}
        bars={money.by_day.map(({ date, amounts, total }, day) => ({
          label: day === last ? common.today : dayText(`${date}T12:00:00Z`),
          title: `${dayText(`${date}T12:00:00Z`)}: ${moneyText(total, currency)}`,
          parts: amounts,
        }))}
      />
      <Legend sources={sources} sums={money.sources.map(({ today }) => today)} currency={currency} />
    </section>
  );
}
