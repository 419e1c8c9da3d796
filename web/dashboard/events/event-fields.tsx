import type { VNode } from 'preact';
import type { FormState } from '../../kit/form/use-form.ts';
import { LongTextField, TextField } from '../../kit/parts/fields.tsx';
import type { EventData } from './event-data.ts';
import { localOf, shortMomentText } from './local-time.ts';
import { eventTexts as t } from './texts.ts';

type FieldsProps = { readonly form: FormState; readonly event: EventData };

/** What it is called, and where. */
export function WhatFields({ form }: { readonly form: FormState }): VNode {
  return (
    <section class="event-part">
      <header>
        <h2>{t.whatWhere}</h2>
      </header>
      <TextField form={form} name="name" label={t.name} />
      <div class="fields two">
        <TextField form={form} name="venue" label={t.venue} />
        <TextField form={form} name="address" label={t.address} />
      </div>
      <LongTextField form={form} name="description" label={t.description} rows={4} />
    </section>
  );
}

/** When it begins, ends, and doors open; what was there before a change stands below it. */
export function WhenFields({ form, event }: FieldsProps): VNode {
  const { timezone: zone, total_tickets_sold: sold } = event;
  const wasOf = (name: 'start_date' | 'end_date' | 'doors_open'): { readonly hint?: string } => {
    const before = event[name];
    if (before === null || form.text(name) === localOf(before, zone)) return {};
    return { hint: t.was(shortMomentText(before, zone), event.status === 'published' ? sold : 0) };
  };
  return (
    <section class="event-part">
      <header>
        <h2>{t.when}</h2>
        <span class="small quiet">{t.clockAt(zone)}</span>
      </header>
      <div class="event-three">
        <TextField
          form={form}
          name="start_date"
          label={t.begins}
          type="datetime-local"
          {...wasOf('start_date')}
        />
        <TextField form={form} name="end_date" label={t.ends} type="datetime-local" {...wasOf('end_date')} />
        <TextField
          form={form}
          name="doors_open"
          label={t.doorsOpen}
          type="datetime-local"
          {...wasOf('doors_open')}
        />
      </div>
    </section>
  );
}
