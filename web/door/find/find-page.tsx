import { ticketSearchLengthMin, type FoundTicket, type FoundTickets } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { timeText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { faultText } from '../../tools/fault.ts';
import { client } from '../data/api.ts';
import { takeCode } from '../scan/take-code.ts';
import { SheetPage } from '../setup/sheet-page.tsx';
import { goHome } from '../state/place.ts';
import { door, isOnline } from '../state/signals.ts';
import { t } from '../texts.ts';

type Found = FoundTickets & { readonly text: string };
const TEXT_CHARACTERS_MAX = 100;

/** The ticket of somebody who has no code: by name, by the end of a phone number, by order. */
export function FindPage(): VNode {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const isShort = text.trim().length < ticketSearchLengthMin;
  async function find(): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      const params = { id: door.value?.event.id ?? '' };
      const { data } = await client.searchTicketsAtDoor({ params, query: { q: text.trim() } });
      setFound({ ...data, text: text.trim() });
    } catch (error) {
      setFault(faultText(error));
    }
    setBusy(false);
  }
  return (
    <SheetPage title={t.findTitle}>
      {!isOnline.value && <Note meaning="wait">{t.findOffline}</Note>}
      <form
        class="field"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isShort) void find();
        }}
      >
        <label for={id}>{t.findLabel}</label>
        <div class="find-row" ref={field}>
          <Input
            id={id}
            type="search"
            class="input"
            autocomplete="off"
            maxLength={TEXT_CHARACTERS_MAX}
            aria-describedby={`${id}-more`}
            value={text}
            onText={setText}
          />
          <Button
            kind="primary"
            type="submit"
            busy={busy}
            off={(isShort && t.findHint) || (!isOnline.value && t.needsNetwork)}
          >
            {t.findGo}
          </Button>
        </div>
        <small id={`${id}-more`}>{t.findHint}</small>
      </form>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {found && <FoundList found={found} />}
    </SheetPage>
  );
}

function FoundList({ found }: { readonly found: Found }): VNode {
  if (found.tickets.length === 0)
    return (
      <p class="quiet" role="status">
        {t.findNothing(found.text)}
      </p>
    );
  return (
    <>
      <ul class="entries" aria-label={t.findTitle}>
        {found.tickets.map((ticket) => (
          <FoundRow key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {found.more && <p class="quiet">{t.findMore}</p>}
    </>
  );
}

function FoundRow({ ticket }: { readonly ticket: FoundTicket }): VNode {
  const { code, holder_name, holder_phone, order_number, ticket_type_name, seat, status, first_scanned_at } =
    ticket;
  async function letIn(): Promise<void> {
    await takeCode({ text: code, source: 'manual', force: null });
    goHome();
  }
  return (
    <li>
      <span class="grow">
        <b>{holder_name ?? code}</b>
        <small class="quiet">
          {[ticket_type_name, seat, order_number, holder_phone].filter(Boolean).join(', ')}
        </small>
        <span class="row wrap small">
          <Status of="ticket" status={status} />
          {first_scanned_at !== null && <span>{t.inSince(timeText(first_scanned_at))}</span>}
        </span>
      </span>
      <Button kind={status === 'valid' ? 'primary' : 'plain'} onClick={() => void letIn()}>
        {t.letIn}
      </Button>
    </li>
  );
}
