import type { VNode } from 'preact';
import { may } from '../../kit/data/session.ts';
import { dayText } from '../../kit/format/time.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { Share } from '../../kit/parts/bars.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import { channelText } from '../payments/words.ts';
import type { Overview } from './overview.ts';
import { homeTexts as t } from './texts.ts';

type TodayProps = {
  readonly today: Overview['today'];
  readonly currency: string;
  /** The merchant's day, `2026-11-21`. */
  readonly day: string;
};

/** How everything stands now; each figure leads to its list. */
export function Today({ today, currency, day }: TodayProps): VNode {
  return (
    <>
      {today.deliveries && <Flow deliveries={today.deliveries} day={day} />}
      <div class="home-four">
        {today.events?.[0] && <NextEvent event={today.events[0]} />}
        {today.till && <Till till={today.till} />}
        {today.invoices && <Due invoices={today.invoices} currency={currency} />}
        {today.webhooks && <Messages webhooks={today.webhooks} />}
      </div>
    </>
  );
}

const FLOW = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'failed'] as const;

type FlowProps = { readonly deliveries: NonNullable<Overview['today']['deliveries']> } & Pick<
  TodayProps,
  'day'
>;

function Flow({ deliveries, day }: FlowProps): VNode {
  return (
    <div class="home-flow" role="group" aria-label={t.deliveriesToday}>
      {FLOW.map((status) => (
        <a
          href={hrefOf(
            at('/deliveries'),
            status in deliveries.late_by_status ? { status } : { status, updated_since: day },
          )}
        >
          <span class="large">{deliveries[status]}</span>
          <span class="row">
            <Status of="delivery" status={status} />
            <Late count={lateIn(deliveries, status)} />
          </span>
        </a>
      ))}
    </div>
  );
}

function Late({ count }: { readonly count: number }): VNode | null {
  return count > 0 ? <em>{t.late(count)}</em> : null;
}

/** What ended is late no more. */
function lateIn({ late_by_status: late }: FlowProps['deliveries'], status: (typeof FLOW)[number]): number {
  return status === 'delivered' || status === 'failed' ? 0 : late[status];
}

function NextEvent({ event }: { readonly event: NonNullable<Overview['today']['events']>[number] }): VNode {
  const colours = ['chart-2', 'chart-1', 'chart-3', 'chart-4', 'chart-5'];
  return (
    <section>
      <h3>
        {event.name}
        <span class="end">{dayText(event.start_date)}</span>
      </h3>
      <div class="large">
        {event.sold} <span class="of">{t.sold(event.capacity)}</span>
      </div>
      <Share
        total={event.capacity ?? event.sold}
        parts={event.ticket_types.slice(0, 5).map(({ sold }, type) => [sold, colours[type] ?? ''])}
      />
      <p>
        {event.ticket_types
          .slice(0, 3)
          .map(({ name, sold }) => `${name} ${sold}`)
          .join(', ')}
        . {event.held > 0 && t.heldNow(event.held)}
      </p>
    </section>
  );
}

function Till({ till }: { readonly till: NonNullable<Overview['today']['till']> }): VNode {
  const colours = ['chart-1', 'chart-3', 'chart-4', 'chart-5'];
  return (
    <section>
      <h3>
        {t.till}
        {may('cash:write') ? (
          <a href={at('/till/cash')}>{t.openTills(till.open_sessions)}</a>
        ) : (
          <span class="end">{t.openTills(till.open_sessions)}</span>
        )}
      </h3>
      <div class="large">
        {till.sales} <span class="of">{t.salesToday(till.sales)}</span>
      </div>
      <Share
        total={100}
        parts={till.tenders.slice(0, 4).map(({ percent }, tender) => [percent, colours[tender] ?? ''])}
      />
      <p>{till.tenders.map(({ channel, percent }) => `${channelText(channel)} ${percent} %`).join(', ')}</p>
    </section>
  );
}

function Due({
  invoices,
  currency,
}: { readonly invoices: NonNullable<Overview['today']['invoices']> } & Pick<TodayProps, 'currency'>): VNode {
  return (
    <section>
      <h3>
        {t.invoicesDue}
        <a href={at('/invoices')}>{invoices.open}</a>
      </h3>
      <div class="large">
        <Money amount={invoices.due} currency={currency} />
      </div>
      <Share
        total={invoices.due}
        parts={[
          [invoices.later_amount, 'rest'],
          [invoices.soon_amount, 'wait'],
          [invoices.overdue_amount, 'bad'],
        ]}
      />
      <p>
        <Money amount={invoices.overdue_amount} currency={currency} /> {t.ofItOverdue}
      </p>
    </section>
  );
}

function Messages({ webhooks }: { readonly webhooks: NonNullable<Overview['today']['webhooks']> }): VNode {
  const { hours, answered, waiting, duration_p50_ms: half } = webhooks;
  const failing = hours.filter(({ failed }) => failed > 0).length;
  return (
    <section>
      <h3>
        {t.webhooks}
        <a href={at('/developers/webhooks')}>{t.hours24}</a>
      </h3>
      <div
        class="home-slots"
        role="img"
        aria-label={t.hoursLabel(
          hours.filter((hour) => hour.answered > 0 && hour.failed === 0).length,
          failing,
        )}
      >
        {hours.map((hour) => (
          <i
            class={
              hour.failed > 0
                ? hour.answered > hour.failed
                  ? 'wait'
                  : 'bad'
                : hour.answered > 0
                  ? 'good'
                  : ''
            }
          />
        ))}
      </div>
      <p>
        {answered + webhooks.failed === 0
          ? t.noMessages
          : [
              t.answered(answered),
              half === null || answered === 0 ? null : t.within(half),
              waiting > 0 ? t.wait(waiting) : null,
            ]
              .filter(Boolean)
              .join(', ')}
      </p>
    </section>
  );
}
