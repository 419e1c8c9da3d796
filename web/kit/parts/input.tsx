import {
  h,
  type ComponentChildren,
  type InputHTMLAttributes,
  type TargetedInputEvent,
  type VNode,
} from 'preact';

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
  readonly [attribute: string]: ComponentChildren | ((text: string) => void);
};

/** One line that is typed into, of whatever type: the types of the elements want one for each. */
export function Input({ onText, ...attributes }: InputProps): VNode {
  const all = {
    ...attributes,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onText(event.currentTarget.value),
  };
  return h('input', all as InputHTMLAttributes<HTMLInputElement>);
}
