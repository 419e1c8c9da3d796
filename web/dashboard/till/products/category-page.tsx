import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createCategory';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { choicesOf } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { ThingPage } from '../thing-page.tsx';
import { ALL } from '../when.ts';
import { ColourField } from './colour-field.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type Known = Data<Operations['getCategory']>;

/** One category, or a new one. */
export function CategoryPage(props: PageProps): VNode {
  return (
    <ThingPage
      {...props}
      thing={{
        get: client.getCategory,
        create: client.createCategory,
        update: client.updateCategory,
        remove: client.deleteCategory,
        scope: 'pos:write',
        readScope: 'pos:read',
        crumbs: [
          [t.title, at('/till/products')],
          [t.categories, at('/till/products/categories')],
        ],
        kind: t.category,
        newKind: t.newCategory,
        saveIt: t.saveCategory,
        consequences: [t.categoryGone],
        limits,
        keep: 'category',
        valuesOf,
        useFields,
      }}
    />
  );
}

function useFields(form: FormState, known: Known | null) {
  const others = (useCall(client.listCategories, ALL).answer?.data ?? []).filter(
    ({ id }) => id !== known?.id,
  );
  const fields = (
    <>
      <TextField form={form} name="name" label={tillTexts.name} />
      <SelectField form={form} name="parent_id" label={t.parent} options={choicesOf(others)} none={t.top} />
      <ColourField form={form} />
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
    parent_id: known?.parent_id ?? '',
    color: known?.color ?? '',
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
  };
}
