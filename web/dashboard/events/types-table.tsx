import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { Share } from '../../kit/parts/bars.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { MoneyField, TextField } from '../../kit/parts/fields.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Said, Status } from '../../kit/parts/status.tsx';
import { dayText } from '../../kit/format/time.ts';
import type { EventData, TicketTypeData } from './event-data.ts';
import { eventTexts as t } from './texts.ts';
import { TypeDialog } from './type-dialog.tsx';

/** What was pressed: a type to remove, to change, or a new one. */
export type AskedType = { readonly remove: TicketTypeData } | { readonly write: TicketTypeData | null };
type TableProps = {
  readonly form: FormState;
  readonly event: EventData;
  readonly ask: (asked: AskedType) => void;
};

/** Ticket types in the order in which buyers see them: price and number in place, the rest behind the row. */
export function TypesTable({ form, event, ask }: TableProps): VNode {
  const { ticket_types: types } = event;
  const gone = types.filter(({ quantity_sold, quantity_held }) => quantity_sold + quantity_held > 0);
  return (
    <section class="event-part">
      <header>
        <h2>{t.tickets}</h2>
        <span class="grow quiet small">{event.capacity !== null && t.roomFor(event.capacity)}</span>
        <Button size="s" icon={Plus} onClick={() => ask({ write: null })}>
          {t.addType}
        </Button>
      </header>
      {types.length === 0 ? (
        <p class="quiet">{t.noTypes}</p>
      ) : (
        <div class="event-types">
          <div class="event-type event-types-head" aria-hidden="true">
            <span>{t.type}</span>
            <span>{t.price}</span>
            <span>{t.onSale}</span>
            <span>{t.sold}</span>
            <span>{t.state}</span>
            <span />
          </div>
          {types.map((type, at) => (
            <TypeRow key={type.id} form={form} event={event} at={at} ask={ask} />
          ))}
        </div>
      )}
      <p class="small faint">
        {t.priceHint}{' '}
        {gone.length > 0 &&
          t.notBelow(
            gone.map((type) => `${type.name} ${type.quantity_sold + type.quantity_held}`).join(', '),
          )}
      </p>
    </section>
  );
}

function TypeRow({ form, event, at, ask }: TableProps & { readonly at: number }): VNode | null {
  const type = event.ticket_types[at];
  const act = useAct(client.updateEvent);
  const change = useAct(client.updateTicketType);
  if (!type) return null;
  const { id, name, status, quantity_sold: sold, quantity_available: of, quantity_held: held } = type;
  const set = (to: TicketTypeData['status']): void =>
    void change.run({ params: { id: event.id, ttId: id }, body: { status: to } });
  const move = (by: 1 | -1): void => {
    const order = event.ticket_types.map((one) => one.id).toSpliced(at, 1);
    const ids = order.toSpliced(at + by, 0, id);
    const ticket_types = ids.map((one, position) => ({ id: one, position }));
    void act.run({ params: { id: event.id }, body: { ticket_types } });
  };
  const fault = act.error ?? change.error;
  return (
    <div class="event-type" role="group" aria-label={name}>
      <div class="event-type-name">
        <b>{name}</b>
        <small>
          {fault ? <span class="fault">{fault.message}</span> : (type.description ?? moreOf(type))}
        </small>
      </div>
      <MoneyField
        form={form}
        name={`ticket_types[${at}].price`}
        label={t.priceOf(name)}
        currency={event.currency}
      />
      <TextField
        form={form}
        name={`ticket_types[${at}].quantity_available`}
        label={t.numberOf(name)}
        inputmode="numeric"
      />
      <div class="event-sold">
        <span>
          <b>{sold.toLocaleString('en')}</b> {t.of(of)}
        </span>
        <Share
          parts={[
            [sold, 'good'],
            [held, 'wait'],
          ]}
          total={of}
        />
      </div>
      <TypeState type={type} />
      <div class="menu-cell">
        <Menu
          class="button ghost square s"
          label={t.actsOf(name)}
          items={[
            { name: t.changeType, onClick: () => ask({ write: type }) },
            at > 0 && { name: t.moveUp, onClick: () => move(-1) },
            at < event.ticket_types.length - 1 && { name: t.moveDown, onClick: () => move(1) },
            status !== 'active' && { name: t.putOnSale, onClick: () => set('active') },
            status === 'active' && { name: t.pause, onClick: () => set('paused') },
            status !== 'hidden' && { name: t.hide, onClick: () => set('hidden') },
            status !== 'archived' && { name: t.archive, onClick: () => set('archived') },
            {
              name: t.removeType,
              danger: true,
              off: sold + held > 0 && t.removeTypeOff,
              onClick: () => ask({ remove: type }),
            },
          ]}
        />
      </div>
    </div>
  );
}

function moreOf({ kind, admits, min_price }: TicketTypeData): string {
  if (kind === 'free') return t.free;
  if (kind === 'donation') return t.donation(String(min_price ?? 0));
  return admits > 1 ? t.admits(admits) : '';
}

/** On sale, or from when. */
function TypeState({ type }: { readonly type: TicketTypeData }): VNode {
  const { status, sales_start: from, quantity_remaining: left } = type;
  if (status === 'active' && from !== null && Date.parse(from) > Date.now())
    return (
      <Said meaning="wait" glyph="dashed">
        {dayText(from)}
      </Said>
    );
  if (status === 'active' && left <= 0)
    return (
      <Said meaning="good" glyph="ringed-tick">
        {t.soldOut}
      </Said>
    );
  return status === 'active' ? (
    <Said meaning="good" glyph="ring">
      {t.isOnSale}
    </Said>
  ) : (
    <Status of="ticket_type" status={status} />
  );
}

/** What was asked for about a type; it stands outside the editor's form, for a form cannot hold another. */
export function TypeAsked({
  event,
  asked,
  close,
}: {
  readonly event: EventData;
  readonly asked: AskedType;
  readonly close: () => void;
}): VNode {
  return 'write' in asked ? (
    <TypeDialog event={event} type={asked.write} close={close} />
  ) : (
    <RemoveType event={event} type={asked.remove} close={close} />
  );
}

function RemoveType({
  event,
  type,
  close,
}: {
  readonly event: EventData;
  readonly type: TicketTypeData;
  readonly close: () => void;
}): VNode {
  const act = useAct(client.deleteTicketType);
  return (
    <Confirm
      title={t.removeTypeTitle(type.name)}
      consequences={[t.removeType1]}
      keep={t.keepType}
      go={t.removeType}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: event.id, ttId: type.id } })) close();
      }}
      onClose={close}
    />
  );
}
