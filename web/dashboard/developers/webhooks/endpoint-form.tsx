import type { VNode } from 'preact';
import type { FormLimits } from '../../../kit/form/limits.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { LongTextField, SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { EventsChoice } from './events-choice.tsx';
import { hookTexts as t } from './hook-texts.ts';

/** What an endpoint is told, where, and how. */
export function EndpointFields({
  form,
  headerNames = [],
}: {
  readonly form: FormState;
  readonly headerNames?: readonly string[];
}): VNode {
  return (
    <>
      <TextField form={form} name="url" type="url" inputmode="url" label={t.url} hint={t.urlHint} mono />
      <TextField form={form} name="description" label={t.description} hint={t.descriptionHint} />
      <EventsChoice form={form} />
      <h2>{t.how}</h2>
      <div class="fields two">
        <SelectField
          form={form}
          name="success"
          label={t.success}
          options={[
            ['200', t.success200],
            ['2xx', t.success2xx],
          ]}
        />
        <TextField
          form={form}
          name="max_in_flight"
          inputmode="numeric"
          label={t.inFlight}
          hint={t.inFlightHint}
        />
        <TextField form={form} name="rate_per_second" inputmode="decimal" label={t.rate} hint={t.rateHint} />
      </div>
      <SwitchField form={form} name="ordered" label={t.ordered} hint={t.orderedHint} />
      <LongTextField
        form={form}
        name="headers"
        label={t.headers}
        hint={headerNames.length > 0 ? t.headersKept(headerNames.join(', ')) : t.headersHint}
        rows={2}
        mono
      />
    </>
  );
}

/** What the fields hold from the beginning is never left out, so nobody is told that it is optional; headers are typed as lines. */
export function endpointLimits(limits: FormLimits): FormLimits {
  const required = Object.fromEntries(
    ['url', 'success', 'max_in_flight'].map((name) => [name, { ...limits[name], required: true as const }]),
  );
  return { ...limits, ...required, headers: {} };
}

export const emptyEndpoint: FormValues = {
  url: '',
  description: '',
  events: ['*'],
  success: '200',
  max_in_flight: '8',
  rate_per_second: '',
  ordered: false,
  headers: '',
};

/** What is typed there may open the merchant's own server. */
export const SECRET: readonly string[] = ['headers'];

/** Headers are typed as lines: `X-Shop: aminata`; null where a line lacks its colon, which then stands at the field. */
export function readHeaders(form: FormState): Readonly<Record<string, string>> | null {
  const lines = form
    .text('headers')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const bad = lines.find((line) => !/^[^:\s]+\s*:/.test(line));
  if (bad !== undefined) {
    form.show({ headers: t.badHeader(bad) });
    return null;
  }
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

/** Whether at least one kind is ticked; else that stands at the field. */
export function hasEvents(form: FormState): boolean {
  const events = form.get('events');
  if (Array.isArray(events) && events.length > 0) return true;
  form.show({ events: t.pickEvents });
  return false;
}
