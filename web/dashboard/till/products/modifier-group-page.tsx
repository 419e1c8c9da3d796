import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createModifierGroup';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { shopCurrency } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { tillTexts } from '../texts.ts';
import { ThingPage, type Values } from '../thing-page.tsx';
import { Choices, choicesIn, choicesOf } from './modifier-choices.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type Known = Data<Operations['getModifierGroup']>;

const LIMITS = { ...limits, 'modifiers[].name': { ...limits['modifiers[].name'], required: true as const } };

/** One group of modifiers, or a new one. */
export function ModifierGroupPage(props: PageProps): VNode {
  return (
    <ThingPage
      {...props}
      thing={{
        get: client.getModifierGroup,
        create: client.createModifierGroup,
        update: client.updateModifierGroup,
        remove: client.deleteModifierGroup,
        scope: 'pos:write',
        readScope: 'pos:read',
        crumbs: [
          [t.title, at('/till/products')],
          [t.modifiers, at('/till/products/modifiers')],
        ],
        kind: t.group,
        newKind: t.newModifier,
        saveIt: t.saveGroup,
        consequences: [t.groupGone],
        limits: LIMITS,
        keep: 'group',
        valuesOf,
        useFields,
      }}
    />
  );
}

function useFields(form: FormState, known: Known | null) {
  const fields = (
    <>
      <TextField form={form} name="name" label={tillTexts.name} />
      <div class="fields two">
        <TextField form={form} name="min_select" label={t.atLeast} inputmode="numeric" />
        <TextField form={form} name="max_select" label={t.atMost} hint={t.atMostHint} inputmode="numeric" />
      </div>
      <Choices form={form} currency={known?.currency ?? shopCurrency()} />
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
  // A change names all choices: those that it leaves out are taken away.
  return { fields, sentOf: (values: Values) => ({ ...values, modifiers: choicesOf(form) }) };
}

function valuesOf(known: Known | null): FormValues {
  return {
    name: known?.name ?? '',
    min_select: String(known?.min_select ?? 0),
    max_select: known?.max_select == null ? '' : String(known.max_select),
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
    ...choicesIn(known),
  };
}
