import type { VNode } from 'preact';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Status } from '../../kit/parts/status.tsx';
import type { EventProps } from './event-data.ts';
import { shortMomentText } from './local-time.ts';
import { eventTexts as t } from './texts.ts';

/** The event for whoever may not change it, or once it is called off. */
export function EventReading({ event }: EventProps): VNode {
  const { timezone: zone } = event;
  const moment = (when: string | null): string =>
    when === null ? t.emptyField : shortMomentText(when, zone);
  return (
    <>
      {event.cancel_reason !== null && <Note>{event.cancel_reason}</Note>}
      <Card title={t.whatWhere}>
        <KeyValues
          left
          rows={[
            [t.venue, event.venue ?? t.noVenue],
            [t.address, event.address ?? t.emptyField],
            [t.begins, moment(event.start_date)],
            [t.ends, moment(event.end_date)],
            [t.doorsOpen, moment(event.doors_open)],
            [t.description, event.description ?? t.emptyField],
          ]}
        />
      </Card>
      <Card title={t.tickets} bare>
        <ul class="line-rows">
          {event.ticket_types.map((type) => (
            <li key={type.id}>
              <span class="grow">
                <b>{type.name}</b> <span class="quiet">{type.description}</span>
              </span>
              <span class="end">
                <Money amount={type.price} currency={event.currency} />{' '}
                {t.soldOf(type.quantity_sold, type.quantity_available)}{' '}
                <Status of="ticket_type" status={type.status} />
              </span>
            </li>
          ))}
          {event.ticket_types.length === 0 && <li class="quiet">{t.noTypes}</li>}
        </ul>
      </Card>
    </>
  );
}
