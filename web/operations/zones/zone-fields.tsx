import type { VNode } from 'preact';
import type { FormState } from '../../kit/form/use-form.ts';
import { Card } from '../../kit/parts/card.tsx';
import { ChoicesField, MoneyField, SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { choicesOf } from '../words.ts';
import { BorderFields } from './border-fields.tsx';
import { HoursFields } from './hours-fields.tsx';
import { zoneTexts as t } from './texts.ts';
import { KINDS, LEVELS } from './zone-values.ts';
import './rates.css';

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
      <BorderFields form={form} />
      <Card title={t.service}>
        <div class="stack">
          <ChoicesField form={form} name="service_levels" label={t.levels} options={choicesOf(LEVELS)} />
          <MoneyField form={form} name="base_fee" label={t.baseFee} hint={t.baseFeeHint} />
          <TextField form={form} name="max_weight_kg" label={t.maxWeight} inputmode="decimal" after="kg" />
          <TextField form={form} name="estimated_minutes" label={t.minutes} inputmode="numeric" after="min" />
          <SwitchField form={form} name="cod_available" label={t.cod} />
        </div>
      </Card>
      <HoursFields form={form} />
    </>
  );
}
