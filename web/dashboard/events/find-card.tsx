import { Search } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { Card } from '../../kit/parts/card.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import { doorTexts as t } from './door-texts.ts';
import type { EventProps } from './event-data.ts';
import { orderTexts } from './order-texts.ts';

const LETTERS_MIN = 3;

/** The ticket of somebody who has no code with them; phones stay masked. */
export function FindCard({ event }: EventProps): VNode {
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const { answer } = useCall(
    client.searchTickets,
    q.length >= LETTERS_MIN ? { params: { id: event.id }, query: { q } } : null,
  );
  const found = q.length >= LETTERS_MIN ? answer?.data : undefined;
  return (
    <Card title={t.find}>
      <div class="stack">
        <label class="field">
          <span class="small quiet">{t.findHint}</span>
          <span class="input-frame">
            <Icon of={Search} size="s" />
            <Input type="search" class="input bare" value={typed} onText={setTyped} autocomplete="off" />
          </span>
        </label>
        <ul class="event-pools" aria-live="polite">
          {found?.tickets.length === 0 && <li class="quiet">{t.noMatch}</li>}
          {found?.tickets.map((ticket) => (
            <li key={ticket.id}>
              <span class="grow">
                <a class="link" href={at(`/events/tickets/${ticket.id}`)}>
                  {ticket.holder_name ?? orderTexts.noName}
                </a>
                <small>
                  {[ticket.ticket_type_name, ticket.code, ticket.holder_phone].filter(Boolean).join(', ')}
                </small>
              </span>
              <Status of="ticket" status={ticket.status} />
            </li>
          ))}
        </ul>
        {found?.more && <p class="small quiet">{t.moreMatch}</p>}
      </div>
    </Card>
  );
}
