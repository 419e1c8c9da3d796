import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createCategory';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Page } from '../../shell/page.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm, type Matching } from '../../../kit/form/thing-form.tsx';
import { byId } from '../when.ts';
import { choicesOf } from '../names.ts';
import { ALL } from '../when.ts';
import { ColourField } from './colour-field.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type CategoryFields = Parameters<typeof fieldsOf>[0];

/** One of them, or a new one. */
export function CategoryPage({ params }: PageProps): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(client.getCategory, byId(id));
  const crumbs = [
    [t.title, at('/till/products')],
    [t.categories, at('/till/products/categories')],
  ] as const;
  const known = answer?.data ?? null;
  if (id !== null && !known)
    return (
      <Page title={t.category} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={known?.name ?? t.newCategory}
      crumbs={crumbs}
      acts={known && may('pos:write') && <RemoveCategory id={known.id} name={known.name} />}
    >
      <div class="narrow">
        {known || may('pos:write') ? (
          <CategoryForm key={id} id={id} known={known} etag={answer?.etag ?? null} />
        ) : (
          <NotAllowed scope="pos:write" />
        )}
      </div>
    </Page>
  );
}

function CategoryForm({
  id,
  known,
  etag,
}: {
  readonly id: string | null;
  readonly known: CategoryFields;
  readonly etag: string | null;
}): VNode {
  const form = useForm({ limits, initial: fieldsOf(known), keep: `category-${id ?? 'new'}` });
  const { route } = useLocation();
  const others = (useCall(client.listCategories, ALL).answer?.data ?? []).filter((one) => one.id !== id);
  async function save(matching: Matching): Promise<void> {
    if (id === null) await client.createCategory({ body: asBody(form.body()) });
    else await client.updateCategory({ params: { id }, ...matching, body: asBody(form.changes()) });
    route(at('/till/products/categories'));
  }
  return (
    <ThingForm
      form={form}
      label={known?.name ?? t.newCategory}
      save={t.saveCategory}
      etag={id === null ? undefined : etag}
      readOnly={!may('pos:write')}
      onSave={save}
      fresh={async () => fieldsOf((await client.getCategory({ params: { id: id ?? '' } })).data)}
    >
      <TextField form={form} name="name" label={tillTexts.name} />
      <SelectField form={form} name="parent_id" label={t.parent} options={choicesOf(others)} none={t.top} />
      <ColourField form={form} />
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

function fieldsOf(known: Data<Operations['getCategory']> | null): FormValues {
  return {
    name: known?.name ?? '',
    parent_id: known?.parent_id ?? '',
    color: known?.color ?? '',
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
  };
}

function RemoveCategory({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const act = useAct(client.deleteCategory);
  const { route } = useLocation();
  return (
    <RemoveButton
      name={name}
      act={act}
      consequences={[t.categoryGone]}
      go={async () => {
        if (await act.run({ params: { id } })) route(at('/till/products/categories'));
      }}
    />
  );
}
