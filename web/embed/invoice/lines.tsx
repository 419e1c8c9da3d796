import { Plus, X } from 'lucide';
import type { VNode } from 'preact';
import { moneyText } from '../../kit/format/money.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { MoneyField, TextField } from '../../kit/parts/fields.tsx';
import { t } from '../texts.ts';
import { sumsOf } from './sums.ts';

const FIELDS = ['description', 'quantity', 'unit_price'] as const;

/** The lines that the form holds, by their place. */
export function linesIn(form: FormState): readonly number[] {
  return Object.keys(form.values.value)
    .flatMap((path) => /^items\[(\d+)\]\.description$/.exec(path)?.[1] ?? [])
    .map(Number);
}

/** One line: what, how many, and what one costs. */
export function LineFields({
  form,
  at,
  currency,
}: {
  readonly form: FormState;
  readonly at: number;
  readonly currency: string;
}): VNode {
  return (
    <div class="embed-line" role="group" aria-label={t.line(at + 1)}>
      <TextField form={form} name={`items[${at}].description`} label={t.what} />
      <TextField form={form} name={`items[${at}].quantity`} label={t.quantity} inputmode="decimal" />
      <MoneyField form={form} name={`items[${at}].unit_price`} label={t.price} currency={currency} />
      {linesIn(form).length > 1 && (
        <Button kind="ghost" icon={X} label={t.dropLine(at + 1)} onClick={() => drop(form, at)} />
      )}
    </div>
  );
}

export function MoreLines({ form }: { readonly form: FormState }): VNode {
  return (
    <Button size="s" icon={Plus} onClick={() => put(form, [...rowsOf(form), ['', '1', '']])}>
      {t.addLine}
    </Button>
  );
}

/** What it comes to as it is typed. */
export function Sum({ form, currency }: { readonly form: FormState; readonly currency: string }): VNode {
  const lines = rowsOf(form).map(([, quantity = '1', price = '']) => ({ quantity, price }));
  const sums = sumsOf(lines, { currency, taxRate: form.text('tax_rate') });
  return (
    <dl class="embed-sums" aria-live="polite">
      <div>
        <dt>{t.sumOf}</dt>
        <dd>{moneyText(sums.subtotal, currency)}</dd>
      </div>
      <div>
        <dt>{t.tax}</dt>
        <dd>{moneyText(sums.tax, currency)}</dd>
      </div>
      <div class="whole">
        <dt>{t.total}</dt>
        <dd>{moneyText(sums.total, currency)}</dd>
      </div>
    </dl>
  );
}

function rowsOf(form: FormState): readonly (readonly string[])[] {
  return linesIn(form).map((at) => FIELDS.map((field) => form.text(`items[${at}].${field}`)));
}

function drop(form: FormState, at: number): void {
  put(
    form,
    rowsOf(form).filter((_, place) => place !== at),
  );
}

function put(form: FormState, rows: readonly (readonly string[])[]): void {
  const others = Object.entries(form.values.value).filter(([path]) => !path.startsWith('items['));
  const lines = rows.flatMap((row, at) =>
    FIELDS.map((field, place) => [`items[${at}].${field}`, row[place] ?? ''] as const),
  );
  form.values.value = Object.fromEntries([...others, ...lines]);
}
