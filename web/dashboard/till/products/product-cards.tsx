import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import { ItemLines, linesOf, type ItemLine } from '../item-lines.tsx';
import { useNames } from '../names.ts';
import { when } from '../when.ts';
import type { Product } from './product.ts';
import { productsTexts as t } from './texts.ts';

type Props = { readonly product: Product };

/** How many of each variant are where. */
export function StockCard({ product }: Props): VNode | null {
  const names = useNames();
  if (!product.track_inventory || !may('inventory:read')) return null;
  return (
    <Card title={t.stockHere} bare>
      <ul class="line-rows">
        {product.variants.map((variant) => (
          <li key={variant.id}>
            <span class="grow">
              {variant.name && <b>{variant.name}</b>}
              {variant.stock.map((level) => (
                <span class="till-more">
                  {names.location(level.location_id)}:{' '}
                  <b class="figures">{level.available.toLocaleString('en')}</b>
                  {level.reserved > 0 && (
                    <small class="faint"> {t.reserved(level.reserved.toLocaleString('en'))}</small>
                  )}
                </span>
              ))}
              {variant.stock.length === 0 && <span class="faint till-more">{t.noStock}</span>}
            </span>
            <a class="link" href={at(`/till/stock/${variant.id}`)}>
              {variant.stock.length === 0 ? t.addStock : t.changeStock}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What can be bought of a product that comes in several. */
export function VariantsCard({ product }: Props): VNode | null {
  if (product.type !== 'variable') return null;
  return (
    <Card
      title={t.variants}
      bare
      end={
        may('pos:write') && (
          <ButtonLink size="s" icon={Plus} href={at(`/till/products/${product.id}/variants/new`)}>
            {t.addVariant}
          </ButtonLink>
        )
      }
    >
      <ul class="line-rows">
        {product.variants.map((variant) => (
          <li key={variant.id}>
            <a class="link grow" href={at(`/till/products/${product.id}/variants/${variant.id}`)}>
              {variant.name ?? product.name}
            </a>
            <span class="end">
              <Money amount={variant.price} currency={product.currency} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Lines that somebody is changing, and what was there when they began: somebody else's change since then is not written over unseen. */
type Typed = {
  readonly lines: readonly ItemLine[];
  readonly read: { readonly etag: string | null; readonly components: string };
};

/** What is in a bundle; selling it takes these off the stock. */
export function ComponentsCard({ product, etag }: Props & { readonly etag: string | null }): VNode {
  const act = useAct(client.updateProduct);
  const [typed, setTyped] = useState<Typed | null>(null);
  const known = useKnown(product);
  const lines = typed?.lines ?? known;
  const were = JSON.stringify(product.components);
  async function save(sent: Typed): Promise<void> {
    const { read } = sent;
    const components = lines.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity }));
    // What was changed of the product beside them is no reason to refuse.
    const matching = read.components === were ? etag : read.etag;
    const call = { params: { id: product.id }, ...(matching ? { ifMatch: matching } : {}) };
    const saved = await act.run({ ...call, body: { components } });
    if (!saved) return;
    const now = { etag: saved.etag, components: JSON.stringify(saved.data.components) };
    // What was typed meanwhile is not saved yet, and rests on what was.
    setTyped((later) => (later === sent || later === null ? null : { ...later, read: now }));
  }
  function change(next: readonly ItemLine[]): void {
    setTyped({ lines: next, read: typed?.read ?? { etag, components: were } });
  }
  return (
    <Card title={t.components}>
      <div class="stack">
        <p class="small quiet">{t.componentsHint}</p>
        <ItemLines lines={lines} change={change} withPrice />
        {act.error && (
          <p class="fault" role="alert">
            {act.error.message}
          </p>
        )}
        {typed && (
          <div class="row">
            <span class="grow" />
            <Button onClick={() => setTyped(null)}>{common.discard}</Button>
            <Button kind="primary" busy={act.busy} onClick={() => void save(typed)}>
              {common.save}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** The components with their names: a bundle names them by id alone. */
function useKnown(product: Product): readonly ItemLine[] {
  const all =
    useCall(client.listProducts, when(product.components.length > 0, { query: { limit: 100, sort: 'name' } }))
      .answer?.data ?? [];
  const byVariant = new Map(all.flatMap(linesOf).map((line) => [line.variantId, line]));
  return product.components.map(({ variant_id, quantity }) => ({
    ...(byVariant.get(variant_id) ?? {
      variantId: variant_id,
      name: variant_id,
      sku: null,
      price: 0,
      currency: product.currency,
      cost: '',
    }),
    quantity: String(quantity),
  }));
}
