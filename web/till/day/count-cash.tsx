import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Input } from '../../kit/parts/input.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { currency, figureText, Sum } from '../data/money.tsx';
import { AmountInput } from '../pay/amount-input.tsx';
import { t } from '../texts.ts';
import { COUNT_MAX, countedMinor, notesOf, NOTHING_COUNTED, type Counted } from './counted.ts';

type CountProps = { readonly counted: Counted; readonly onCounted: (counted: Counted) => void };

export function CountCash({ counted, onCounted }: CountProps): VNode {
  const [how, setHow] = useState<'sum' | 'notes'>(Object.keys(counted.notes).length > 0 ? 'notes' : 'sum');
  return (
    <section class="count" aria-label={t.inDrawer}>
      <Segmented
        label={t.inDrawer}
        value={how}
        options={[
          ['sum', t.bySum],
          ['notes', t.byNotes],
        ]}
        onChange={(next) => {
          setHow(next);
          onCounted(NOTHING_COUNTED);
        }}
      />
      {how === 'sum' ? (
        <AmountInput
          label={t.inDrawer}
          minor={counted.total}
          onMinor={(total) => onCounted({ total, notes: {} })}
        />
      ) : (
        <Notes counted={counted} onCounted={onCounted} />
      )}
    </section>
  );
}

function Notes({ counted, onCounted }: CountProps): VNode {
  function set(value: number, text: string): void {
    const count = Math.min(Number.parseInt(text, 10), COUNT_MAX);
    const { [value]: _, ...others } = counted.notes;
    onCounted({
      total: null,
      notes: Number.isNaN(count) || count < 0 ? others : { ...others, [value]: count },
    });
  }
  return (
    <>
      <ul class="notes">
        {notesOf(currency.value).map((value) => (
          <li key={value}>
            <label>
              <span>{figureText(value)}</span>
              <Input
                type="text"
                class="input"
                inputMode="numeric"
                autocomplete="off"
                placeholder="0"
                value={String(counted.notes[value] ?? '')}
                onText={(text) => set(value, text)}
              />
            </label>
          </li>
        ))}
      </ul>
      <p class="count-sum">
        {t.together} <Sum minor={countedMinor(counted) ?? 0} />
      </p>
    </>
  );
}
