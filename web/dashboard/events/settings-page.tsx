import { limits } from 'form:updateEvent';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { may } from '../../kit/data/session.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { Card } from '../../kit/parts/card.tsx';
import { LongTextField, SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import type { PageProps } from '../place.ts';
import { Columns } from '../shell/page.tsx';
import { asBody, ThingForm, type Matching } from '../../kit/form/thing-form.tsx';
import { sellingTexts as t } from './selling-texts.ts';
import type { EventData } from './event-data.ts';
import { EventFrame } from './event-frame.tsx';
import { KeysCard } from './keys-card.tsx';
import { settingsBody, settingsOf } from './settings-form.ts';

/** How an event sells, and how its doors work. */
export function EventSettingsPage({ params }: PageProps): VNode {
  return (
    <EventFrame id={params['id'] ?? ''} tab="/settings">
      {({ event, etag }) => (
        <Columns
          main={<Settings key={event.id} event={event} etag={etag} />}
          side={<KeysCard event={event} />}
        />
      )}
    </EventFrame>
  );
}

function Settings({ event, etag }: { readonly event: EventData; readonly etag: string | null }): VNode {
  const form = useForm({ limits, initial: settingsOf(event), keep: `event-settings/${event.id}` });
  const params = { id: event.id };
  async function save(matching: Matching): Promise<void> {
    const body = settingsBody(form, event);
    const { data } = await client.updateEvent({ params, body: asBody(body), ...matching });
    form.reset(settingsOf(data));
    toast(t.saved);
  }
  const fields = (
    <>
      <Selling form={form} />
      <Doors form={form} />
    </>
  );
  if (!may('events:write') || event.status === 'cancelled')
    return (
      <fieldset class="event-locked" disabled>
        {fields}
      </fieldset>
    );
  return (
    <ThingForm
      form={form}
      label={t.sellingTitle}
      save={t.save}
      etag={etag}
      onSave={save}
      fresh={async () => settingsOf((await client.getEvent({ params })).data)}
      sticky
    >
      {fields}
    </ThingForm>
  );
}

type FieldsProps = { readonly form: FormState };

function Selling({ form }: FieldsProps): VNode {
  return (
    <Card title={t.sellingTitle}>
      <div class="fields">
        <div class="fields two">
          <TextField
            form={form}
            name="sales_start"
            label={t.salesStart}
            type="datetime-local"
            hint={t.salesHint}
          />
          <TextField form={form} name="sales_end" label={t.salesEnd} type="datetime-local" />
          <TextField
            form={form}
            name="capacity"
            label={t.capacity}
            hint={t.capacityHint}
            inputmode="numeric"
          />
          <TextField form={form} name="max_tickets_per_order" label={t.maxOrder} inputmode="numeric" />
          <TextField
            form={form}
            name="hold_minutes"
            label={t.holdMinutes}
            hint={t.holdHint}
            inputmode="numeric"
          />
          <TextField form={form} name="currency" label={t.currency} hint={t.currencyHint} mono />
        </div>
        <LongTextField form={form} name="refund_policy" label={t.refundPolicy} hint={t.refundHint} rows={3} />
        <TextField form={form} name="timezone" label={t.timezone} hint={t.timezoneHint} />
      </div>
    </Card>
  );
}

function Doors({ form }: FieldsProps): VNode {
  return (
    <Card title={t.doorTitle}>
      <div class="fields">
        <LongTextField form={form} name="gates" label={t.gates} hint={t.gatesHint} rows={3} />
        <SelectField
          form={form}
          name="re_entry"
          label={t.reEntry}
          options={[
            ['none', t.reNone],
            ['exit_required', t.reExit],
            ['unlimited', t.reUnlimited],
          ]}
        />
        <SelectField
          form={form}
          name="scan_policy.mode"
          label={t.scanMode}
          options={[
            ['online_preferred', t.modeOnline],
            ['offline_first', t.modeOffline],
          ]}
        />
        <SelectField
          form={form}
          name="scan_policy.unverified"
          label={t.unverified}
          options={[
            ['admit', t.admitIt],
            ['refuse', t.refuseIt],
          ]}
        />
        <SelectField
          form={form}
          name="scan_policy.scanner_auth"
          label={t.scannerAuth}
          none={t.authDefault}
          options={[
            ['paired', t.authPaired],
            ['public_key', t.authPublic],
          ]}
        />
        <SwitchField
          form={form}
          name="scan_policy.gate_partition"
          label={t.partition}
          hint={t.partitionHint}
        />
        <SwitchField form={form} name="scan_policy.fast_code_hashes" label={t.fastHashes} hint={t.fastHint} />
      </div>
    </Card>
  );
}
