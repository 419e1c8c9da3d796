import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { momentText, spanText } from '../../kit/format/time.ts';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { CausedWebhooks } from '../shell/caused-webhooks.tsx';
import { hrefOfThing } from '../shell/things.ts';
import { Columns, Page } from '../shell/page.tsx';
import type { OrderData } from './event-data.ts';
import { OrderActs } from './order-acts.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderTickets } from './order-tickets.tsx';
import { orderTexts as t } from './order-texts.ts';
import { PayOrder } from './pay-order.tsx';
import { pageNames } from './page-names.ts';
import { eventTexts } from './texts.ts';
import { buyerOf, channelText, ticketsText } from './words.ts';
import './events.css';

const EVERY_MS = 8_000;

/** One order: what was ordered, how far it is, its tickets, and the way of its money. */
export function OrderPage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const allowed = may('tickets:read');
  const { answer, error, again } = useCall(client.getTicketOrder, allowed ? { params: { id } } : null, {
    everyMs: EVERY_MS,
  });
  const order = answer?.data;
  const event = useCall(
    client.getEvent,
    order && may('events:read') ? { params: { id: order.event_id } } : null,
  ).answer?.data;
  const crumbs = [
    [pageNames.events, at('/events')],
    ...(order ? [[event?.name ?? eventTexts.event, at(`/events/${order.event_id}/orders`)] as const] : []),
  ] as const;
  if (!order)
    return (
      <Page title={t.order} crumbs={crumbs} bare>
        {!allowed ? (
          <NotAllowed scope="tickets:read" />
        ) : error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading kind="detail" />
        )}
      </Page>
    );
  return (
    <Page
      title={buyerOf(order) ?? t.nobody}
      name={order.order_number}
      crumbs={crumbs}
      badge={<Status of="order" status={order.status} pill />}
      lead={`${order.order_number}, ${ticketsText(order)}. ${leadOf(order)}`}
      acts={<OrderActs key={id} order={order} />}
    >
      <Columns
        main={
          <>
            <Lines order={order} />
            <PayOrder order={order} />
            <OrderTickets order={order} event={event ?? null} />
            <CausedWebhooks of={order.id} />
          </>
        }
        side={
          <>
            <OrderBuyer order={order} etag={answer.etag} />
            <OrderMoney order={order} />
            <OrderFacts order={order} />
          </>
        }
      />
    </Page>
  );
}

function leadOf({ status, expires_at, paid_at, ended_at, channel }: OrderData): string {
  if (expires_at !== null) return t.leadHeld(spanText(Date.parse(expires_at) - Date.now()));
  if (status === 'expired' || status === 'cancelled') return t.leadGone(momentText(ended_at ?? Date.now()));
  return paid_at === null ? '' : t.leadPaid(momentText(paid_at), channelText(channel));
}

type OrderProps = { readonly order: OrderData };

function Lines({ order }: OrderProps): VNode {
  const { currency, items } = order;
  const money = (amount: number): VNode => <Money amount={amount} currency={currency} />;
  return (
    <Card title={t.ordered} bare>
      <ul class="line-rows">
        {items.map((item) => (
          <li key={item.ticket_type_id}>
            <span class="grow">
              {item.ticket_type_name}{' '}
              <span class="quiet">
                {item.quantity} × {money(item.unit_price)}
              </span>
            </span>
            <span class="end">{money(item.subtotal)}</span>
          </li>
        ))}
      </ul>
      <div class="inside">
        <KeyValues
          rows={[
            order.discount > 0 && [
              order.promo_code === null ? t.discount : t.discountBy(order.promo_code),
              money(-order.discount),
            ],
            [t.total, money(order.total), 'total'],
            order.amount_refunded > 0 && [t.sentBack, money(-order.amount_refunded)],
          ]}
        />
      </div>
    </Card>
  );
}

/** How it was paid, and what went back. */
function OrderMoney({ order }: OrderProps): VNode {
  const { payment, refunds, currency } = order;
  return (
    <Card title={t.money} bare>
      <ul class="line-rows">
        {payment === null && <li class="quiet">{order.paid_at === null ? t.noPayment : t.paidWithout}</li>}
        {payment !== null && (
          <li>
            <a class="link grow" href={hrefOfThing('payment', payment.id)?.href ?? ''}>
              {t.payment}
            </a>
            <span class="end">
              <Money amount={payment.amount} currency={currency} />{' '}
              <Status of="payment" status={payment.status} />
            </span>
          </li>
        )}
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span class="grow">
              {refund.reason ?? t.refund}
              {refund.failure !== null && <small class="fault"> {refund.failure}</small>}
            </span>
            <span class="end">
              <Money amount={-refund.amount} currency={currency} />{' '}
              <Status of="refund" status={REFUND[refund.status]} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const REFUND = { pending: 'pending', done: 'succeeded', failed: 'failed' } as const;

function OrderFacts({ order }: OrderProps): VNode {
  return (
    <Card title={t.facts}>
      <KeyValues
        rows={[
          [t.number, <span class="mono">{order.order_number}</span>],
          [t.channel, channelText(order.channel)],
          [t.when, momentText(order.created_at)],
          order.paid_at !== null && [t.paidAt, momentText(order.paid_at)],
          order.buyer.phone !== null && [t.phone, phoneText(order.buyer.phone)],
          order.waitlist_entry_id !== null && [t.fromWaiting, eventTexts.tabWaiting],
          order.tickets_url !== null && [
            t.ticketsLink,
            <>
              <CopyButton text={order.tickets_url} label={t.copyLink} />
              <p class="tiny faint">{t.linkHint}</p>
            </>,
          ],
          [t.id, <span class="mono tiny">{order.id}</span>],
        ]}
      />
    </Card>
  );
}
