import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { hrefOfThing } from '../shell/things.ts';
import { customersTexts as t } from './texts.ts';

/** Orders of tickets that name the phone: they are listed by event alone, so the search finds the latest. */
export function TicketsCard({ phone }: { readonly phone: string | null }): VNode | null {
  const isAsked = phone !== null && may('tickets:read');
  const { answer } = useCall(client.search, isAsked ? { query: { q: phone } } : null);
  const orders = isAsked ? (answer?.data.results ?? []).filter(({ kind }) => kind === 'ticket_order') : [];
  if (orders.length === 0) return null;
  return (
    <Card title={t.tickets} bare>
      <ul class="line-rows">
        {orders.map(({ id, title, status }) => (
          <li>
            <a key={id} class="link" href={hrefOfThing('ticket_order', id)?.href ?? ''}>
              {title}
            </a>
            <span class="end">{status !== null && <Status of="order" status={status} />}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
