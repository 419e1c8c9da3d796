import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect } from 'preact/hooks';
import type { FormState } from '../form/use-form.ts';
import { amountText, currencySign } from '../format/money.ts';
import { common } from '../text/common.ts';
import { Input, type InputType } from './input.tsx';
import './fields.css';

type FieldProps = {
  readonly form: FormState;
  /** Path of the field in the body. */
  readonly name: string;
  readonly label: string;
  /** Below the field; the contract's own words are for developers, so a page says its own. */
  readonly hint?: string;
  /** Whether it is said that it may stay empty; what always has a value needs no word. */
  readonly mark?: boolean;
};

type FrameProps = FieldProps & {
  readonly children: (ids: {
    readonly id: string;
    readonly describedBy: string | undefined;
    readonly invalid: boolean;
  }) => VNode;
};

/** The form asks for the field as long as the page shows it. */
function useStanding(form: FormState, name: string): void {
  useLayoutEffect(() => form.stand(name), [form, name]);
}

/** Label, field, hint, and what is wrong with it. What is typed into has the name as its key: an element that was another field's would keep its limits. */
function Frame({ form, name, label, hint, mark = true, children }: FrameProps): VNode {
  const id = useId();
  useStanding(form, name);
  const fault = form.faults.value[name];
  const more = fault !== undefined || hint !== undefined;
  return (
    <div class="field">
      <label for={id}>
        {label}
        {mark && !form.limitsOf(name).required && <i> {common.optional}</i>}
      </label>
      {children({ id, describedBy: more ? `${id}-more` : undefined, invalid: fault !== undefined })}
      <More id={id} fault={fault} hint={hint} />
    </div>
  );
}

/** Below a field: what is wrong with it, else what helps. */
function More({
  id,
  fault,
  hint,
}: {
  readonly id: string;
  readonly fault: string | undefined;
  readonly hint: string | undefined;
}): VNode | null {
  // What would work stands in the hint, where the fault cannot say it.
  const said = fault === common.wrongForm ? [fault, hint].filter(Boolean).join(' ') : (fault ?? hint);
  return said === undefined ? null : (
    <small
      id={`${id}-more`}
      class={fault === undefined ? '' : 'fault'}
      role={fault === undefined ? undefined : 'alert'}
    >
      {said}
    </small>
  );
}

type TextProps = FieldProps & {
  readonly type?: InputType;
  readonly autocomplete?: string;
  readonly inputmode?: 'text' | 'decimal' | 'numeric' | 'tel' | 'email' | 'url';
  readonly placeholder?: string;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
  readonly autofocus?: boolean;
  readonly mono?: boolean;
  readonly list?: readonly string[];
  /** It is an amount of this. */
  readonly currency?: string;
};

/** One line of text; its length and form come from the contract. */
export function TextField(props: TextProps): VNode {
  const {
    form,
    name,
    type = 'text',
    autocomplete = 'off',
    inputmode,
    placeholder,
    before,
    after,
    autofocus,
    mono,
    list,
    currency,
  } = props;
  const limits = form.limitsOf(name);
  const listId = useId();
  return (
    <Frame {...props}>
      {({ id, describedBy, invalid }) => (
        <span class={`input-frame ${invalid ? 'wrong' : ''}`}>
          {before !== undefined && <span class="before">{before}</span>}
          <Input
            key={name}
            type={type}
            currency={currency}
            id={id}
            name={name}
            class={`input bare ${mono ? 'mono' : ''}`}
            value={form.text(name)}
            onText={(text) => form.set(name, text)}
            maxLength={limits.maxLength}
            autocomplete={autocomplete}
            inputMode={inputmode}
            placeholder={placeholder}
            required={limits.required}
            aria-invalid={invalid}
            aria-describedby={describedBy}
            autofocus={autofocus}
            {...(list ? { list: listId } : {})}
          />
          {list && (
            <datalist id={listId}>
              {list.map((one) => (
                <option value={one} />
              ))}
            </datalist>
          )}
          {after !== undefined && <span class="after">{after}</span>}
        </span>
      )}
    </Frame>
  );
}

/** An amount of money in a currency. */
export function MoneyField({
  currency = 'SLE',
  ...props
}: FieldProps & { readonly currency?: string; readonly autofocus?: boolean }): VNode {
  return (
    <TextField
      {...props}
      currency={currency}
      inputmode="decimal"
      before={currencySign(currency)}
      placeholder={amountText(0, currency)}
    />
  );
}

/** A phone number as it is dialled. */
export function PhoneField(props: FieldProps): VNode {
  return <TextField {...props} type="tel" inputmode="tel" placeholder="076 123456" />;
}

/** Several lines of text. */
export function LongTextField(
  props: FieldProps & { readonly rows?: number; readonly mono?: boolean },
): VNode {
  const { form, name, rows = 4, mono } = props;
  return (
    <Frame {...props}>
      {({ id, describedBy, invalid }) => (
        <textarea
          key={name}
          id={id}
          name={name}
          class={`input ${invalid ? 'wrong' : ''} ${mono ? 'mono' : ''}`}
          rows={rows}
          value={form.text(name)}
          onInput={(event) => form.set(name, event.currentTarget.value)}
          maxLength={form.limitsOf(name).maxLength}
          aria-invalid={invalid}
          aria-describedby={describedBy}
        />
      )}
    </Frame>
  );
}

/** One of a closed list. */
export function SelectField(
  props: FieldProps & {
    readonly options: readonly (readonly [value: string, name: string])[];
    readonly none?: string;
  },
): VNode {
  const { form, name, options, none } = props;
  return (
    <Frame {...props} mark={none !== undefined}>
      {({ id, describedBy, invalid }) => (
        <select
          key={name}
          id={id}
          name={name}
          class={`input select ${invalid ? 'wrong' : ''}`}
          value={form.text(name)}
          onChange={(event) => form.set(name, event.currentTarget.value)}
          aria-invalid={invalid}
          aria-describedby={describedBy}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, text]) => (
            <option value={value} key={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** On or off. */
export function SwitchField({ form, name, label, hint }: FieldProps): VNode {
  const id = useId();
  useStanding(form, name);
  const fault = form.faults.value[name];
  return (
    <div class="switch-field">
      <div class="grow">
        <label for={id}>{label}</label>
        <More id={id} fault={fault} hint={hint} />
      </div>
      <input
        id={id}
        aria-describedby={(fault ?? hint) ? `${id}-more` : undefined}
        aria-invalid={fault !== undefined}
        name={name}
        type="checkbox"
        role="switch"
        class="switch"
        checked={form.get(name) === true}
        onChange={(event) => form.set(name, event.currentTarget.checked)}
      />
    </div>
  );
}

/** Several of a closed list. */
export function ChoicesField({
  form,
  name,
  label,
  hint,
  options,
}: FieldProps & { readonly options: readonly (readonly [value: string, name: string])[] }): VNode {
  const chosen = form.get(name);
  const values = Array.isArray(chosen) ? (chosen as readonly string[]) : [];
  const fault = form.faults.value[name];
  const id = useId();
  useStanding(form, name);
  return (
    <fieldset class="choices" aria-describedby={(fault ?? hint) ? `${id}-more` : undefined}>
      <legend>{label}</legend>
      <div>
        {options.map(([value, text]) => (
          <label key={value}>
            <input
              type="checkbox"
              class="check"
              name={name}
              checked={values.includes(value)}
              onChange={(event) =>
                form.set(
                  name,
                  event.currentTarget.checked ? [...values, value] : values.filter((one) => one !== value),
                )
              }
            />
            {text}
          </label>
        ))}
      </div>
      <More id={id} fault={fault} hint={hint} />
    </fieldset>
  );
}
