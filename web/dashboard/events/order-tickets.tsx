import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import type { EventData, OrderData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';
import { TicketAsked, TicketMenu, type AskedTicket } from './ticket-acts.tsx';

/** What was issued, each with what can be done about it. */
export function OrderTickets({
  order,
  event,
}: {
  readonly order: OrderData;
  readonly event: EventData | null;
}): VNode | null {
  const [asked, ask] = useState<AskedTicket | null>(null);
  if (order.tickets.length === 0) return null;
  return (
    <Card title={t.tickets} end={<span>{order.tickets.length}</span>} bare>
      <ul class="line-rows">
        {order.tickets.map((ticket) => (
          <li key={ticket.id}>
            <span class="grow">
              <a class="link" href={at(`/events/tickets/${ticket.id}`)}>
                {ticket.holder.name ?? t.noName}
              </a>{' '}
              <span class="quiet">
                {ticket.ticket_type_name} <span class="mono">{ticket.code}</span>
              </span>
            </span>
            <span class="end">
              <Money amount={ticket.price} currency={order.currency} />{' '}
              <Status of="ticket" status={ticket.status} />
            </span>
            <TicketMenu ticket={ticket} event={event} ask={ask} />
          </li>
        ))}
      </ul>
      {asked && <TicketAsked asked={asked} close={() => ask(null)} />}
    </Card>
  );
}
