import { Plus, Upload } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Money } from '../../../kit/parts/money.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf } from '../names.ts';
import { PartsOf } from '../parts-of.tsx';
import { tillTexts } from '../texts.ts';
import { ALL } from '../when.ts';
import { Thumb } from './picture-card.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type Row = RowOf<'listProducts'>;

/** The parts of the catalogue. */
export function CatalogueParts(): VNode {
  return (
    <PartsOf
      label={t.title}
      parts={[
        ['/till/products', t.title],
        ['/till/products/categories', t.categories],
        ['/till/products/modifiers', t.modifiers],
        ['/till/products/discounts', t.discounts],
        ['/till/products/tax-rates', t.taxRates],
      ]}
    />
  );
}

/** Everything that is sold. */
export function ProductsPage(): VNode {
  const categories = useCall(client.listCategories, ALL).answer?.data ?? [];
  const nameOf = (id: string | null): string => categories.find((one) => one.id === id)?.name ?? '';
  const mayWrite = may('pos:write');
  const acts = mayWrite && (
    <>
      <ButtonLink kind="ghost" icon={Upload} href={at('/till/products/import')}>
        {t.import}
      </ButtonLink>
      <CsvButton path="/pos/products" filters={['q', 'category_id', 'is_active', 'sort']} />
      <ButtonLink kind="primary" icon={Plus} href={at('/till/products/new')}>
        {t.newProduct}
      </ButtonLink>
    </>
  );
  return (
    <Page title={t.title} acts={acts}>
      <CatalogueParts />
      <List
        operation={client.listProducts}
        label={t.title}
        columns={columnsOf(nameOf)}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => at(`/till/products/${id}`)}
        isDim={({ is_active }) => !is_active}
        filters={[
          {
            name: 'category_id',
            label: t.category,
            kind: 'choice',
            options: [['none', t.noCategory], ...choicesOf(categories)],
          },
          { name: 'is_active', label: t.offered, kind: 'switch' },
        ]}
        search={{ name: 'q', placeholder: t.find }}
        sorts={[
          ['-created_at', tillTexts.newest],
          ['created_at', tillTexts.oldest],
          ['name', tillTexts.byName],
        ]}
        empty={
          <Empty
            title={t.emptyTitle}
            text={t.emptyText}
            steps={[t.step1, t.step2, t.step3]}
            acts={
              mayWrite && (
                <>
                  <ButtonLink kind="primary" href={at('/till/products/new')}>
                    {t.newProduct}
                  </ButtonLink>
                  <ButtonLink href={at('/till/products/import')}>{t.import}</ButtonLink>
                </>
              )
            }
          />
        }
        nothing={t.nothing}
      />
    </Page>
  );
}

/** By what a product is told apart: its SKU, or how many variants it has. */
function keptAs({ type, variants, sku }: Row): string | null {
  return type === 'variable' ? t.variantsCount(variants.length) : sku;
}

function columnsOf(nameOf: (id: string | null) => string): readonly Column<Row>[] {
  return [
    {
      key: 'name',
      title: tillTexts.product,
      phone: 1,
      cell: (product) => (
        <span class="till-name">
          <Thumb name={product.name} url={product.image_url} color={product.color} />
          <span>
            {product.name}
            <small class="desk">{keptAs(product)}</small>
          </span>
        </span>
      ),
    },
    {
      key: 'category',
      title: t.category,
      phone: 3,
      cell: (product) => (
        <>
          <span class="desk">{nameOf(product.category_id)}</span>
          <span class="only-phone quiet small">
            {[keptAs(product), nameOf(product.category_id)].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      title: tillTexts.status,
      cell: ({ is_active }) => <Status of="product" status={is_active ? 'active' : 'inactive'} />,
    },
    {
      key: 'stock',
      title: t.inStock,
      right: true,
      phone: 5,
      cell: (product) => <InStock product={product} />,
    },
    {
      key: 'price',
      title: t.price,
      right: true,
      phone: 2,
      cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
    },
  ];
}

/** What can be sold of it, everywhere together. */
function InStock({ product }: { readonly product: Row }): VNode {
  if (!product.track_inventory) return <span class="faint">{t.notCounted}</span>;
  const levels = product.variants.flatMap(({ stock }) => stock);
  const there = levels.reduce((sum, { available }) => sum + available, 0);
  const isLow =
    levels.length > 0 && product.low_stock_threshold !== null && there <= product.low_stock_threshold;
  return <span class={isLow ? 'fault' : 'figures'}>{tillTexts.there(there)}</span>;
}
