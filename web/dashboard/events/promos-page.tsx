import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { moneyText } from '../../kit/format/money.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { List } from '../../kit/list/list-page.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { Said } from '../../kit/parts/status.tsx';
import type { Column } from '../../kit/parts/table.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { sellingTexts as t } from './selling-texts.ts';
import type { EventData, EventProps } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
import { shortMomentText } from './local-time.ts';
import type { Promo } from './promo.ts';
import { NewPromo, PromoDialog, RemovePromo } from './promo-dialogs.tsx';
import { eventTexts } from './texts.ts';

type Asking = { readonly act: 'change' | 'remove'; readonly promo: Promo } | 'new';

/** Codes that make tickets cheaper. */
export function PromosPage({ params }: PageProps): VNode {
  return (
    <EventFrame id={params['id'] ?? ''} tab="/promo-codes">
      {({ event }) => <Promos event={event} />}
    </EventFrame>
  );
}

function Promos({ event }: EventProps): VNode {
  const [asking, ask] = useState<Asking | null>(null);
  const writes = may('events:write') && event.status !== 'cancelled';
  const close = (): void => ask(null);
  const add = writes && (
    <Button icon={Plus} onClick={() => ask('new')}>
      {t.promoNew}
    </Button>
  );
  return (
    <>
      <div class="row event-list-acts">
        <span class="grow" />
        {add}
      </div>
      <List
        operation={client.listPromoCodes}
        params={{ id: event.id }}
        label={eventTexts.tabPromos}
        keyOf={({ id }) => id}
        isDim={({ active }) => !active}
        sorts={[
          ['-created_at', common.newestFirst],
          ['created_at', common.oldestFirst],
          ['code', t.promoCode],
        ]}
        nothing={t.promoNothing}
        empty={<Empty title={t.promoEmptyTitle} text={t.promoEmptyText} acts={add} />}
        columns={columns(event, { writes, ask })}
      />
      {asking === 'new' && <NewPromo event={event} close={close} />}
      {asking !== null && asking !== 'new' && asking.act === 'change' && (
        <PromoDialog event={event} promo={asking.promo} close={close} />
      )}
      {asking !== null && asking !== 'new' && asking.act === 'remove' && (
        <RemovePromo event={event} promo={asking.promo} close={close} />
      )}
    </>
  );
}

type Acting = { readonly writes: boolean; readonly ask: (asking: Asking) => void };

function columns(event: EventData, { writes, ask }: Acting): readonly Column<Promo>[] {
  const names = new Map(event.ticket_types.map(({ id, name }) => [id, name]));
  return [
    {
      key: 'code',
      title: t.promoCode,
      phone: 1,
      cell: ({ code, ticket_type_ids }) => (
        <>
          <span class="mono">{code}</span>
          <small>{ticket_type_ids?.map((id) => names.get(id) ?? id).join(', ') ?? t.everyTicket}</small>
        </>
      ),
    },
    {
      key: 'value',
      title: t.promoType,
      phone: 3,
      cell: ({ type, value }) =>
        t.promoOff(type === 'percent' ? `${value} %` : moneyText(value, event.currency)),
    },
    {
      key: 'used',
      title: t.promoUsed,
      phone: 4,
      cell: ({ uses, max_uses, code }) => (
        <a class="link" href={hrefOf(at(`/events/${event.id}/orders`), { promo_code: code })}>
          {t.promoUsedOf(uses, max_uses)}
        </a>
      ),
    },
    {
      key: 'until',
      title: t.promoTo,
      cell: ({ valid_until }) =>
        valid_until === null ? common.none : shortMomentText(valid_until, event.timezone),
    },
    {
      key: 'active',
      title: eventTexts.status,
      cell: ({ active }) => (
        <Said meaning={active ? 'good' : 'idle'} glyph={active ? 'ring' : 'dash'}>
          {active ? t.on : t.off}
        </Said>
      ),
    },
    {
      key: 'acts',
      title: common.menu,
      right: true,
      phone: 2,
      cell: (promo) =>
        writes && (
          <Menu
            class="button ghost square s"
            label={eventTexts.actsOf(promo.code)}
            items={[
              { name: eventTexts.changeType, onClick: () => ask({ act: 'change', promo }) },
              { name: t.promoRemove, danger: true, onClick: () => ask({ act: 'remove', promo }) },
            ]}
          />
        ),
    },
  ];
}
