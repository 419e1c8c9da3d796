import { limits } from 'form:createVariant';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { moneyText } from '../../../kit/format/money.ts';
import {
  LongTextField,
  MoneyField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../kit/parts/fields.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Page } from '../../shell/page.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm, type Matching } from '../../../kit/form/thing-form.tsx';
import { byId } from '../when.ts';
import type { Product } from './product.ts';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type Variant = Product['variants'][number];
type Props = { readonly product: Product; readonly variant: Variant | null; readonly etag: string | null };

/** One variant of a product, or a new one. */
export function VariantPage({ params }: PageProps): VNode {
  const { id = '', variantId = '' } = params;
  const { answer, error, again } = useCall(client.getProduct, byId(id));
  const product = answer?.data;
  const variant = product?.variants.find((one) => one.id === variantId) ?? null;
  const crumbs = [
    [t.title, at('/till/products')],
    [product?.name ?? '', at(`/till/products/${id}`)],
  ] as const;
  if (!product)
    return (
      <Page title={t.variant} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={variant?.name ?? t.newVariant}
      crumbs={crumbs}
      acts={variant && may('pos:write') && <RemoveVariant product={product} variant={variant} />}
    >
      <div class="narrow">
        {may('pos:write') ? (
          <VariantForm product={product} variant={variant} etag={answer.etag} />
        ) : (
          <NotAllowed scope="pos:write" />
        )}
      </div>
    </Page>
  );
}

const OPTION = 'option ';

function VariantForm({ product, variant, etag }: Props): VNode {
  const [option] = product.options;
  const form = useForm({
    limits,
    initial: fieldsOf(product, variant),
    fieldOf: (path) => fieldOf(path, OPTION + (option?.name ?? '')),
    wordsFor: (path) => (/^variants\[\d+\]\.options$/.test(path) ? t.combinationTaken : null),
  });
  const { route } = useLocation();
  const back = at(`/till/products/${product.id}`);
  async function save(matching: Matching): Promise<void> {
    const body = asBody(sentOf(variant ? form.changes() : form.body(), form.values.value));
    if (variant)
      await client.updateVariant({ params: { id: product.id, variantId: variant.id }, ...matching, body });
    else await client.createVariant({ params: { id: product.id }, body });
    route(back);
  }
  return (
    <ThingForm
      form={form}
      label={variant?.name ?? t.newVariant}
      save={t.saveVariant}
      etag={variant ? etag : undefined}
      onSave={save}
      fresh={async () => {
        const { data } = await client.getProduct({ params: { id: product.id } });
        return fieldsOf(data, data.variants.find(({ id }) => id === variant?.id) ?? null);
      }}
    >
      <div class="fields two">
        {product.options.map(({ name, values }) => (
          <SelectField
            form={form}
            name={OPTION + name}
            label={name}
            options={values.map((one) => [one, one])}
          />
        ))}
        <TextField form={form} name="name" label={tillTexts.name} />
        <MoneyField
          form={form}
          name="price"
          label={t.ownPrice}
          hint={t.ownPriceHint(moneyText(product.price, product.currency))}
          currency={product.currency}
        />
        <MoneyField form={form} name="cost" label={t.cost} currency={product.currency} />
        <TextField form={form} name="sku" label={t.sku} mono />
        <LongTextField form={form} name="barcodes" label={t.barcodes} hint={t.barcodesHint} rows={2} mono />
        <TextField
          form={form}
          name="position"
          label={tillTexts.position}
          hint={tillTexts.positionHint}
          inputmode="numeric"
        />
      </div>
      <SwitchField form={form} name="is_active" label={tillTexts.active} />
    </ThingForm>
  );
}

/** The API counts it among all of the product, and calls the choice as a whole one field: that stands at the first of them. */
function fieldOf(path: string, first: string): string {
  const own = path.replace(/^variants\[\d+\]\./, '');
  if (own === 'options') return first;
  return own.startsWith('options.') ? OPTION + own.slice('options.'.length) : own;
}

function fieldsOf(product: Product, variant: Variant | null): FormValues {
  return {
    name: variant?.name ?? '',
    sku: variant?.sku ?? '',
    barcodes: variant?.barcodes.join('\n') ?? '',
    price: variant?.own_price == null ? '' : String(variant.own_price),
    cost: variant?.own_cost == null ? '' : String(variant.own_cost),
    is_active: variant?.is_active ?? true,
    position: variant ? String(variant.position) : '',
    ...Object.fromEntries(
      product.options.map(({ name, values }) => [OPTION + name, variant?.options[name] ?? values[0] ?? '']),
    ),
  };
}

/** The options are one field of the body, and the bar codes a list. */
function sentOf(values: Readonly<Record<string, unknown>>, all: FormValues): Record<string, unknown> {
  const options = Object.entries(all).filter(([name]) => name.startsWith(OPTION));
  const changed = Object.keys(values).some((name) => name.startsWith(OPTION));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(OPTION)));
  return {
    ...rest,
    ...('barcodes' in values
      ? {
          barcodes: String(values['barcodes'] ?? '')
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean),
        }
      : {}),
    ...(changed
      ? { options: Object.fromEntries(options.map(([name, value]) => [name.slice(OPTION.length), value])) }
      : {}),
  };
}

function RemoveVariant({
  product,
  variant,
}: {
  readonly product: Product;
  readonly variant: Variant;
}): VNode {
  const act = useAct(client.deleteVariant);
  const { route } = useLocation();
  const there = variant.stock.reduce((sum, { on_hand }) => sum + on_hand, 0);
  return (
    <RemoveButton
      name={variant.name ?? product.name}
      act={act}
      consequences={[
        t.gone1,
        ...(there > 0 ? [t.goneStock(there.toLocaleString('en'))] : []),
        t.gone2,
        t.gone3,
      ]}
      go={async () => {
        if (await act.run({ params: { id: product.id, variantId: variant.id } }))
          route(at(`/till/products/${product.id}`));
      }}
    />
  );
}
