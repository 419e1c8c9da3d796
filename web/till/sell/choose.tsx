import type { ModifierGroup } from '@cottontree/contract';
import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Money } from '../../kit/parts/money.tsx';
import type { CartModifier } from '../cart/cart.ts';
import { lineOf, milliOf, minorOf } from '../cart/line-of.ts';
import { groupsOf, isMeasured, onlyVariant, type Variant } from '../catalogue/catalogue.ts';
import { add, choosing } from '../state/selling.ts';
import { things } from '../state/signals.ts';
import { t } from '../texts.ts';
import { QuantityInput } from './quantity-input.tsx';
import './choose.css';

/** What has to be known before something can be sold: which variant, what with it, how much. */
export function Choose(): VNode | null {
  const asked = choosing.value;
  if (!asked) return null;
  return <ChooseDialog key={asked.product.id} {...asked} />;
}

function ChooseDialog({ product, variant: given }: NonNullable<typeof choosing.value>): VNode {
  const [variant, setVariant] = useState<Variant | null>(given ?? onlyVariant(product));
  const [chosen, setChosen] = useState<readonly CartModifier[]>([]);
  const measured = isMeasured(product);
  const [milli, setMilli] = useState<number | null>(measured ? null : 1000);
  const groups = groupsOf(product, things.value);
  const missing = groups.find((group) => countIn(group, chosen) < group.min_select);
  const active = product.variants.filter(({ is_active }) => is_active);
  const off =
    (variant === null && t.chooseOne) ||
    (missing && t.chooseFrom(missing.name)) ||
    (milli === null && t.howMuch(product.unit ?? ''));
  function finish(): void {
    if (variant !== null && milli !== null)
      add(lineOf({ product, variant, quantityMilli: milli, modifiers: chosen }, things.value));
  }
  // One touch is enough where nothing but the variant is asked for.
  const atOnce = groups.length === 0 && !measured;
  return (
    <Dialog
      title={product.name}
      onClose={() => (choosing.value = null)}
      {...(atOnce
        ? {}
        : {
            acts: (
              <Button kind="primary" size="big" icon={Plus} off={off || false} onClick={finish}>
                {t.addToSale}
              </Button>
            ),
          })}
    >
      {active.length > 1 && (
        <div class="choices-grid" role="group" aria-label={t.variants}>
          {active.map((one) => (
            <button
              key={one.id}
              type="button"
              class="choice"
              aria-pressed={variant?.id === one.id}
              onClick={() =>
                atOnce ? add(lineOf({ product, variant: one }, things.value)) : setVariant(one)
              }
            >
              <b>{one.name ?? product.name}</b>
              <Money amount={one.price} currency={product.currency} />
            </button>
          ))}
        </div>
      )}
      {groups.map((group) => (
        <Group key={group.id} group={group} chosen={chosen} onChange={setChosen} />
      ))}
      {measured && (
        <QuantityInput
          unit={product.unit}
          stepMilli={milliOf(product.quantity_step)}
          milli={milli}
          onMilli={setMilli}
          onEnter={finish}
        />
      )}
    </Dialog>
  );
}

function countIn(group: ModifierGroup, chosen: readonly CartModifier[]): number {
  return chosen.reduce(
    (sum, { id, quantity }) => sum + (group.modifiers.some((one) => one.id === id) ? quantity : 0),
    0,
  );
}

type GroupProps = {
  readonly group: ModifierGroup;
  readonly chosen: readonly CartModifier[];
  readonly onChange: (chosen: readonly CartModifier[]) => void;
};

function Group({ group, chosen, onChange }: GroupProps): VNode {
  const full = group.max_select !== null && countIn(group, chosen) >= group.max_select;
  function toggle({ id, name, price }: ModifierGroup['modifiers'][number]): void {
    if (chosen.some((one) => one.id === id)) return onChange(chosen.filter((one) => one.id !== id));
    const made = { id, name, priceMinor: minorOf(price, group.currency), quantity: 1 };
    const others = new Set(group.modifiers.map((one) => one.id));
    // Where one is to be chosen, another takes its place.
    onChange([...(group.max_select === 1 ? chosen.filter((one) => !others.has(one.id)) : chosen), made]);
  }
  return (
    <fieldset class="choice-group">
      <legend>
        {group.name} <span class="quiet">{t.chooseCount(group.min_select, group.max_select)}</span>
      </legend>
      <div class="choices-grid">
        {group.modifiers
          .filter(({ is_active }) => is_active)
          .map((one) => {
            const on = chosen.some(({ id }) => id === one.id);
            return (
              <button
                key={one.id}
                type="button"
                class="choice"
                aria-pressed={on}
                disabled={!on && full && group.max_select !== 1}
                onClick={() => toggle(one)}
              >
                <b>{one.name}</b>
                {one.price !== 0 && <Money amount={one.price} currency={group.currency} />}
              </button>
            );
          })}
      </div>
    </fieldset>
  );
}
