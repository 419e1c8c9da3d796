import type { Data, Operations } from '@cottontree/contract';
import { Plus, X } from 'lucide';
import type { VNode } from 'preact';
import { currencySign } from '../../../kit/format/money.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { tillTexts } from '../texts.ts';
import { productsTexts as t } from './texts.ts';

export type Choice = {
  readonly id?: string;
  readonly name: string;
  readonly price: string;
  readonly is_active?: boolean;
};

/** The choices of a group as its form holds them; a new group begins with an empty one. */
export function choicesIn(known: Data<Operations['getModifierGroup']> | null): readonly Choice[] {
  return known
    ? known.modifiers.map(({ id, name, price, is_active }) => ({ id, name, price: String(price), is_active }))
    : [{ name: '', price: '0' }];
}

/** What can be chosen, in the order of the till. */
export function Choices({
  choices,
  change,
  currency,
}: {
  readonly choices: readonly Choice[];
  readonly change: (choices: readonly Choice[]) => void;
  readonly currency: string;
}): VNode {
  const set = (at: number, patch: Partial<Choice>): void =>
    change(choices.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  return (
    <fieldset class="choices">
      <legend>{t.choices}</legend>
      <ul class="till-items">
        {choices.map((choice, index) => (
          <li key={choice.id ?? index}>
            <Input
              type="text"
              class="input grow"
              maxLength={100}
              aria-label={t.choiceName}
              placeholder={t.choiceName}
              value={choice.name}
              onText={(name) => set(index, { name })}
            />
            <span class="input-frame till-cost">
              <span class="before">{currencySign(currency)}</span>
              <Input
                type="text"
                class="input bare"
                inputMode="decimal"
                aria-label={t.choicePrice}
                value={choice.price}
                onText={(price) => set(index, { price: price.replaceAll(',', '') })}
              />
            </span>
            <Button
              kind="ghost"
              icon={X}
              label={tillTexts.takeOff(choice.name)}
              onClick={() => change(choices.filter((_, other) => other !== index))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button size="s" icon={Plus} onClick={() => change([...choices, { name: '', price: '0' }])}>
          {t.addChoice}
        </Button>
      </div>
      <small>{t.choicesHint}</small>
    </fieldset>
  );
}
