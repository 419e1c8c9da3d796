import { Plus, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { arrangeRows, NEW_ROW, rowCount } from '../../kit/form/rows.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { RowField } from '../../kit/parts/row-field.tsx';
import { editorTexts as e } from './editor-texts.ts';
import { lineAt, LINES } from './invoice-form.ts';
import type { Running } from './running-totals.ts';

type LinesProps = {
  readonly form: FormState;
  readonly totals: Running;
  readonly currency: string;
  /** What tax a line has that says nothing. */
  readonly usualTax: string;
};

/** The lines, each with its own sum; products of the catalogue are offered while one is typed. */
export function LineFields({ form, totals, currency, usualTax }: LinesProps): VNode {
  const count = rowCount(LINES, form.values.value);
  const all = Array.from({ length: count }, (_, at) => at);
  return (
    <section class="lines" aria-label={e.lines}>
      <div class="line-head" aria-hidden="true">
        <span>{e.what}</span>
        <span>{e.count}</span>
        <span>{e.price}</span>
        <span>{e.less}</span>
        <span>{e.tax}</span>
        <span class="right">{e.amount}</span>
        <span />
      </div>
      {all.map((at) => (
        <fieldset class="line" key={`${at}/${count}`}>
          <legend class="hidden-text">{e.lineOf(at + 1)}</legend>
          <WhatField form={form} at={at} />
          <RowField form={form} name={lineAt(at, 'quantity')} label={e.count} decimal />
          <RowField form={form} name={lineAt(at, 'unit_price')} label={e.price} currency={currency} />
          <RowField form={form} name={lineAt(at, 'less')} label={e.less} placeholder={e.lessHint} />
          <RowField form={form} name={lineAt(at, 'tax_rate')} label={e.tax} placeholder={usualTax} decimal />
          <span class="right line-sum">
            <Money amount={totals.lines[at] ?? 0} currency={currency} />
          </span>
          <Button
            kind="ghost"
            icon={Trash2}
            label={e.takeOut}
            onClick={() =>
              arrangeRows(form, LINES, count === 1 ? [NEW_ROW] : all.filter((other) => other !== at))
            }
          />
        </fieldset>
      ))}
      <div class="line-add">
        <Button kind="ghost" icon={Plus} onClick={() => arrangeRows(form, LINES, [...all, NEW_ROW])}>
          {e.addLine}
        </Button>
      </div>
    </section>
  );
}

/** What is charged for; a product's name brings its price and its tax. */
function WhatField({ form, at }: { readonly form: FormState; readonly at: number }): VNode {
  const name = lineAt(at, 'description');
  const list = useId();
  const [typed, setTyped] = useState('');
  const asks = typed.trim().length > 1 && may('pos:read');
  const { answer } = useCall(
    client.listProducts,
    asks ? { query: { q: typed.trim().slice(0, 100), is_active: true, limit: 8 } } : null,
  );
  const found = asks ? (answer?.data ?? []) : [];
  function write(text: string): void {
    setTyped(text);
    form.set(name, text);
    const product = found.find((one) => one.name === text);
    form.set(lineAt(at, 'product_id'), product && product.type !== 'variable' ? product.id : '');
    if (!product) return;
    form.set(lineAt(at, 'unit_price'), String(product.price));
    if (product.tax_rate !== null) form.set(lineAt(at, 'tax_rate'), String(product.tax_rate));
  }
  return (
    <>
      <RowField form={form} name={name} label={e.what} list={list} onText={write} class="what" />
      <datalist id={list}>
        {found.map((product) => (
          <option value={product.name} key={product.id} />
        ))}
      </datalist>
    </>
  );
}
