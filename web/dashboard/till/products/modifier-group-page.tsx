import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createModifierGroup';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may, shopCurrency } from '../../../kit/data/session.ts';
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
import { useState } from 'preact/hooks';
import { Choices, choicesIn, type Choice } from './modifier-choices.tsx';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type ModifierGroupFields = Parameters<typeof fieldsOf>[0];

/** One of them, or a new one. */
export function ModifierGroupPage({ params }: PageProps): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(client.getModifierGroup, byId(id));
  const crumbs = [
    [t.title, at('/till/products')],
    [t.modifiers, at('/till/products/modifiers')],
  ] as const;
  const known = answer?.data ?? null;
  if (id !== null && !known)
    return (
      <Page title={t.group} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={known?.name ?? t.newModifier}
      crumbs={crumbs}
      acts={known && may('pos:write') && <RemoveModifierGroup id={known.id} name={known.name} />}
    >
      <div class="narrow">
        {known || may('pos:write') ? (
          <ModifierGroupForm key={id} id={id} known={known} etag={answer?.etag ?? null} />
        ) : (
          <NotAllowed scope="pos:write" />
        )}
      </div>
    </Page>
  );
}

function ModifierGroupForm({
  id,
  known,
  etag,
}: {
  readonly id: string | null;
  readonly known: ModifierGroupFields;
  readonly etag: string | null;
}): VNode {
  const form = useForm({ limits, initial: fieldsOf(known), keep: `group-${id ?? 'new'}` });
  const { route } = useLocation();
  const [choices, setChoices] = useState<readonly Choice[]>(choicesIn(known));
  async function save(matching: Matching): Promise<void> {
    if (id === null)
      await client.createModifierGroup({ body: asBody({ ...form.body(), modifiers: choices }) });
    else
      await client.updateModifierGroup({
        params: { id },
        ...matching,
        body: asBody({ ...form.changes(), modifiers: choices }),
      });
    route(at('/till/products/modifiers'));
  }
  return (
    <ThingForm
      form={form}
      label={known?.name ?? t.newModifier}
      save={t.saveGroup}
      etag={id === null ? undefined : etag}
      readOnly={!may('pos:write')}
      onSave={save}
      fresh={async () => fieldsOf((await client.getModifierGroup({ params: { id: id ?? '' } })).data)}
    >
      <TextField form={form} name="name" label={tillTexts.name} />
      <div class="fields two">
        <TextField form={form} name="min_select" label={t.atLeast} inputmode="numeric" />
        <TextField form={form} name="max_select" label={t.atMost} hint={t.atMostHint} inputmode="numeric" />
      </div>
      <Choices choices={choices} change={setChoices} currency={known?.currency ?? shopCurrency()} />
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

function fieldsOf(known: Data<Operations['getModifierGroup']> | null): FormValues {
  return {
    name: known?.name ?? '',
    min_select: String(known?.min_select ?? 0),
    max_select: known?.max_select == null ? '' : String(known.max_select),
    is_active: known?.is_active ?? true,
    position: String(known?.position ?? 0),
  };
}

function RemoveModifierGroup({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const act = useAct(client.deleteModifierGroup);
  const { route } = useLocation();
  return (
    <RemoveButton
      name={name}
      act={act}
      consequences={[t.groupGone]}
      go={async () => {
        if (await act.run({ params: { id } })) route(at('/till/products/modifiers'));
      }}
    />
  );
}
