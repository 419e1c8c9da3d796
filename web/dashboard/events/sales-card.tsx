import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { dayText, nearText, spanText } from '../../kit/format/time.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Said } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import type { EventProps } from './event-data.ts';
import { SalesCurve } from './sales-curve.tsx';
import { eventTexts as t } from './texts.ts';
import { buyerOf, channelText, roomOf, ticketsText } from './words.ts';

const EVERY_MS = 10_000;
const LIMIT = 100;
const LAST_ORDERS = 4;

/** How it sells, asked again by itself: what is gone, what came in, and the latest orders. */
export function SalesCard({ event }: EventProps): VNode {
  const { answer } = useCall(
    client.listTicketOrders,
    may('tickets:read')
      ? {
          params: { id: event.id },
          query: { status: 'held,awaiting_payment,paid,partially_refunded,refund_pending', limit: LIMIT },
        }
      : null,
    { everyMs: EVERY_MS },
  );
  const preview = useCall(
    client.previewCancellation,
    may('tickets:read') ? { params: { id: event.id } } : null,
    { everyMs: EVERY_MS },
  );
  const taken = preview.answer?.data;
  const orders = answer?.data ?? [];
  const paid = orders.filter(({ paid_at }) => paid_at !== null);
  const { total_tickets_sold: sold, tickets_held: held, currency } = event;
  return (
    <Card title={t.liveSales} end={<span class="event-now">{t.now}</span>}>
      <p class="event-big">
        <b>{sold.toLocaleString('en')}</b>
        <span class="quiet">
          {t.of(roomOf(event))}
          {held > 0 && `, ${t.held(held)}`}
        </span>
      </p>
      {taken && taken.orders_sold > 0 && (
        <p class="small quiet">
          <Money amount={taken.amount} currency={currency} /> {t.taken}
        </p>
      )}
      {answer && answer.meta.total <= orders.length && <SalesCurve event={event} orders={paid} />}
      {answer && orders.length === 0 && <p class="small quiet">{sold > 0 ? t.allBack : t.noSales}</p>}
      <ul class="event-last">
        {orders.slice(0, LAST_ORDERS).map((order) => (
          <li key={order.id}>
            <time dateTime={order.created_at} title={dayText(order.created_at)}>
              {nearText(order.created_at)}
            </time>
            <a class="grow" href={at(`/events/orders/${order.id}`)}>
              {order.expires_at === null
                ? (buyerOf(order) ?? channelText(order.channel))
                : t.heldOn(channelText(order.channel))}
              , {ticketsText(order)}
            </a>
            {order.expires_at === null ? (
              <Money amount={order.total} currency={currency} />
            ) : (
              <Said meaning="wait" glyph="dashed">
                {t.left(spanText(Date.parse(order.expires_at) - Date.now()))}
              </Said>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
