import { CottontreeError } from '@cottontree/client';
import { limits } from 'form:createProduct';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Columns, Page } from '../../shell/page.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { byId } from '../when.ts';
import { PictureCard } from './picture-card.tsx';
import type { Product } from './product.ts';
import { ProductFields } from './product-fields.tsx';
import { ComponentsCard, StockCard, VariantsCard } from './product-cards.tsx';
import {
  fieldOf,
  fieldsOf,
  newFields,
  optionsFault,
  optionsIn,
  sentOf,
  variantsOf,
  wordsFor,
} from './product-values.ts';
import { productsTexts as t } from './texts.ts';
import '../till.css';

const crumbs = (): readonly (readonly [string, string])[] => [[t.title, at('/till/products')]];

/** Writes a product that is new. */
export function NewProductPage(): VNode {
  const form = useForm({ limits, initial: newFields(), keep: 'new-product' });
  const { route } = useLocation();
  async function create(): Promise<void> {
    const variants = form.get('type') === 'variable' ? variantsIn(form.text('options')) : [];
    const { data } = await client.createProduct({
      body: asBody({ ...sentOf(form.body(), form), ...(variants.length > 0 ? { variants } : {}) }),
    });
    toast(tillTexts.saved);
    route(at(`/till/products/${data.id}`));
  }
  return (
    <Page title={t.newProduct} crumbs={crumbs()}>
      {may('pos:write') ? (
        <div class="narrow">
          <ThingForm form={form} label={t.newProduct} save={t.create} onSave={create}>
            <ProductFields form={form} isNew />
          </ThingForm>
        </div>
      ) : (
        <NotAllowed scope="pos:write" />
      )}
    </Page>
  );
}

/** The variants that a new product begins with; refused where nothing says in what they differ. */
function variantsIn(options: string): ReturnType<typeof variantsOf> {
  if (options.trim() === '') throw refusedOptions(common.required);
  readable(options);
  return variantsOf(optionsIn(options));
}

/** Refuses lines that do not say in what variants differ. */
function readable(options: string): void {
  const fault = optionsFault(options);
  if (fault !== null) throw refusedOptions(fault);
}

function refusedOptions(message: string): CottontreeError {
  const details = { fields: [{ path: 'options', message }] };
  return new CottontreeError({ code: 'VALIDATION_ERROR', status: 400, message, details });
}

/** One product: what it is and costs, its variants, its picture, and how many are where. */
export function ProductPage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const { answer, error, again } = useCall(client.getProduct, byId(id));
  const product = answer?.data;
  if (!product)
    return (
      <Page title={t.title} crumbs={crumbs()} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={product.name}
      crumbs={crumbs()}
      badge={<Status of="product" status={product.is_active ? 'active' : 'inactive'} pill />}
      lead={leadOf(product)}
      acts={may('pos:write') && <RemoveProduct product={product} />}
    >
      <Columns
        main={<Details key={product.id} product={product} etag={answer.etag} />}
        side={
          <>
            <PictureCard product={product} />
            <StockCard product={product} />
            <VariantsCard product={product} />
            {product.type === 'bundle' && <ComponentsCard product={product} etag={answer.etag} />}
          </>
        }
      />
    </Page>
  );
}

function leadOf(product: Product): string {
  if (!product.is_active) return t.leadNone;
  const prices = product.variants.map(({ price }) => Number(price));
  return product.type === 'variable'
    ? t.leadVariants(prices.length, moneyText(Math.min(...prices), product.currency))
    : t.leadSold(moneyText(product.price, product.currency));
}

function Details({ product, etag }: { readonly product: Product; readonly etag: string | null }): VNode {
  const form = useForm({
    limits,
    initial: fieldsOf(product),
    keep: `product-${product.id}`,
    fieldOf,
    wordsFor: (path) => wordsFor(path, product),
  });
  const params = { id: product.id };
  return (
    <ThingForm
      form={form}
      label={product.name}
      save={t.saveProduct}
      etag={etag}
      sticky
      readOnly={!may('pos:write')}
      onSave={async (matching) => {
        if (form.get('type') === 'variable') readable(form.text('options'));
        const { data } = await client.updateProduct({
          params,
          ...matching,
          body: asBody(sentOf(form.changes(), form)),
        });
        form.reset(fieldsOf(data));
      }}
      fresh={async () => fieldsOf((await client.getProduct({ params })).data)}
    >
      <ProductFields form={form} currency={product.currency} />
    </ThingForm>
  );
}

function RemoveProduct({ product }: { readonly product: Product }): VNode {
  const act = useAct(client.deleteProduct);
  const { route } = useLocation();
  const there = product.variants.flatMap(({ stock }) => stock).reduce((sum, { on_hand }) => sum + on_hand, 0);
  return (
    <RemoveButton
      name={product.name}
      act={act}
      consequences={[
        t.gone1,
        ...(product.variants.length > 1 ? [t.goneVariants(product.variants.length)] : []),
        ...(there > 0 ? [t.goneStock(there.toLocaleString('en'))] : []),
        t.gone2,
        t.gone3,
      ]}
      go={async () => {
        if (await act.run({ params: { id: product.id } })) route(at('/till/products'));
      }}
    />
  );
}
