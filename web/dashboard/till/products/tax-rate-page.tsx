import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createTaxRate';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { tillTexts } from '../texts.ts';
import { ThingPage } from '../thing-page.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type Known = Data<Operations['getTaxRate']>;

/** One tax rate, or a new one. */
export function TaxRatePage(props: PageProps): VNode {
  return (
    <ThingPage
      {...props}
      thing={{
        get: client.getTaxRate,
        create: client.createTaxRate,
        update: client.updateTaxRate,
        remove: client.deleteTaxRate,
        scope: 'pos:write',
        readScope: 'pos:read',
        crumbs: [
          [t.title, at('/till/products')],
          [t.taxRates, at('/till/products/tax-rates')],
        ],
        kind: t.tax,
        newKind: t.newTax,
        saveIt: t.saveTax,
        consequences: [t.taxGone],
        limits,
        keep: 'tax',
        valuesOf,
        useFields,
      }}
    />
  );
}

function useFields(form: FormState) {
  const fields = (
    <>
      <TextField form={form} name="name" label={tillTexts.name} />
      <TextField form={form} name="rate" label={t.rate} inputmode="decimal" after="%" hint={t.taxChange} />
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
  return { fields };
}

function valuesOf(known: Known | null): FormValues {
  return {
    name: known?.name ?? '',
    rate: known ? String(known.rate) : '',
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
  };
}
