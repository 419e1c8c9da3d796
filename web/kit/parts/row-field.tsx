import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { FormState } from '../form/use-form.ts';
import { currencySign } from '../format/money.ts';
import { Input } from './input.tsx';
import './row-field.css';

type RowFieldProps = {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly decimal?: boolean;
  /** It is an amount of this. */
  readonly currency?: string;
  readonly list?: string;
  readonly onText?: (text: string) => void;
  readonly class?: string;
};

/** A field of a row: its name is seen where there is no head above the rows. What is refused stands at it. */
export function RowField(props: RowFieldProps): VNode {
  const { form, name, label, placeholder, decimal, currency, list, onText } = props;
  const id = useId();
  const fault = form.faults.value[name];
  return (
    <label class={`row-field ${props.class ?? ''}`}>
      <span class="row-label">{label}</span>
      <span class={`input-frame ${fault === undefined ? '' : 'wrong'}`}>
        {currency !== undefined && <span class="before">{currencySign(currency)}</span>}
        <Input
          name={name}
          type="text"
          currency={currency}
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
