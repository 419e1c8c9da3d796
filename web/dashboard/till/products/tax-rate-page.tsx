import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createTaxRate';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Page } from '../../shell/page.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm, type Matching } from '../../../kit/form/thing-form.tsx';
import { byId } from '../when.ts';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type TaxRateFields = Parameters<typeof fieldsOf>[0];

/** One of them, or a new one. */
export function TaxRatePage({ params }: PageProps): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(client.getTaxRate, byId(id));
  const crumbs = [
    [t.title, at('/till/products')],
    [t.taxRates, at('/till/products/tax-rates')],
  ] as const;
  const known = answer?.data ?? null;
  if (id !== null && !known)
    return (
      <Page title={t.tax} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={known?.name ?? t.newTax}
      crumbs={crumbs}
      acts={known && may('pos:write') && <RemoveTaxRate id={known.id} name={known.name} />}
    >
      <div class="narrow">
        {known || may('pos:write') ? (
          <TaxRateForm key={id} id={id} known={known} etag={answer?.etag ?? null} />
        ) : (
          <NotAllowed scope="pos:write" />
        )}
      </div>
    </Page>
  );
}

function TaxRateForm({
  id,
  known,
  etag,
}: {
  readonly id: string | null;
  readonly known: TaxRateFields;
  readonly etag: string | null;
}): VNode {
  const form = useForm({ limits, initial: fieldsOf(known), keep: `tax-${id ?? 'new'}` });
  const { route } = useLocation();
  async function save(matching: Matching): Promise<void> {
    if (id === null) await client.createTaxRate({ body: asBody(form.body()) });
    else await client.updateTaxRate({ params: { id }, ...matching, body: asBody(form.changes()) });
    route(at('/till/products/tax-rates'));
  }
  return (
    <ThingForm
      form={form}
      label={known?.name ?? t.newTax}
      save={t.saveTax}
      etag={id === null ? undefined : etag}
      readOnly={!may('pos:write')}
      onSave={save}
      fresh={async () => fieldsOf((await client.getTaxRate({ params: { id: id ?? '' } })).data)}
    >
      <TextField form={form} name="name" label={tillTexts.name} />
      <TextField form={form} name="rate" label={t.rate} inputmode="decimal" after="%" hint={t.taxChange} />
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

function fieldsOf(known: Data<Operations['getTaxRate']> | null): FormValues {
  return {
    name: known?.name ?? '',
    rate: known ? String(known.rate) : '',
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
  };
}

function RemoveTaxRate({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const act = useAct(client.deleteTaxRate);
  const { route } = useLocation();
  return (
    <RemoveButton
      name={name}
      act={act}
      consequences={[t.taxGone]}
      go={async () => {
        if (await act.run({ params: { id } })) route(at('/till/products/tax-rates'));
      }}
    />
  );
}
