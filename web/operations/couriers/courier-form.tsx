import type { VNode } from 'preact';
import type { FormState } from '../../kit/form/use-form.ts';
import { MoneyField, PhoneField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { choicesOf } from '../words.ts';
import { courierTexts as t } from './texts.ts';

const VEHICLES = ['foot', 'bicycle', 'motorbike', 'keke', 'tricycle', 'car', 'van', 'truck'];

/** What is known of a courier, in a form for a new one or one that is there. */
export function CourierFields({ form }: { readonly form: FormState }): VNode {
  return (
    <>
      <TextField form={form} name="name" label={t.name} hint={t.nameHint} autocomplete="off" />
      <PhoneField form={form} name="phone" label={t.phone} hint={t.phoneHint} />
      <SelectField form={form} name="vehicle_type" label={t.vehicle} options={choicesOf(VEHICLES)} />
      <TextField form={form} name="plate" label={t.plate} />
      <TextField form={form} name="jobs_max" label={t.jobsMax} inputmode="numeric" hint={t.jobsMaxHint} />
      <MoneyField form={form} name="cash_limit" label={t.cashLimit} hint={t.cashLimitHint} />
      <TextField form={form} name="merchant_id" label={t.ownShop} hint={t.ownShopHint} mono />
    </>
  );
}
