import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import type { FormLimits } from '../../kit/form/limits.ts';
import { asBody, ThingForm, type Matching } from '../../kit/form/thing-form.tsx';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import type { PageProps } from '../place.ts';
import { Page } from '../shell/page.tsx';
import { RemoveButton } from './remove-button.tsx';
import { byId } from './when.ts';

type Named = { readonly id: string; readonly name: string };
type ById = { readonly params: { readonly id: string } };
/** What a form sends. */
export type Values = Readonly<Record<string, unknown>>;

/** A thing that is only made, changed and taken away: how it is read and written, and what its page says. */
export type Thing<Known extends Named> = {
  readonly get: (call: ById) => Promise<{ readonly data: Known; readonly etag: string | null }>;
  readonly create: (call: { readonly body: never }) => Promise<unknown>;
  readonly update: (call: ById & Matching & { readonly body: never }) => Promise<unknown>;
  readonly remove: (call: ById) => Promise<unknown>;
  /** What changing it takes, and what reading it. */
  readonly scope: 'pos:write' | 'pos:admin';
  readonly readScope: 'pos:read' | 'pos:admin';
  /** The way here; the last of them is where it is listed, and where one comes when it is saved. */
  readonly crumbs: readonly (readonly [name: string, path: string])[];
  readonly kind: string;
  readonly newKind: string;
  readonly saveIt: string;
  readonly removeIt?: string;
  readonly consequences: readonly ComponentChildren[];
  /** Whether it stays, whatever somebody wants. */
  readonly stays?: (known: Known) => boolean;
  readonly limits: FormLimits;
  readonly keep: string;
  readonly valuesOf: (known: Known | null) => FormValues;
  readonly useFields: (form: FormState, known: Known | null) => Fields;
};

type Fields = {
  readonly fields: ComponentChildren;
  /** What is sent for these values, where it is something else. */
  readonly sentOf?: (values: Values) => Values;
};

type Shown<Known extends Named> = { readonly thing: Thing<Known>; readonly id: string | null };

/** The page of one of them, or of a new one. */
export function ThingPage<Known extends Named>({
  params,
  thing,
}: PageProps & { readonly thing: Thing<Known> }): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(thing.get, byId(id));
  const known = answer?.data ?? null;
  const { crumbs, scope, readScope, stays } = thing;
  if (id !== null && !known)
    return (
      <Page title={thing.kind} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  const isForThem = may(scope) || (known !== null && may(readScope));
  return (
    <Page
      title={known?.name ?? thing.newKind}
      crumbs={crumbs}
      acts={known && !stays?.(known) && may(scope) && <Remove thing={thing} known={known} />}
    >
      <div class="narrow">
        {isForThem ? (
          <FormOf key={id} thing={thing} id={id} known={known} etag={answer?.etag ?? null} />
        ) : (
          <NotAllowed scope={scope} />
        )}
      </div>
    </Page>
  );
}

function FormOf<Known extends Named>({
  thing,
  id,
  known,
  etag,
}: Shown<Known> & { readonly known: Known | null; readonly etag: string | null }): VNode {
  const { get, create, update, limits, keep, valuesOf } = thing;
  const form = useForm({ limits, initial: valuesOf(known), keep: `${keep}-${id ?? 'new'}` });
  const { fields, sentOf = (values) => values } = thing.useFields(form, known);
  const back = useWayBack(thing);
  async function save(matching: Matching): Promise<void> {
    if (id === null) await create({ body: asBody(sentOf(form.body())) });
    else await update({ params: { id }, ...matching, body: asBody(sentOf(form.changes())) });
    back();
  }
  return (
    <ThingForm
      form={form}
      label={known?.name ?? thing.newKind}
      save={thing.saveIt}
      etag={id === null ? undefined : etag}
      readOnly={!may(thing.scope)}
      onSave={save}
      fresh={async () => valuesOf((await get({ params: { id: id ?? '' } })).data)}
    >
      {fields}
    </ThingForm>
  );
}

function Remove<Known extends Named>({
  thing,
  known,
}: {
  readonly thing: Thing<Known>;
  readonly known: Known;
}): VNode {
  const { remove, removeIt, consequences } = thing;
  const act = useAct(remove);
  const back = useWayBack(thing);
  return (
    <RemoveButton
      name={known.name}
      act={act}
      {...(removeIt === undefined ? {} : { label: removeIt })}
      consequences={consequences}
      go={async () => {
        if (await act.run({ params: { id: known.id } })) back();
      }}
    />
  );
}

function useWayBack<Known extends Named>({ crumbs }: Thing<Known>): () => void {
  const { route } = useLocation();
  return () => route(crumbs.at(-1)?.[1] ?? '');
}
