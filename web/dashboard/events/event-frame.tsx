import { ExternalLink } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { Views } from '../../kit/parts/tabs.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { EventActs } from './event-acts.tsx';
import type { EventData } from './event-data.ts';
import { NotTold } from './not-told.tsx';
import { pageNames } from './page-names.ts';
import { eventTexts as t } from './texts.ts';
import { leadOf } from './words.ts';
import './events.css';

/** The parts of an event, by the last part of their addresses. */
export type Tab =
  | ''
  | '/orders'
  | '/attendees'
  | '/box-office'
  | '/door'
  | '/promo-codes'
  | '/waiting-list'
  | '/settings';

type Shown = { readonly event: EventData; readonly etag: string | null };

/** One event: its name, how it stands, what can be done, its parts, and the one that is open. */
export function EventFrame({
  id,
  tab,
  children,
}: {
  readonly id: string;
  readonly tab: Tab;
  readonly children: (shown: Shown) => ComponentChildren;
}): VNode {
  const allowed = may('events:read');
  const { answer, error, again } = useCall(client.getEvent, allowed ? { params: { id } } : null, {
    everyMs: EVERY_MS,
  });
  const crumbs = [[pageNames.events, at('/events')]] as const;
  if (!answer)
    return (
      <Page title={t.event} crumbs={crumbs} bare>
        {!allowed ? (
          <NotAllowed scope="events:read" />
        ) : error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading kind="detail" />
        )}
      </Page>
    );
  const { data: event, etag } = answer;
  return (
    <Page
      title={event.name}
      crumbs={crumbs}
      badge={<Status of="event" status={event.status} pill />}
      lead={leadOf(event)}
      acts={
        <>
          {event.status !== 'draft' && (
            <ButtonLink icon={ExternalLink} href={event.public_url} target="_blank">
              {t.eventPage}
            </ButtonLink>
          )}
          <EventActs key={id} event={event} etag={etag} />
        </>
      }
    >
      <Tabs event={event} tab={tab} />
      <NotTold event={event} />
      {children({ event, etag })}
    </Page>
  );
}

const EVERY_MS = 15_000;

function Tabs({ event, tab }: { readonly event: EventData; readonly tab: Tab }): VNode {
  const params = { id: event.id };
  const reads = may('tickets:read');
  const orders = useCall(client.listTicketOrders, reads ? { params, query: { limit: 1 } } : null);
  const waiting = useCall(
    client.listWaitlist,
    reads ? { params, query: { limit: 1, status: 'waiting,offered' } } : null,
  );
  const tabs: readonly (readonly [tab: Tab, name: string, isShown: boolean, count?: number | undefined])[] = [
    ['', t.tabDetails, true],
    ['/orders', pageNames.orders, reads, orders.answer?.meta.total],
    ['/attendees', t.tabAttendees, reads, event.total_tickets_sold],
    ['/box-office', t.tabBoxOffice, may('tickets:sell')],
    ['/door', t.tabDoor, may('tickets:scan') || may('events:read')],
    ['/promo-codes', t.tabPromos, true],
    ['/waiting-list', t.tabWaiting, reads, waiting.answer?.meta.total],
    ['/settings', t.tabSettings, true],
  ];
  return (
    <Views
      label={event.name}
      views={tabs
        .filter(([, , isShown]) => isShown)
        .map(([path, name, , count]) => ({
          name,
          href: at(`/events/${event.id}${path}`),
          on: path === tab,
          count,
        }))}
    />
  );
}
