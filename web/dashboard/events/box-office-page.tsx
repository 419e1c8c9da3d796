import { CircleCheck } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { NotAllowed } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns } from '../shell/page.tsx';
import { BoxOfficeForm } from './box-office-form.tsx';
import type { EventData, EventProps, OrderData } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
import { TicketsPdf } from './order-acts.tsx';
import { OrderTickets } from './order-tickets.tsx';
import { boxTexts as b } from './box-office-texts.ts';
import { orderTexts as t } from './order-texts.ts';
import { PayOrder } from './pay-order.tsx';
import { buyerOf, ticketsText } from './words.ts';

/** Selling by hand: choose tickets, take the money, the tickets are there. */
export function BoxOfficePage({ params }: PageProps): VNode {
  return (
    <EventFrame id={params['id'] ?? ''} tab="/box-office">
      {({ event }) =>
        !may('tickets:sell') ? (
          <NotAllowed scope="tickets:sell" />
        ) : event.status === 'published' ? (
          <BoxOffice event={event} />
        ) : (
          <Note meaning="wait">{b.notSold}</Note>
        )
      }
    </EventFrame>
  );
}

function BoxOffice({ event }: EventProps): VNode {
  const [made, setMade] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  function next(): void {
    setMade(null);
    setRound(round + 1);
  }
  return (
    <Columns
      main={
        made === null ? (
          <BoxOfficeForm key={round} event={event} sold={setMade} />
        ) : (
          <Made id={made} event={event} next={next} />
        )
      }
      side={<LastSold event={event} />}
    />
  );
}

/** What became of the order just made; it is looked at until it is paid. */
function Made({
  id,
  event,
  next,
}: EventProps & { readonly id: string; readonly next: () => void }): VNode | null {
  const { answer } = useCall(client.getTicketOrder, { params: { id } }, { everyMs: LOOK_MS });
  const order = answer?.data;
  if (!order) return null;
  const isPaid = order.paid_at !== null;
  return (
    <div class="stack">
      <Note meaning={isPaid ? 'good' : 'wait'} icon={CircleCheck}>
        <b>{isPaid ? b.soldTitle(order.order_number) : b.heldTitle(order.order_number)}</b>{' '}
        {ticketsText(order)}, <Money amount={order.total} currency={order.currency} />
      </Note>
      <PayOrder order={order} />
      <OrderTickets order={order} event={event} />
      <div class="row wrap">
        <Button kind="primary" onClick={next}>
          {b.nextBuyer}
        </Button>
        {order.tickets.length > 0 && <TicketsPdf order={order} />}
        <ButtonLink href={at(`/events/orders/${order.id}`)}>{t.orderPage}</ButtonLink>
      </div>
    </div>
  );
}

const LOOK_MS = 3_000;
const LAST = 8;

function LastSold({ event }: { readonly event: EventData }): VNode | null {
  const { answer } = useCall(
    client.listTicketOrders,
    may('tickets:read') ? { params: { id: event.id }, query: { channel: 'door', limit: LAST } } : null,
  );
  const orders: readonly Pick<
    OrderData,
    'id' | 'buyer' | 'items' | 'status' | 'total' | 'currency' | 'order_number'
  >[] = answer?.data ?? [];
  if (orders.length === 0) return null;
  return (
    <Card title={b.lastSold} bare>
      <ul class="line-rows">
        {orders.map((order) => (
          <li key={order.id}>
            <a class="link grow" href={at(`/events/orders/${order.id}`)}>
              {buyerOf(order) ?? order.order_number}
            </a>
            <span class="end">
              {ticketsText(order)} <Money amount={order.total} currency={order.currency} />{' '}
              <Status of="order" status={order.status} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
