import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { plainAmount } from '../../kit/form/plain-amount.ts';
import { currencySign } from '../../kit/format/money.ts';
import { Input } from '../../kit/parts/input.tsx';
import { common } from '../../kit/text/common.ts';
import { currency, figureText, major } from '../data/money.tsx';
import { typedMinor } from './typed-amount.ts';

type AmountProps = {
  readonly label: string;
  readonly minor: number | null;
  /** Null while nothing stands there, or, as is said then, what is no amount: whoever takes nothing for something has to look. */
  readonly onMinor: (minor: number | null, isWrong: boolean) => void;
  readonly hint?: string;
  readonly autofocus?: boolean;
};

/** An amount that is typed. */
export function AmountInput({ label, minor, onMinor, hint, autofocus = true }: AmountProps): VNode {
  const id = useId();
  const [text, setText] = useState(minor === null || minor === 0 ? '' : String(major(minor)));
  const wrong = text !== '' && typedMinor(text) === null;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class={`input-frame ${wrong ? 'wrong' : ''}`}>
        <span class="before">{currencySign(currency.value)}</span>
        <Input
          id={id}
          type="text"
          class="input bare"
          inputMode="decimal"
          placeholder={figureText(0)}
          autocomplete="off"
          autofocus={autofocus}
          value={text}
          aria-invalid={wrong}
          onText={(next) => {
            const cleaned = plainAmount(next);
            setText(cleaned);
            const read = typedMinor(cleaned);
            onMinor(read, cleaned !== '' && read === null);
          }}
        />
      </span>
      {(wrong || hint !== undefined) && (
        <small class={wrong ? 'fault' : ''}>{wrong ? common.noAmount : hint}</small>
      )}
    </div>
  );
}
