import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createDiscount';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { shopCurrency } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { MoneyField, SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { tillTexts } from '../texts.ts';
import { ThingPage, type Values } from '../thing-page.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type Known = Data<Operations['getDiscount']>;

/** One discount, or a new one. */
export function DiscountPage(props: PageProps): VNode {
  return (
    <ThingPage
      {...props}
      thing={{
        get: client.getDiscount,
        create: client.createDiscount,
        update: client.updateDiscount,
        remove: client.deleteDiscount,
        scope: 'pos:write',
        readScope: 'pos:read',
        crumbs: [
          [t.title, at('/till/products')],
          [t.discounts, at('/till/products/discounts')],
        ],
        kind: t.discount,
        newKind: t.newDiscount,
        saveIt: t.saveDiscount,
        consequences: [t.discountGone],
        limits,
        keep: 'discount',
        valuesOf,
        useFields,
      }}
    />
  );
}

function useFields(form: FormState, known: Known | null) {
  const isPercent = form.get('type') === 'percent';
  const fields = (
    <>
      <TextField form={form} name="name" label={tillTexts.name} />
      <div class="fields two">
        <SelectField
          form={form}
          name="type"
          label={t.type}
          options={[
            ['percent', t.percent],
            ['fixed', t.fixed],
          ]}
        />
        {isPercent ? (
          <TextField form={form} name="value" label={t.value} inputmode="decimal" after="%" />
        ) : (
          <MoneyField form={form} name="value" label={t.value} currency={known?.currency ?? shopCurrency()} />
        )}
      </div>
      <SelectField
        form={form}
        name="applies_to"
        label={t.appliesTo}
        options={(['any', 'item', 'sale'] as const).map((one) => [one, t[one]])}
      />
      <SwitchField form={form} name="is_active" label={tillTexts.active} hint={tillTexts.activeHint} />
      <TextField
        form={form}
        name="position"
        label={tillTexts.position}
        hint={tillTexts.positionHint}
        inputmode="numeric"
      />
    </>
  );
  return { fields, sentOf: (values: Values) => withType(values, form) };
}

function valuesOf(known: Known | null): FormValues {
  return {
    name: known?.name ?? '',
    type: known?.type ?? 'percent',
    value: known ? String(known.value) : '',
    applies_to: known?.applies_to ?? 'any',
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
  };
}

/** A kind of reduction is sent with the value that goes with it. */
function withType(changes: Values, form: FormState): Values {
  return 'type' in changes || 'value' in changes
    ? { ...changes, type: form.get('type'), value: form.text('value').replaceAll(',', '') }
    : changes;
}
