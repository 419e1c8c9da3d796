import { limits } from 'form:createStaff';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { ChoicesField, SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Columns, Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { RemoveButton } from '../remove-button.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm, type Matching } from '../../../kit/form/thing-form.tsx';
import { byId } from '../when.ts';
import { OpenSessions } from './open-sessions.tsx';
import { PinCard } from './pin-card.tsx';
import type { Person } from './staff.ts';
import { permissionText, staffTexts as t } from './texts.ts';
import '../till.css';

/** One person at the tills, or a new one: what they may do, their PIN, where they are signed in. */
export function PersonPage({ params }: PageProps): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(client.getStaff, byId(may('pos:admin') ? id : null));
  const person = answer?.data ?? null;
  const crumbs = [[t.title, at('/till/staff')]] as const;
  if (!may('pos:admin') || (id !== null && !person))
    return (
      <Page title={t.person} crumbs={crumbs} bare>
        {!may('pos:admin') ? (
          <NotAllowed scope="pos:admin" />
        ) : error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading kind="detail" />
        )}
      </Page>
    );
  return (
    <Page
      title={person?.name ?? t.newPerson}
      crumbs={crumbs}
      {...(person ? { lead: t.lead(t[person.role]), acts: <Leave person={person} /> } : {})}
    >
      <Columns
        main={<PersonForm key={id} id={id} person={person} etag={answer?.etag ?? null} />}
        side={
          person && (
            <>
              <PinCard person={person} />
              <OpenSessions query={{ staff_id: person.id }} />
            </>
          )
        }
      />
    </Page>
  );
}

const ROLES: readonly Person['role'][] = ['cashier', 'supervisor', 'manager', 'custom'];

function fieldsOf(person: Person | null): FormValues {
  return {
    name: person?.name ?? '',
    role: person?.role ?? 'cashier',
    permissions: person?.permissions ?? [],
    location_ids: person?.location_ids ?? [],
    is_active: person?.is_active ?? true,
  };
}

function PersonForm({
  id,
  person,
  etag,
}: {
  readonly id: string | null;
  readonly person: Person | null;
  readonly etag: string | null;
}): VNode {
  const form = useForm({ limits, initial: fieldsOf(person), keep: `person-${id ?? 'new'}` });
  const { locations } = useNames();
  const { route } = useLocation();
  const role = form.text('role') as Person['role'];
  async function save(matching: Matching): Promise<void> {
    if (id === null) {
      const { data } = await client.createStaff({ body: asBody(withoutFilledIn(form.body())) });
      route(at(`/till/staff/${data.id}`));
      return;
    }
    const { data } = await client.updateStaff({
      params: { id },
      ...matching,
      body: asBody(withoutFilledIn({ role, ...form.changes() })),
    });
    form.reset(fieldsOf(data));
    toast(tillTexts.saved);
  }
  return (
    <ThingForm
      form={form}
      label={person?.name ?? t.newPerson}
      save={id === null ? t.addNow : t.savePerson}
      etag={id === null ? undefined : etag}
      onSave={save}
      fresh={async () => fieldsOf((await client.getStaff({ params: { id: id ?? '' } })).data)}
    >
      <TextField form={form} name="name" label={tillTexts.name} />
      <SelectField
        form={form}
        name="role"
        label={t.role}
        hint={`${t[role]} ${t[`${role}More`]}`}
        options={ROLES.map((one) => [one, t[one]])}
      />
      {role === 'custom' && (
        <ChoicesField
          form={form}
          name="permissions"
          label={t.permissions}
          options={(limits['permissions[]']?.options ?? []).map((one) => [one, permissionText(one)])}
        />
      )}
      {locations.length > 1 && (
        <ChoicesField
          form={form}
          name="location_ids"
          label={t.works}
          hint={t.worksHint}
          options={choicesOf(locations)}
        />
      )}
      <SwitchField form={form} name="is_active" label={t.active} hint={t.activeHint} />
    </ThingForm>
  );
}

/** A role fills the permissions in itself; only what was chosen one by one is sent. */
function withoutFilledIn(values: Record<string, unknown>): Record<string, unknown> {
  const { permissions, ...rest } = values;
  return values['role'] === 'custom' && permissions !== undefined ? { ...rest, permissions } : rest;
}

function Leave({ person }: { readonly person: Person }): VNode {
  const act = useAct(client.deleteStaff);
  const { route } = useLocation();
  return (
    <RemoveButton
      name={person.name}
      act={act}
      label={t.leave}
      consequences={[t.leave1, t.leave2]}
      go={async () => {
        if (await act.run({ params: { id: person.id } })) route(at('/till/staff'));
      }}
    />
  );
}
