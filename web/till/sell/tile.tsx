import type { SyncedProduct } from '@cottontree/contract';
import { useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../kit/parts/icon.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { quantityOf, quantityText } from '../cart/cart.ts';
import { cart, runningOut } from '../state/signals.ts';
import { pick } from '../state/selling.ts';
import { t } from '../texts.ts';
import { drawnAs } from './picture.ts';

/** A product to be touched: picture, name, price, and how many of it are in the cart or left. */
export function Tile({ product }: { readonly product: SyncedProduct }): VNode {
  const { name, currency, variants } = product;
  const active = variants.filter(({ is_active }) => is_active);
  const lowest = active.reduce((least, { price }) => Math.min(least, price), Infinity);
  const left = leftOf(product);
  return (
    <button type="button" class={`tile ${left === 0 ? 'out' : ''}`} onClick={() => pick(product)}>
      <Picture product={product} />
      <b class="tile-name">{name}</b>
      <span class="tile-price">
        <span>
          {active.some(({ price }) => price !== lowest) && <span class="small">{t.from} </span>}
          <Money amount={lowest} currency={currency} />
        </span>
        {left !== null && (
          <em class={left === 0 ? '' : 'low'}>{left === 0 ? t.noneLeft : t.left(String(left))}</em>
        )}
      </span>
      <InCart productId={product.id} />
    </button>
  );
}

/** Of all tiles only that of what was touched is drawn anew. */
function InCart({ productId }: { readonly productId: string }): VNode | null {
  const inCart = useComputed(() => quantityOf(cart.value, productId)).value;
  if (inCart === 0) return null;
  return (
    <span class="tile-count">
      <span class="hidden-text">{t.inCart} </span>
      {quantityText(inCart)}
    </span>
  );
}

/** How many can be sold of what runs out; null where there is enough. */
function leftOf({ variants, track_inventory }: SyncedProduct): number | null {
  if (!track_inventory) return null;
  const low = runningOut.value;
  const lefts = variants.flatMap(({ id, is_active }) => (is_active ? [low.get(id) ?? null] : []));
  if (lefts.length === 0 || lefts.includes(null)) return null;
  return Math.max(
    0,
    lefts.reduce<number>((sum, left) => sum + (left ?? 0), 0),
  );
}

function Picture({ product }: { readonly product: SyncedProduct }): VNode {
  const [failed, setFailed] = useState(false);
  const { icon, tone } = drawnAs(product.name, product.category_id);
  if (product.image_url !== null && !failed && isOurs(product.image_url))
    return (
      <span class="tile-picture">
        <img src={product.image_url} alt="" loading="lazy" decoding="async" onError={() => setFailed(true)} />
      </span>
    );
  return (
    <span class={`tile-picture drawn ${tone}`}>
      <Icon of={icon} size="l" />
    </span>
  );
}

/** Pictures of other servers are not loaded: the till asks nobody but this one. */
function isOurs(url: string): boolean {
  return url.startsWith('/') || url.startsWith(`${location.origin}/`);
}
