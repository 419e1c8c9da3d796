import { CalendarPlus, Download, QrCode } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { fetchFile, saveFile } from '../../kit/data/files.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { momentText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Qr } from '../../kit/parts/qr.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import type { EventData, TicketData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';
import { TicketAsked, TicketMenu, type AskedTicket } from './ticket-acts.tsx';
import { TicketScans } from './ticket-scans.tsx';
import { pageNames } from './page-names.ts';
import { eventTexts } from './texts.ts';
import './events.css';

/** One ticket: whose it is, what it is good for, and where it was shown. */
export function TicketPage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const allowed = may('tickets:read');
  const { answer, error, again } = useCall(client.getTicket, allowed ? { params: { id } } : null, {
    everyMs: EVERY_MS,
  });
  const [asked, ask] = useState<AskedTicket | null>(null);
  const ticket = answer?.data;
  const event = useCall(
    client.getEvent,
    ticket && may('events:read') ? { params: { id: ticket.event_id } } : null,
  ).answer?.data;
  const crumbs = [
    [pageNames.events, at('/events')],
    ...(ticket
      ? [[event?.name ?? eventTexts.event, at(`/events/${ticket.event_id}/attendees`)] as const]
      : []),
  ] as const;
  if (!ticket)
    return (
      <Page title={t.ticket} crumbs={crumbs} bare>
        {!allowed ? (
          <NotAllowed scope="tickets:read" />
        ) : error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading kind="detail" />
        )}
      </Page>
    );
  return (
    <Page
      title={ticket.holder.name ?? t.noName}
      name={ticket.code}
      crumbs={crumbs}
      badge={<Status of="ticket" status={ticket.status} pill />}
      lead={`${ticket.ticket_type_name}, ${ticket.code}`}
      acts={<TicketMenu ticket={ticket} event={event ?? null} ask={ask} />}
    >
      <Columns
        main={
          <>
            <Facts ticket={ticket} event={event ?? null} />
            <TicketScans ticket={ticket} />
          </>
        }
        side={<Shown key={`${id}/${ticket.epoch}`} ticket={ticket} />}
      />
      {asked && <TicketAsked asked={asked} close={() => ask(null)} />}
    </Page>
  );
}

const EVERY_MS = 15_000;

function Facts({ ticket, event }: { readonly ticket: TicketData; readonly event: EventData | null }): VNode {
  const { holder, used_at, valid_from, valid_until, seat, epoch } = ticket;
  return (
    <Card title={t.holder}>
      <KeyValues
        rows={[
          [t.name, holder.name ?? t.noName],
          [
            t.phone,
            holder.phone === null ? (
              common.none
            ) : (
              <a href={`tel:${holder.phone}`}>{phoneText(holder.phone)}</a>
            ),
          ],
          [t.email, holder.email ?? common.none],
          [t.price, event ? <Money amount={ticket.price} currency={event.currency} /> : String(ticket.price)],
          [t.issued, momentText(ticket.issued_at)],
          [t.admitted, used_at === null ? t.never : momentText(used_at)],
          valid_from !== null && [t.validFrom, momentText(valid_from)],
          valid_until !== null && [t.validTo, momentText(valid_until)],
          seat !== null && [t.ticket, seat],
          epoch > 0 && [t.epochs, t.times(epoch)],
          [
            t.order,
            <a class="link" href={at(`/events/orders/${ticket.order_id}`)}>
              {t.orderPage}
            </a>,
          ],
          [t.id, <span class="mono tiny">{ticket.id}</span>],
        ]}
      />
    </Card>
  );
}

/** The code itself only once it is asked for: it lets in whoever shows it. */
function Shown({ ticket }: { readonly ticket: TicketData }): VNode {
  const [shown, show] = useState(false);
  const admits = ticket.status === 'valid' || ticket.status === 'used';
  async function save(ending: 'pdf' | 'ics', type: string): Promise<void> {
    try {
      saveFile(await fetchFile(`/tickets/${ticket.id}/${ending}`, type), `${ticket.code}.${ending}`);
    } catch (error) {
      toast(String(error));
    }
  }
  return (
    <Card title={t.onTicket}>
      <div class="stack">
        {shown && <Qr text={ticket.qr} label={ticket.code} />}
        <p class="event-code mono">{ticket.code}</p>
        <p class="small quiet">{t.qrHint}</p>
        <div class="row wrap">
          {admits && !shown && (
            <Button size="s" icon={QrCode} onClick={() => show(true)}>
              {t.revealQr}
            </Button>
          )}
          <Button size="s" icon={Download} onClick={() => void save('pdf', 'application/pdf')}>
            {t.pdf}
          </Button>
          <Button size="s" icon={CalendarPlus} onClick={() => void save('ics', 'text/calendar')}>
            {t.calendar}
          </Button>
        </div>
      </div>
    </Card>
  );
}
