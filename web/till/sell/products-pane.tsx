import type { VNode } from 'preact';
import { useDeferredSearch } from './use-search.ts';
import { ScanLine, Search, X } from 'lucide';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { listenForScanner } from '../../tools/wedge.ts';
import { countOf } from '../cart/cart.ts';
import { cashDue } from '../cart/totals.ts';
import { Sum } from '../data/money.tsx';
import { reading } from '../state/catalogue.ts';
import { go } from '../state/place.ts';
import { choosing, heldBy, pick } from '../state/selling.ts';
import { cart, often, rules, shelf, split, totalMinor } from '../state/signals.ts';
import { putDown, splitLeft } from '../state/split-sale.ts';
import { t } from '../texts.ts';
import { CameraScanner } from './camera-scanner.tsx';
import { ProductGrid } from './product-grid.tsx';
import './products-pane.css';

/** What can be sold: found by category, by words, by the scanner or the camera. */
export function ProductsPane({ phone = false }: { readonly phone?: boolean }): VNode {
  const [category, setCategory] = useState<string | null>(null);
  const [camera, setCamera] = useState(false);
  const [read, setRead] = useState('');
  const searchId = useId();
  const close = (): void => {
    setCamera(false);
    setRead('');
  };
  const { typed, setTyped, found } = useDeferredSearch();
  // In place as soon as the page is seen, or what a quick scanner types would be lost.
  useLayoutEffect(() => listenForScanner((code) => scanned(code)), []);
  const { categories, inCategory } = shelf.value;
  const products = found ?? (category === null ? often.value : (inCategory.get(category) ?? []));
  return (
    <section class="pane" aria-label={t.products}>
      <div class="pane-find">
        <span class="pane-search">
          <Icon of={Search} />
          <Input
            id={searchId}
            type="search"
            class="input bare"
            aria-label={t.search}
            placeholder={t.search}
            autocomplete="off"
            value={typed}
            onText={setTyped}
            onKeyDown={(event: unknown) => {
              const { key } = event as KeyboardEvent;
              if (key === 'Enter' && typed.trim() !== '' && scanned(typed.trim(), products.length === 1))
                setTyped('');
            }}
          />
          {typed !== '' && (
            <Button kind="ghost" size="s" icon={X} label={common.remove} onClick={() => setTyped('')} />
          )}
        </span>
        <Button class="pane-scan" icon={ScanLine} label={t.scan} onClick={() => setCamera(true)} />
      </div>
      {found === null && (
        <div class="cats" role="group" aria-label={t.products}>
          {[{ id: null, name: t.often }, ...categories].map(({ id, name }) => (
            <button
              key={id ?? ''}
              type="button"
              aria-pressed={category === id}
              onClick={() => setCategory(id)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {reading.value !== null && (
        <p class="small quiet" role="status">
          {t.reading(reading.value)}
        </p>
      )}
      {found?.length === 0 ? (
        <p class="products-none quiet">{t.nothingFound(typed)}</p>
      ) : (
        <ProductGrid products={products} />
      )}
      {phone && <ToCart />}
      {camera && (
        <CameraScanner
          codes="all"
          onCode={(code) => setRead(readByCamera(code))}
          said={read}
          onClose={close}
          onType={() => {
            close();
            // Once nothing lies over it any more.
            requestAnimationFrame(() => document.getElementById(searchId)?.focus());
          }}
        />
      )}
    </section>
  );
}

/** What a code stands for goes into the sale; what is typed may be the one product that is found. */
function scanned(code: string, single = false): boolean {
  const { index } = shelf.value;
  const found = index.byCode(code);
  if (found) {
    if (found.variant) pick(found.product, found.variant);
    else pick(found.product);
    return true;
  }
  const [only] = single ? index.search(code, 2) : [];
  if (only) pick(only);
  else toast(t.unknownCode(code));
  return only !== undefined;
}

/** The picture lies over the sale, so what became of a code is told below it; nothing where something is asked first. */
function readByCamera(code: string): string {
  const found = shelf.value.index.byCode(code);
  if (!found) return t.unknownCode(code);
  const held = heldBy();
  if (held !== null) return held;
  scanned(code);
  return choosing.value === null ? `${t.added(found.product.name)} ${t.itemsOf(countOf(cart.value))}.` : '';
}

/** The total is the way forward. */
function ToCart(): VNode | null {
  if (cart.value.lines.length === 0) return null;
  const isInParts = split.value !== null || putDown.value.length > 0;
  return (
    <div class="pane-foot">
      <Button kind="primary" class="pane-cart" onClick={() => go({ at: 'cart' })}>
        <span>{t.itemsOf(countOf(cart.value))}</span>
        <Sum minor={isInParts ? splitLeft.value : cashDue(totalMinor.value, rules.value)} />
      </Button>
    </div>
  );
}
