import { limits as createLimits } from 'form:createPool';
import { limits as updateLimits } from 'form:updatePool';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { ChoicesField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { asBody, useSending } from '../../kit/form/thing-form.tsx';
import type { EventData, EventProps, PoolData } from './event-data.ts';
import { eventTexts as t } from './texts.ts';

type Asking = { readonly pool: PoolData | null; readonly removes: boolean };

/** Numbers of places that several types share. */
export function PoolsCard({ event }: EventProps): VNode {
  const [asking, ask] = useState<Asking | null>(null);
  const writes = may('events:write') && event.status !== 'cancelled';
  const names = new Map(event.ticket_types.map(({ id, name }) => [id, name]));
  const close = (): void => ask(null);
  return (
    <Card
      title={t.poolsTitle}
      end={
        writes && (
          <Button size="s" icon={Plus} onClick={() => ask({ pool: null, removes: false })}>
            {t.poolAdd}
          </Button>
        )
      }
    >
      {event.pools.length === 0 ? (
        <p class="small quiet">{t.poolsNone}</p>
      ) : (
        <ul class="event-pools">
          {event.pools.map((pool) => (
            <li key={pool.id}>
              <div class="grow">
                <b>{pool.name}</b>
                <small>
                  {t.poolGone(pool.quantity_sold + pool.quantity_held, pool.capacity)}
                  {pool.ticket_type_ids.length > 0 &&
                    `: ${pool.ticket_type_ids.map((id) => names.get(id) ?? id).join(', ')}`}
                </small>
              </div>
              {writes && (
                <Menu
                  class="button ghost square s"
                  label={t.actsOf(pool.name)}
                  items={[
                    { name: t.changeType, onClick: () => ask({ pool, removes: false }) },
                    { name: t.poolRemove, danger: true, onClick: () => ask({ pool, removes: true }) },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {asking &&
        (asking.pool !== null && asking.removes ? (
          <RemovePool event={event} pool={asking.pool} close={close} />
        ) : (
          <PoolDialog event={event} pool={asking.pool} close={close} />
        ))}
    </Card>
  );
}

function PoolDialog({
  event,
  pool,
  close,
}: EventProps & { readonly pool: PoolData | null; readonly close: () => void }): VNode {
  const form = useForm({
    limits: pool === null ? createLimits : updateLimits,
    initial: {
      name: pool?.name ?? '',
      capacity: pool === null ? '' : String(pool.capacity),
      ticket_type_ids: pool?.ticket_type_ids ?? [],
    },
  });
  const { busy, send } = useSending(form);
  const params = { id: event.id };
  async function save(): Promise<void> {
    const refusal = await send(() =>
      pool === null
        ? client.createPool({ params, body: asBody(form.body()) })
        : client.updatePool({ params: { ...params, poolId: pool.id }, body: asBody(form.changes()) }),
    );
    if (refusal === null) close();
  }
  return (
    <Dialog title={pool?.name ?? t.poolAdd} onClose={close}>
      <Form form={form} onSubmit={save} label={pool?.name ?? t.poolAdd}>
        <TextField form={form} name="name" label={t.poolName} hint={t.poolNameHint} autofocus />
        <TextField form={form} name="capacity" label={t.poolCapacity} inputmode="numeric" />
        {event.ticket_types.length > 0 && (
          <ChoicesField
            form={form}
            name="ticket_type_ids"
            label={t.poolTypes}
            hint={t.poolTypesHint}
            options={event.ticket_types.map(({ id, name }) => [id, name])}
          />
        )}
        <FormActs form={form} save={pool === null ? t.poolAdd : t.save} busy={busy} always={pool === null} />
      </Form>
    </Dialog>
  );
}

function RemovePool({
  event,
  pool,
  close,
}: {
  readonly event: EventData;
  readonly pool: PoolData;
  readonly close: () => void;
}): VNode {
  const act = useAct(client.deletePool);
  return (
    <Confirm
      title={t.poolRemoveTitle(pool.name)}
      consequences={[t.poolRemove1]}
      keep={t.poolKeep}
      go={t.poolRemove}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: event.id, poolId: pool.id } })) close();
      }}
      onClose={close}
    />
  );
}
