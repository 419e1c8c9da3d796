import type { VNode } from 'preact';
import type { FormState } from '../../kit/form/use-form.ts';
import { Card } from '../../kit/parts/card.tsx';
import {
  ChoicesField,
  LongTextField,
  MoneyField,
  SelectField,
  SwitchField,
  TextField,
} from '../../kit/parts/fields.tsx';
import { choicesOf } from '../words.ts';
import { zoneTexts as t } from './texts.ts';
import { DAYS, KINDS, LEVELS } from './zone-values.ts';

/** What is known of a zone: its names, its border, when and how it is served, what it costs. */
export function ZoneFields({ form, isNew }: { readonly form: FormState; readonly isNew: boolean }): VNode {
  return (
    <>
      <Card title={t.names}>
        <div class="stack">
          {isNew && <TextField form={form} name="code" label={t.code} hint={t.codeHint} mono />}
          <TextField form={form} name="name" label={t.name} />
          <TextField form={form} name="aliases" label={t.aliases} hint={t.aliasesHint} />
          <SelectField form={form} name="kind" label={t.kind} hint={t.kindHint} options={choicesOf(KINDS)} />
          <TextField form={form} name="district" label={t.district} />
        </div>
      </Card>
      <Card title={t.border}>
        <div class="stack">
          <p class="small quiet">{t.borderText}</p>
          <TextField form={form} name="center.lat" label={t.lat} inputmode="decimal" />
          <TextField form={form} name="center.lng" label={t.lng} inputmode="decimal" />
          <TextField form={form} name="radius_km" label={t.radius} inputmode="decimal" after="km" />
          <LongTextField form={form} name="border" label={t.corners} hint={t.cornersHint} rows={5} mono />
        </div>
      </Card>
      <Card title={t.service}>
        <div class="stack">
          <ChoicesField form={form} name="service_levels" label={t.levels} options={choicesOf(LEVELS)} />
          <MoneyField form={form} name="base_fee" label={t.baseFee} hint={t.baseFeeHint} />
          <TextField form={form} name="estimated_minutes" label={t.minutes} inputmode="numeric" after="min" />
          <SwitchField form={form} name="cod_available" label={t.cod} />
          <SwitchField form={form} name="has_hours" label={t.hasHours} hint={t.hasHoursHint} />
          {form.get('has_hours') === true && (
            <>
              <ChoicesField
                form={form}
                name="days"
                label={t.days}
                options={DAYS.map((day) => [day, t[day as 'mon']])}
              />
              <TextField form={form} name="from" label={t.from} type="time" />
              <TextField form={form} name="to" label={t.to} type="time" hint={t.toHint} />
            </>
          )}
        </div>
      </Card>
    </>
  );
}
