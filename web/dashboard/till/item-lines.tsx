import type { Data, Operations } from '@cottontree/contract';
import { Plus, ScanBarcode, X } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { currencySign } from '../../kit/format/money.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { tillTexts as t } from './texts.ts';

type Product = Data<Operations['listProducts']>;

export type ItemLine = {
  readonly variantId: string;
  readonly name: string;
  readonly sku: string | null;
  readonly price: number | string;
  readonly currency: string;
  readonly quantity: string;
  readonly cost: string;
};

const TYPING_MS = 250;
const SHOWN = 6;

type ItemLinesProps = {
  readonly lines: readonly ItemLine[];
  readonly change: (lines: readonly ItemLine[]) => void;
  readonly withCost?: boolean;
  readonly withPrice?: boolean;
};

/** A list of things and how many: found by name, SKU or a scanned bar code, which Enter adds at once. */
export function ItemLines({ lines, change, withCost = false, withPrice = false }: ItemLinesProps): VNode {
  function add(line: ItemLine): void {
    const there = lines.find(({ variantId }) => variantId === line.variantId);
    change(
      there
        ? lines.map((one) =>
            one === there ? { ...one, quantity: String(Number(one.quantity || 0) + 1) } : one,
          )
        : [...lines, line],
    );
  }
  const set = (at: number, patch: Partial<ItemLine>): void =>
    change(lines.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  return (
    <div class="stack">
      <ItemSearch add={add} />
      {lines.length === 0 ? (
        <p class="small faint">{t.noItems}</p>
      ) : (
        <ul class="till-items">
          {lines.map((line, at) => (
            <li key={line.variantId}>
              <Input
                type="text"
                class="input till-quantity"
                inputMode="decimal"
                aria-label={t.quantityOf(line.name)}
                value={line.quantity}
                onText={(quantity) => set(at, { quantity })}
              />
              <span class="grow">
                {line.name}
                {line.sku && <small class="faint">{line.sku}</small>}
              </span>
              {withCost && (
                <span class="input-frame till-cost">
                  <span class="before">{currencySign(line.currency)}</span>
                  <Input
                    type="text"
                    class="input bare"
                    currency={line.currency}
                    placeholder="0.00"
                    aria-label={t.costOf(line.name)}
                    value={line.cost}
                    onText={(cost) => set(at, { cost })}
                  />
                </span>
              )}
              {withPrice && <Money amount={line.price} currency={line.currency} />}
              <Button
                kind="ghost"
                icon={X}
                label={t.takeOff(line.name)}
                onClick={() => change(lines.filter((_, index) => index !== at))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ItemSearch({ add }: { readonly add: (line: ItemLine) => void }): VNode {
  const [text, setText] = useState('');
  const [word, setWord] = useState('');
  const field = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setWord(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { answer, stale } = useCall(
    client.listProducts,
    word === '' ? null : { query: { q: word, limit: SHOWN, is_active: true } },
  );
  const found = word === '' ? [] : (answer?.data ?? []).flatMap(linesOf).slice(0, SHOWN);

  function take(line: ItemLine): void {
    add(line);
    setText('');
    setWord('');
    field.current?.focus();
  }
  /** A scanner types the code and presses Enter: the one that has it is added without a look. */
  async function takeScanned(): Promise<void> {
    const barcode = text.trim();
    if (barcode === '') return;
    const scanned = await client.lookUpProduct({ query: { barcode } }).catch(() => null);
    const line =
      scanned && linesOf(scanned.data.product).find((one) => one.variantId === scanned.data.variant_id);
    const first = line ?? (found.length === 1 ? found[0] : undefined);
    if (first) take(first);
  }
  return (
    <div class="till-search">
      <label class="input-frame">
        <Icon of={ScanBarcode} size="s" />
        <input
          ref={field}
          class="input bare"
          type="search"
          placeholder={t.findItem}
          aria-label={t.addItem}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void takeScanned();
          }}
        />
      </label>
      {word !== '' && (
        <ul class="till-found" aria-live="polite">
          {found.map((line) => (
            <li key={line.variantId}>
              <button type="button" onClick={() => take(line)} aria-label={t.addOne(line.name)}>
                <Icon of={Plus} size="s" />
                <span class="grow">
                  {line.name} {line.sku && <small class="faint">{line.sku}</small>}
                </span>
                <Money amount={line.price} currency={line.currency} />
              </button>
            </li>
          ))}
          {found.length === 0 && answer && !stale && <li class="small quiet">{t.noItem(word)}</li>}
        </ul>
      )}
    </div>
  );
}

/** Each variant of a product as a line of one. */
export function linesOf(product: Product): readonly ItemLine[] {
  return product.variants
    .filter((variant) => variant.is_active)
    .map((variant) => ({
      variantId: variant.id,
      name: variant.name ? `${product.name}, ${variant.name}` : product.name,
      sku: variant.sku,
      price: variant.price,
      currency: product.currency,
      quantity: '1',
      cost: '',
    }));
}
