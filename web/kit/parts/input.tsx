import {
  h,
  type ComponentChildren,
  type InputHTMLAttributes,
  type TargetedInputEvent,
  type VNode,
} from 'preact';
import { useState } from 'preact/hooks';
import { amountInField, plainAmount } from '../form/plain-amount.ts';

export type InputType =
  | 'text'
  | 'email'
  | 'tel'
  | 'url'
  | 'password'
  | 'date'
  | 'datetime-local'
  | 'time'
  | 'search'
  | 'color';

type InputProps = {
  readonly type: InputType;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** What is typed is an amount of this. */
  readonly currency?: string | undefined;
  readonly [attribute: string]: ComponentChildren | ((text: string) => void);
};

/** One line that is typed into, of whatever type: the types of the elements want one for each. */
export function Input({ currency, ...more }: InputProps): VNode {
  return currency === undefined ? <Line {...more} /> : <Amount {...more} currency={currency} />;
}

function Line({ onText, ...attributes }: InputProps): VNode {
  const all = {
    ...attributes,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onText(event.currentTarget.value),
  };
  return h('input', all as InputHTMLAttributes<HTMLInputElement>);
}

/** As somebody types it; with its thousands and all decimals of the currency once they go on. */
function Amount({ currency, value, onText, ...attributes }: InputProps & { currency: string }): VNode {
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && plainAmount(typed) === value;
  const all = {
    inputMode: 'decimal',
    ...attributes,
    onBlur: () => setTyped(null),
  };
  return (
    <Line
      {...all}
      value={isTyped ? typed : amountInField(value, currency)}
      onText={(text) => {
        setTyped(text);
        onText(plainAmount(text));
      }}
    />
  );
}
