import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Input } from '../../kit/parts/input.tsx';
import { quantityText } from '../cart/cart.ts';
import { milliOf } from '../cart/line-of.ts';
import { t } from '../texts.ts';

type QuantityProps = {
  readonly unit: string | null;
  readonly stepMilli: number;
  readonly milli: number | null;
  /** Null while what stands there is no quantity of it. */ readonly onMilli: (milli: number | null) => void;
  readonly onEnter?: () => void;
};

/** How much of something, in whole steps of it. */
export function QuantityInput({ unit, stepMilli, milli, onMilli, onEnter }: QuantityProps): VNode {
  const id = useId();
  const [text, setText] = useState(milli === null ? '' : quantityText(milli));
  const wrong = text !== '' && milli === null;
  return (
    <div class="field">
      <label for={id}>{t.howMuch(unit ?? '')}</label>
      <span class={`input-frame ${wrong ? 'wrong' : ''}`}>
        <Input
          id={id}
          type="text"
          class="input bare quantity-input"
          inputMode="decimal"
          autocomplete="off"
          autofocus
          placeholder={stepMilli % 1000 === 0 ? '1' : '0.000'}
          value={text}
          aria-invalid={wrong}
          onKeyDown={(event: unknown) => {
            if ((event as KeyboardEvent).key === 'Enter') onEnter?.();
          }}
          onText={(next) => {
            const cleaned = next.replace(',', '.');
            setText(cleaned);
            const read = milliOf(cleaned.replace(/\.$/, ''));
            onMilli(read > 0 && read % stepMilli === 0 ? read : null);
          }}
        />
        {unit !== null && <span class="after">{unit}</span>}
      </span>
      {wrong && <small class="fault">{t.inSteps(quantityText(stepMilli))}</small>}
    </div>
  );
}
