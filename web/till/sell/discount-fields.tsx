import { parseRate } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Input } from '../../kit/parts/input.tsx';
import type { CartDiscount } from '../cart/cart.ts';
import { minorOf, rateOf } from '../cart/line-of.ts';
import { common } from '../../kit/text/common.ts';
import { major, sumText } from '../data/money.tsx';
import { things } from '../state/signals.ts';
import { t } from '../texts.ts';

type DiscountProps = {
  readonly target: 'line' | 'sale';
  readonly discount: CartDiscount | null;
  /** With why what is typed is no percentage, where it is none. */
  readonly onChange: (discount: CartDiscount | null, wrong: string | false) => void;
};

/** What is taken off: one of the shop's own discounts, or a percentage that is typed. */
export function DiscountFields({ target, discount, onChange }: DiscountProps): VNode {
  const id = useId();
  const [percent, setPercent] = useState(discount?.type === 'percent' ? String(discount.value / 10_000) : '');
  const wrong = discount === null && percentFault(percent);
  const own = [...things.value.discounts.values()].filter(
    ({ is_active, applies_to }) =>
      is_active && (applies_to === 'any' || applies_to === (target === 'line' ? 'item' : 'sale')),
  );
  return (
    <fieldset class="choice-group discounts">
      <legend>{t.discount}</legend>
      <div class="choices-grid">
        <button
          type="button"
          class="choice"
          aria-pressed={discount === null}
          onClick={() => (setPercent(''), onChange(null, false))}
        >
          <b>{t.noDiscount}</b>
        </button>
        {own.map((one) => {
          const value = one.type === 'percent' ? rateOf(one.value) : minorOf(one.value, one.currency);
          const on = discount?.type === one.type && discount.value === value && discount.reason === one.name;
          return (
            <button
              key={one.id}
              type="button"
              class="choice"
              aria-pressed={on}
              onClick={() => (setPercent(''), onChange({ type: one.type, value, reason: one.name }, false))}
            >
              <b>{one.name}</b>
              <span>{one.type === 'percent' ? `${one.value} %` : sumText(value)}</span>
            </button>
          );
        })}
      </div>
      <div class="field">
        <label for={id}>{t.percentOff}</label>
        <span class={`input-frame ${wrong ? 'wrong' : ''}`}>
          <Input
            id={id}
            type="text"
            class="input bare"
            inputMode="decimal"
            autocomplete="off"
            placeholder="0"
            value={discount?.type === 'fixed' ? String(major(discount.value)) : percent}
            aria-invalid={wrong !== false}
            disabled={discount?.type === 'fixed'}
            onText={(text) => {
              const cleaned = text.replace(',', '.');
              const rate = rateOf(cleaned.replace(/\.$/, ''));
              const why = percentFault(cleaned);
              setPercent(cleaned);
              onChange(why || rate === 0 ? null : { type: 'percent', value: rate, reason: '' }, why);
            }}
          />
          <span class="after">{discount?.type === 'fixed' ? '' : '%'}</span>
        </span>
        {wrong && <small class="fault">{wrong}</small>}
      </div>
    </fieldset>
  );
}

const PERCENT_MAX = 100;

/** Why what was typed takes nothing off; false: it does, or nothing was typed. */
function percentFault(text: string): string | false {
  if (text === '') return false;
  const read = parseRate(text.replace(/\.$/, ''));
  if (!read.ok) return common.noNumber;
  return read.rate > rateOf(PERCENT_MAX) && common.tooLarge(PERCENT_MAX);
}
