import type { VNode } from 'preact';
import { NoWayToPay } from '../payments/no-way-to-pay.tsx';
import type { PageProps } from '../place.ts';
import { Columns } from '../shell/page.tsx';
import { may } from '../../kit/data/session.ts';
import type { EventData } from './event-data.ts';
import { CoverCard } from './cover-card.tsx';
import { EventEditor } from './event-editor.tsx';
import { EventFrame } from './event-frame.tsx';
import { EventReading } from './event-reading.tsx';
import { PoolsCard } from './pools-card.tsx';
import { SalesCard } from './sales-card.tsx';

/** What an event is, its tickets, and how it sells. */
export function EventPage({ params }: PageProps): VNode {
  const { id = '' } = params;
  return (
    <EventFrame id={id} tab="">
      {({ event, etag }) => {
        const writes = may('events:write') && event.status !== 'cancelled';
        return (
          <>
            {sellsForMoney(event) && (
              <div class="event-told">
                <NoWayToPay />
              </div>
            )}
            <Columns
              main={
                writes ? <EventEditor key={id} event={event} etag={etag} /> : <EventReading event={event} />
              }
              side={
                <>
                  <SalesCard event={event} />
                  <CoverCard event={event} />
                  <PoolsCard event={event} />
                </>
              }
            />
          </>
        );
      }}
    </EventFrame>
  );
}

/** A draft too: before it is published there is time to do something about it. */
function sellsForMoney({ status, ticket_types }: EventData): boolean {
  return (
    (status === 'published' || status === 'draft') &&
    ticket_types.some(({ kind, price }) => kind === 'donation' || price > 0)
  );
}
