import { Plus, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { currencySign } from '../../kit/format/money.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { editorTexts as e } from './editor-texts.ts';
import { arrangeLines, lineAt, lineCount } from './invoice-form.ts';
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
  const count = lineCount(form.values.value);
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
          <LineField form={form} name={lineAt(at, 'quantity')} label={e.count} decimal />
          <LineField
            form={form}
            name={lineAt(at, 'unit_price')}
            label={e.price}
            before={currencySign(currency)}
            decimal
          />
          <LineField form={form} name={lineAt(at, 'less')} label={e.less} placeholder={e.lessHint} />
          <LineField form={form} name={lineAt(at, 'tax_rate')} label={e.tax} placeholder={usualTax} decimal />
          <span class="right line-sum">
            <Money amount={totals.lines[at] ?? 0} currency={currency} />
          </span>
          <Button
            kind="ghost"
            icon={Trash2}
            label={e.takeOut}
            onClick={() => arrangeLines(form, count === 1 ? [-1] : all.filter((other) => other !== at))}
          />
        </fieldset>
      ))}
      <div class="line-add">
        <Button kind="ghost" icon={Plus} onClick={() => arrangeLines(form, [...all, -1])}>
          {e.addLine}
        </Button>
      </div>
    </section>
  );
}

type FieldProps = {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly before?: string;
  readonly decimal?: boolean;
  readonly list?: string;
  readonly onText?: (text: string) => void;
  readonly class?: string;
};

function LineField(props: FieldProps): VNode {
  const { form, name, label, placeholder, before, decimal, list, onText } = props;
  const id = useId();
  const fault = form.faults.value[name];
  return (
    <label class={`line-field ${props.class ?? ''}`}>
      <span class="line-label">{label}</span>
      <span class={`input-frame ${fault === undefined ? '' : 'wrong'}`}>
        {before !== undefined && <span class="before">{before}</span>}
        <Input
          name={name}
          type="text"
          class="input bare"
          value={form.text(name)}
          onText={onText ?? ((text) => form.set(name, text))}
          maxLength={form.limitsOf(name).maxLength}
          autocomplete="off"
          placeholder={placeholder}
          aria-label={label}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : id}
          {...(decimal ? { inputMode: 'decimal' } : {})}
          {...(list === undefined ? {} : { list })}
        />
      </span>
      {fault !== undefined && (
        <small id={id} class="fault" role="alert">
          {fault}
        </small>
      )}
    </label>
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
      <LineField form={form} name={name} label={e.what} list={list} onText={write} class="what" />
      <datalist id={list}>
        {found.map((product) => (
          <option value={product.name} key={product.id} />
        ))}
      </datalist>
    </>
  );
}
