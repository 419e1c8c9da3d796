import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createDiscount';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may, shopCurrency } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { MoneyField, SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Page } from '../../shell/page.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm, type Matching } from '../../../kit/form/thing-form.tsx';
import { byId } from '../when.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type DiscountFields = Parameters<typeof fieldsOf>[0];

/** One of them, or a new one. */
export function DiscountPage({ params }: PageProps): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(client.getDiscount, byId(id));
  const crumbs = [
    [t.title, at('/till/products')],
    [t.discounts, at('/till/products/discounts')],
  ] as const;
  const known = answer?.data ?? null;
  if (id !== null && !known)
    return (
      <Page title={t.discount} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={known?.name ?? t.newDiscount}
      crumbs={crumbs}
      acts={known && may('pos:write') && <RemoveDiscount id={known.id} name={known.name} />}
    >
      <div class="narrow">
        {known || may('pos:write') ? (
          <DiscountForm key={id} id={id} known={known} etag={answer?.etag ?? null} />
        ) : (
          <NotAllowed scope="pos:write" />
        )}
      </div>
    </Page>
  );
}

function DiscountForm({
  id,
  known,
  etag,
}: {
  readonly id: string | null;
  readonly known: DiscountFields;
  readonly etag: string | null;
}): VNode {
  const form = useForm({ limits, initial: fieldsOf(known), keep: `discount-${id ?? 'new'}` });
  const { route } = useLocation();
  const isPercent = form.get('type') === 'percent';
  async function save(matching: Matching): Promise<void> {
    if (id === null) await client.createDiscount({ body: asBody(form.body()) });
    else
      await client.updateDiscount({
        params: { id },
        ...matching,
        body: asBody(withType(form.changes(), form)),
      });
    route(at('/till/products/discounts'));
  }
  return (
    <ThingForm
      form={form}
      label={known?.name ?? t.newDiscount}
      save={t.saveDiscount}
      etag={id === null ? undefined : etag}
      readOnly={!may('pos:write')}
      onSave={save}
      fresh={async () => fieldsOf((await client.getDiscount({ params: { id: id ?? '' } })).data)}
    >
      <TextField form={form} name="name" label={tillTexts.name} />
      <div class="fields two">
        <SelectField
          form={form}
          name="type"
          label={t.type}
          options={[
            ['percent', t.percent],
            ['fixed', t.fixed],
          ]}
        />
        {isPercent ? (
          <TextField form={form} name="value" label={t.value} inputmode="decimal" after="%" />
        ) : (
          <MoneyField form={form} name="value" label={t.value} currency={known?.currency ?? shopCurrency()} />
        )}
      </div>
      <SelectField
        form={form}
        name="applies_to"
        label={t.appliesTo}
        options={(['any', 'item', 'sale'] as const).map((one) => [one, t[one]])}
      />
      <SwitchField form={form} name="is_active" label={tillTexts.active} hint={tillTexts.activeHint} />
      <TextField
        form={form}
        name="position"
        label={tillTexts.position}
        hint={tillTexts.positionHint}
        inputmode="numeric"
      />
    </ThingForm>
  );
}

function fieldsOf(known: Data<Operations['getDiscount']> | null): FormValues {
  return {
    name: known?.name ?? '',
    type: known?.type ?? 'percent',
    value: known ? String(known.value) : '',
    applies_to: known?.applies_to ?? 'any',
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
  };
}

function RemoveDiscount({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const act = useAct(client.deleteDiscount);
  const { route } = useLocation();
  return (
    <RemoveButton
      name={name}
      act={act}
      consequences={[t.discountGone]}
      go={async () => {
        if (await act.run({ params: { id } })) route(at('/till/products/discounts'));
      }}
    />
  );
}

/** A kind of reduction is sent with the value that goes with it. */
function withType(changes: Record<string, unknown>, form: FormState): Record<string, unknown> {
  return 'type' in changes || 'value' in changes
    ? { ...changes, type: form.get('type'), value: form.text('value').replaceAll(',', '') }
    : changes;
}
