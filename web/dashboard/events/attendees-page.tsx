import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { CsvButton } from '../../kit/list/csv-button.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { Empty, NotAllowed } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import type { EventData, EventProps } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
import { doorTexts } from './door-texts.ts';
import { orderTexts as t } from './order-texts.ts';
import { eventTexts } from './texts.ts';
import { TicketAsked, TicketMenu, type AskedTicket } from './ticket-acts.tsx';

const FILTERS = ['q', 'status', 'ticket_type_id', 'sort'];
const STATUSES = ['valid', 'used', 'blocked', 'void'];
const EVERY_MS = 15_000;

/** Who comes: every ticket with its holder, found by whatever they say. */
export function AttendeesPage({ params }: PageProps): VNode {
  return (
    <EventFrame id={params['id'] ?? ''} tab="/attendees">
      {({ event }) =>
        may('tickets:read') ? <Attendees event={event} /> : <NotAllowed scope="tickets:read" />
      }
    </EventFrame>
  );
}

function Attendees({ event }: EventProps): VNode {
  const [asked, ask] = useState<AskedTicket | null>(null);
  return (
    <>
      <div class="row event-list-acts">
        <span class="grow" />
        <CsvButton path={`/events/${event.id}/tickets.csv`} filters={FILTERS} />
      </div>
      <List
        operation={client.listTickets}
        params={{ id: event.id }}
        label={eventTexts.tabAttendees}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/events/tickets/${id}`)}
        isDim={({ status }) => status === 'void'}
        everyMs={EVERY_MS}
        views={[
          { name: eventTexts.all, query: {} },
          { name: doorTexts.remaining, query: { status: 'valid' } },
          { name: t.admitted, query: { status: 'used' } },
        ]}
        filters={[
          { name: 'status', label: eventTexts.status, kind: 'choices', options: statusOptions(STATUSES) },
          {
            name: 'ticket_type_id',
            label: eventTexts.type,
            kind: 'choice',
            options: event.ticket_types.map(({ id, name }) => [id, name]),
          },
        ]}
        search={{ name: 'q', placeholder: t.attendeesSearch }}
        sorts={[
          ['-issued_at', common.newestFirst],
          ['issued_at', common.oldestFirst],
        ]}
        nothing={t.noTicket}
        empty={<Empty title={t.noTicketsTitle} text={t.noTicketsText} />}
        columns={columnsOf(event, ask)}
      />
      {asked && <TicketAsked asked={asked} close={() => ask(null)} />}
    </>
  );
}

function columnsOf(
  event: EventData,
  ask: (asked: AskedTicket) => void,
): readonly Column<RowOf<'listTickets'>>[] {
  return [
    {
      key: 'holder',
      title: t.holder,
      phone: 1,
      cell: ({ holder }) => (
        <>
          {holder.name ?? <span class="faint">{t.noName}</span>}
          <small class="desk">{reachedBy(holder)}</small>
        </>
      ),
    },
    {
      key: 'type',
      title: eventTexts.type,
      phone: 4,
      cell: ({ ticket_type_name, holder }) => (
        <>
          {ticket_type_name}
          {reachedBy(holder) && <span class="only-phone"> · {reachedBy(holder)}</span>}
        </>
      ),
    },
    { key: 'code', title: t.code, cell: ({ code }) => <span class="mono nowrap">{code}</span> },
    {
      key: 'status',
      title: eventTexts.status,
      phone: 3,
      cell: ({ status }) => <Status of="ticket" status={status} />,
    },
    {
      key: 'admitted',
      title: t.admitted,
      cell: ({ used_at }) => (used_at === null ? <span class="faint">{t.never}</span> : nearText(used_at)),
    },
    {
      key: 'acts',
      title: common.menu,
      right: true,
      phone: 2,
      cell: (ticket) => <TicketMenu ticket={ticket} event={event} ask={ask} />,
    },
  ];
}

function reachedBy({ phone, email }: RowOf<'listTickets'>['holder']): string | null {
  return phone === null ? email : phoneText(phone);
}
