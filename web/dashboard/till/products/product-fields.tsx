import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { shopCurrency } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import {
  ChoicesField,
  LongTextField,
  MoneyField,
  SelectField,
  SwitchField,
  TextField,
} from '../../../kit/parts/fields.tsx';
import { choicesOf } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { ALL } from '../when.ts';
import { ColourField } from './colour-field.tsx';
import { productsTexts as t } from './texts.ts';

type Props = { readonly form: FormState; readonly currency?: string; readonly isNew?: boolean };

/** What a product is, in four parts: itself, its price, its stock, its button. */
export function ProductFields({ form, currency = shopCurrency(), isNew = false }: Props): VNode {
  return (
    <>
      <What form={form} isNew={isNew} />
      <PriceAndTax form={form} currency={currency} />
      <Counting form={form} />
      <AtTheTill form={form} />
    </>
  );
}

function What({ form, isNew }: Props): VNode {
  const categories = useCall(client.listCategories, ALL).answer?.data ?? [];
  const isVariable = form.get('type') === 'variable';
  return (
    <section class="fields two">
      <h2 class="whole">{t.details}</h2>
      <div class="whole">
        <TextField form={form} name="name" label={tillTexts.name} />
      </div>
      <SelectField
        form={form}
        name="type"
        label={t.type}
        options={[
          ['simple', t.simple],
          ['variable', t.variable],
          ['service', t.service],
          ['bundle', t.bundle],
        ]}
      />
      <SelectField
        form={form}
        name="category_id"
        label={t.category}
        options={choicesOf(categories)}
        none={t.noCategory}
      />
      {isVariable ? (
        <div class="whole">
          <LongTextField
            form={form}
            name="options"
            label={t.options}
            hint={isNew ? t.optionsNewHint : t.optionsHint}
            rows={2}
          />
        </div>
      ) : (
        <>
          <TextField form={form} name="sku" label={t.sku} mono />
          <LongTextField form={form} name="barcodes" label={t.barcodes} hint={t.barcodesHint} rows={2} mono />
        </>
      )}
      <div class="whole">
        <LongTextField form={form} name="description" label={t.description} rows={2} />
      </div>
    </section>
  );
}

function PriceAndTax({ form, currency = shopCurrency() }: Props): VNode {
  const rates = useCall(client.listTaxRates, ALL).answer?.data ?? [];
  return (
    <section class="fields two">
      <h2 class="whole">{t.priceAndTax}</h2>
      <MoneyField form={form} name="price" label={t.price} currency={currency} />
      <MoneyField form={form} name="cost" label={t.cost} hint={t.costHint} currency={currency} />
      <SelectField
        form={form}
        name="tax_rate_id"
        label={t.taxRate}
        none={t.noTax}
        options={rates.map(({ id, name, rate }) => [id, `${name}, ${rate} %`])}
      />
      <SelectField
        form={form}
        name="tax_inclusive"
        label={t.taxIncluded}
        none={t.asSettings}
        options={[
          ['true', t.inPrice],
          ['false', t.onTop],
        ]}
      />
    </section>
  );
}

function Counting({ form }: Props): VNode {
  const isCounted = form.get('track_inventory') === true;
  return (
    <section class="fields two">
      <h2 class="whole">{t.counting}</h2>
      <div class="whole">
        <SwitchField form={form} name="track_inventory" label={t.track} />
        {isCounted && <SwitchField form={form} name="allow_negative_stock" label={t.negative} />}
      </div>
      {isCounted && <TextField form={form} name="low_stock_threshold" label={t.low} inputmode="decimal" />}
      <TextField form={form} name="quantity_step" label={t.step} hint={t.stepHint} inputmode="decimal" />
      <TextField form={form} name="unit" label={t.unit} hint={t.unitHint} />
    </section>
  );
}

function AtTheTill({ form }: Props): VNode {
  const groups = useCall(client.listModifierGroups, ALL).answer?.data ?? [];
  return (
    <section class="fields">
      <h2>{t.atTheTill}</h2>
      <SwitchField form={form} name="is_active" label={tillTexts.active} hint={tillTexts.activeHint} />
      <ColourField form={form} />
      {groups.length > 0 && (
        <ChoicesField
          form={form}
          name="modifier_group_ids"
          label={t.modifierGroups}
          options={choicesOf(groups)}
        />
      )}
      <TextField
        form={form}
        name="position"
        label={tillTexts.position}
        hint={tillTexts.positionHint}
        inputmode="numeric"
      />
    </section>
  );
}
