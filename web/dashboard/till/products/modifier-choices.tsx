import type { Data, Operations } from '@cottontree/contract';
import { Plus, X } from 'lucide';
import type { VNode } from 'preact';
import { arrangeRows, NEW_ROW, rowAt, rowCount, rowValues } from '../../../kit/form/rows.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { RowField } from '../../../kit/parts/row-field.tsx';
import { tillTexts } from '../texts.ts';
import { productsTexts as t } from './texts.ts';

type Known = Data<Operations['getModifierGroup']>;

const CHOICES = Object.freeze({
  list: 'modifiers',
  blank: { name: '', price: '0', id: null as string | null, is_active: true as boolean },
});

/** The choices of a group as its form begins with them; a new group begins with an empty one. */
export function choicesIn(known: Known | null): FormValues {
  const rows = known
    ? known.modifiers.map(({ id, name, price, is_active }, at) =>
        rowValues(CHOICES, at, { id, name, price: String(price), is_active }),
      )
    : [rowValues(CHOICES, 0)];
  return Object.assign({}, ...rows) as FormValues;
}

const placesIn = (form: FormState): readonly number[] =>
  Array.from({ length: rowCount(CHOICES, form.values.value) }, (_, at) => at);

/** The choices as they are sent, all of them. */
export function choicesOf(form: FormState): readonly object[] {
  return placesIn(form).map((at) => {
    const id = form.get(rowAt(CHOICES, at, 'id'));
    return {
      ...(id === null ? {} : { id }),
      name: form.text(rowAt(CHOICES, at, 'name')).trim(),
      price:
        form
          .text(rowAt(CHOICES, at, 'price'))
          .replaceAll(',', '')
          .trim() || '0',
      is_active: form.get(rowAt(CHOICES, at, 'is_active')),
    };
  });
}

type ChoicesProps = { readonly form: FormState; readonly currency: string };

/** What can be chosen, in the order of the till. */
export function Choices({ form, currency }: ChoicesProps): VNode {
  const all = placesIn(form);
  return (
    <fieldset class="choices">
      <legend>{t.choices}</legend>
      <ul class="till-items">
        {all.map((at) => (
          <li key={`${at}/${all.length}`}>
            <RowField
              form={form}
              name={rowAt(CHOICES, at, 'name')}
              label={t.choiceName}
              placeholder={t.choiceName}
              class="grow"
            />
            <RowField
              form={form}
              name={rowAt(CHOICES, at, 'price')}
              label={t.choicePrice}
              currency={currency}
              class="till-cost"
            />
            <Button
              kind="ghost"
              icon={X}
              label={tillTexts.takeOff(form.text(rowAt(CHOICES, at, 'name')))}
              onClick={() =>
                arrangeRows(
                  form,
                  CHOICES,
                  all.filter((other) => other !== at),
                )
              }
            />
          </li>
        ))}
      </ul>
      <div>
        <Button size="s" icon={Plus} onClick={() => arrangeRows(form, CHOICES, [...all, NEW_ROW])}>
          {t.addChoice}
        </Button>
      </div>
      <small>{t.choicesHint}</small>
    </fieldset>
  );
}
