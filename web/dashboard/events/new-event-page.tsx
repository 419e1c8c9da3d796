import { limits } from 'form:createEvent';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { may, shopCurrency } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { timeZone } from '../../kit/format/time.ts';
import { MoneyField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { NotAllowed } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { asBody, useSending } from '../../kit/form/thing-form.tsx';
import { withMoments } from './event-form.ts';
import { WhatFields } from './event-fields.tsx';
import { pageNames } from './page-names.ts';
import { eventTexts as t } from './texts.ts';
import './events.css';

const TYPE = 'ticket_types[0]';
const BLANK = {
  name: '',
  venue: '',
  address: '',
  description: '',
  start_date: '',
  end_date: '',
  doors_open: '',
  [`${TYPE}.name`]: '',
  [`${TYPE}.price`]: '',
  [`${TYPE}.quantity_available`]: '',
};

/** A new event: what, where, when, and what a ticket costs. */
export function NewEventPage(): VNode {
  const form = useForm({ limits: LIMITS, initial: BLANK, keep: 'events/new' });
  const { busy, send } = useSending(form);
  const { route } = useLocation();
  const crumbs = [[pageNames.events, at('/events')]] as const;
  async function create(): Promise<void> {
    const body = withMoments(form.body(), timeZone.value);
    await send(async () => {
      const { data } = await client.createEvent({ body: asBody(body) });
      form.forget();
      toast(t.created);
      route(at(`/events/${data.id}`));
    });
  }
  return (
    <Page title={t.newEvent} crumbs={crumbs}>
      {may('events:write') ? (
        <div class="narrow">
          <Form form={form} onSubmit={create} label={t.newEvent}>
            <RestoredNote form={form} />
            <WhatFields form={form} />
            <section class="event-part">
              <header>
                <h2>{t.when}</h2>
                <span class="small quiet">{t.clockAt(timeZone.value)}</span>
              </header>
              <div class="event-three">
                <TextField form={form} name="start_date" label={t.begins} type="datetime-local" />
                <TextField form={form} name="end_date" label={t.ends} type="datetime-local" />
                <TextField form={form} name="doors_open" label={t.doorsOpen} type="datetime-local" />
              </div>
            </section>
            <section class="event-part">
              <header>
                <h2>{t.firstType}</h2>
                <span class="small quiet">{t.firstTypeMore}</span>
              </header>
              <div class="event-three">
                <TextField form={form} name={`${TYPE}.name`} label={t.typeName} />
                <MoneyField form={form} name={`${TYPE}.price`} label={t.price} currency={shopCurrency()} />
                <TextField
                  form={form}
                  name={`${TYPE}.quantity_available`}
                  label={t.howMany}
                  inputmode="numeric"
                />
              </div>
            </section>
            <FormActs form={form} save={t.createGo} busy={busy} always />
          </Form>
        </div>
      ) : (
        <NotAllowed scope="events:write" />
      )}
    </Page>
  );
}

const TYPE_FIELDS = ['name', 'price', 'quantity_available'] as const;

/** The first type may wait: its fields are wanted only together, and the server says which is missing. */
const LIMITS = {
  ...limits,
  ...Object.fromEntries(
    TYPE_FIELDS.map((name) => {
      const { required: _later, ...field } = limits[`ticket_types[].${name}`] ?? {};
      return [`ticket_types[].${name}`, field];
    }),
  ),
};
