import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { nearText } from '../../kit/format/time.ts';
import { statusOptions } from '../../kit/list/filters.tsx';
import { List, type RowOf } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Empty, NotAllowed } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { sellingTexts as t } from './selling-texts.ts';
import type { EventData, EventProps } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
import { orderTexts } from './order-texts.ts';
import { eventTexts } from './texts.ts';
import { AddWaiting, RemoveWaiting } from './waitlist-dialogs.tsx';

type Entry = RowOf<'listWaitlist'>;
const STATUSES = ['waiting', 'offered', 'accepted', 'expired', 'removed'];
const EVERY_MS = 15_000;

/** Who waits for tickets to come free. */
export function WaitlistPage({ params }: PageProps): VNode {
  return (
    <EventFrame id={params['id'] ?? ''} tab="/waiting-list">
      {({ event }) => (may('tickets:read') ? <Waiting event={event} /> : <NotAllowed scope="tickets:read" />)}
    </EventFrame>
  );
}

function Waiting({ event }: EventProps): VNode {
  const [asking, ask] = useState<'add' | Entry | null>(null);
  const sells = may('tickets:sell') && event.status === 'published';
  const add = sells && event.ticket_types.length > 0 && (
    <Button icon={Plus} onClick={() => ask('add')}>
      {t.waitAdd}
    </Button>
  );
  return (
    <>
      <div class="row wrap event-list-acts">
        <p class="small quiet grow">{t.waitHow}</p>
        {add}
      </div>
      <List
        operation={client.listWaitlist}
        params={{ id: event.id }}
        label={eventTexts.tabWaiting}
        keyOf={({ id }) => id}
        isDim={({ status }) => status === 'expired' || status === 'removed'}
        everyMs={EVERY_MS}
        views={[
          { name: eventTexts.all, query: {} },
          { name: t.waitWaiting, query: { status: 'waiting' } },
          { name: t.waitOffered, query: { status: 'offered' } },
        ]}
        filters={[
          { name: 'status', label: eventTexts.status, kind: 'choices', options: statusOptions(STATUSES) },
          {
            name: 'ticket_type_id',
            label: t.waitFor,
            kind: 'choice',
            options: event.ticket_types.map(({ id, name }) => [id, name]),
          },
        ]}
        sorts={[
          ['created_at', common.oldestFirst],
          ['-created_at', common.newestFirst],
        ]}
        nothing={t.waitNothing}
        empty={<Empty title={t.waitEmptyTitle} text={t.waitEmptyText} acts={add} />}
        columns={columns(event, ask)}
      />
      {asking === 'add' && <AddWaiting event={event} close={() => ask(null)} />}
      {asking !== null && asking !== 'add' && (
        <RemoveWaiting event={event} entry={asking} close={() => ask(null)} />
      )}
    </>
  );
}

function columns(event: EventData, ask: (entry: Entry) => void): readonly Column<Entry>[] {
  const names = new Map(event.ticket_types.map(({ id, name }) => [id, name]));
  return [
    {
      key: 'name',
      title: orderTexts.name,
      phone: 1,
      cell: ({ name, phone, email }) => (
        <>
          {name ?? <span class="faint">{orderTexts.nobody}</span>}
          <small>{phone === null ? email : phoneText(phone)}</small>
        </>
      ),
    },
    {
      key: 'for',
      title: t.waitFor,
      phone: 4,
      cell: ({ quantity, ticket_type_id }) => `${quantity} ${names.get(ticket_type_id) ?? ticket_type_id}`,
    },
    {
      key: 'status',
      title: eventTexts.status,
      phone: 3,
      cell: ({ status, order_id }) => (
        <>
          <Status of="waitlist" status={status} />{' '}
          {order_id !== null && (
            <a class="link small" href={at(`/events/orders/${order_id}`)}>
              {t.waitOrder}
            </a>
          )}
        </>
      ),
    },
    { key: 'since', title: t.waitSince, cell: ({ created_at }) => nearText(created_at) },
    {
      key: 'acts',
      title: common.menu,
      right: true,
      phone: 2,
      cell: (entry) =>
        may('tickets:sell') &&
        (entry.status === 'waiting' || entry.status === 'offered') && (
          <Button size="s" kind="ghost" onClick={() => ask(entry)}>
            {t.waitRemove}
          </Button>
        ),
    },
  ];
}
