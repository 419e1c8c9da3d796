import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { moneyText } from '../../kit/format/money.ts';
import { dayText, timeText, weekdayText } from '../../kit/format/time.ts';
import { Bars, Legend, type Bar, type Source } from '../../kit/parts/bars.tsx';
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
  const { currency } = overview;
  const { sources: shown, by_day } = withMoney(money);
  const sources: readonly Source[] = shown.map(({ source }) => ({
    name: t[source],
    colour: COLOURS[source],
  }));
  return (
    <section>
      <div class="home-money">
        <div>
          <h2 class="home-label">{t.moneyIn}</h2>
          <div class="huge">
            <Money amount={money.today} currency={currency} />
          </div>
        </div>
        <Compared overview={overview} money={money} />
      </div>
      <Bars
        label={t.chart(days)}
        currency={currency}
        sources={sources}
        bars={byDay(by_day, currency)}
        {...(days === 90 && { onPhone: byWeek(by_day, currency) })}
      />
      <Legend sources={sources} sums={shown.map(({ today }) => today)} currency={currency} />
    </section>
  );
}

/** The sources that brought something in these days: a colour that no bar has says nothing. */
function withMoney({ sources, by_day }: Money): Pick<Money, 'sources' | 'by_day'> {
  const isShown = sources.map(
    ({ today }, at) => today !== 0 || by_day.some(({ amounts }) => (amounts[at] ?? 0) !== 0),
  );
  const of = <One,>(all: readonly One[]): One[] => all.filter((_, at) => isShown[at]);
  return { sources: of(sources), by_day: by_day.map((day) => ({ ...day, amounts: of(day.amounts) })) };
}

const WEEK_MS = 7 * 86_400_000;

/** More or less than a week before; nothing where the shop was not there yet. */
function Compared({
  overview: { currency, at },
  money: { compared, compared_change: change, compared_with },
}: {
  readonly overview: Overview;
  readonly money: Money;
}): VNode | null {
  // What came in then says that there was a shop.
  const { answer } = useCall(client.getMerchant, compared === 0 ? {} : null);
  if (compared === 0 && !(Date.parse(answer?.data.created_at ?? '') <= Date.parse(at) - WEEK_MS)) return null;
  const [weekday, time] = [weekdayText(compared_with), timeText(at)];
  return (
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
  );
}

const noon = (date: string): string => dayText(`${date}T12:00:00Z`);

function byDay(days: Money['by_day'], currency: string): readonly Bar[] {
  return days.map(({ date, amounts, total }, day) => ({
    label: day === days.length - 1 ? common.today : noon(date),
    title: `${noon(date)}: ${moneyText(total, currency)}`,
    parts: amounts,
  }));
}

const WEEK = 7;

/** Sums of seven days each, the last of them up to today: 90 days on a phone. */
function byWeek(days: Money['by_day'], currency: string): readonly Bar[] {
  const weeks = Array.from({ length: Math.floor(days.length / WEEK) }, (_, at) =>
    days.slice(days.length - (at + 1) * WEEK, days.length - at * WEEK),
  ).toReversed();
  return weeks.map((week, at) => {
    const [from, to] = [noon(week[0]?.date ?? ''), noon(week.at(-1)?.date ?? '')];
    const total = week.reduce((sum, day) => sum + day.total, 0);
    return {
      label: at === weeks.length - 1 ? t.week : from,
      title: `${t.weekOf(from, to)}: ${moneyText(total, currency)}`,
      parts: (week[0]?.amounts ?? []).map((_, source) =>
        week.reduce((sum, { amounts }) => sum + (amounts[source] ?? 0), 0),
      ),
    };
  });
}
