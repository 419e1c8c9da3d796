import { limits } from 'form:createTerminal';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
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
import { PairingCard } from './pairing-card.tsx';
import type { Terminal } from './staff.ts';
import { staffTexts as t } from './texts.ts';
import '../till.css';

/** One till, or a new one: its device, who is signed in at it, where it stands. */
export function TillPage({ params }: PageProps): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(client.getTerminal, byId(may('pos:admin') ? id : null));
  const terminal = answer?.data ?? null;
  const crumbs = [
    [t.title, at('/till/staff')],
    [t.tills, at('/till/staff/tills')],
  ] as const;
  if (!may('pos:admin') || (id !== null && !terminal))
    return (
      <Page title={t.till} crumbs={crumbs} bare>
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
      title={terminal?.name ?? t.newTill}
      crumbs={crumbs}
      {...(terminal
        ? {
            badge: terminal.pairing_status !== 'none' && (
              <Status of="pairing" status={terminal.pairing_status} pill />
            ),
            acts: <Remove terminal={terminal} />,
          }
        : {})}
    >
      <Columns
        main={
          <>
            {terminal && <PairingCard terminal={terminal} />}
            <TillForm key={id} id={id} terminal={terminal} etag={answer?.etag ?? null} />
          </>
        }
        side={terminal && <OpenSessions query={{ terminal_id: terminal.id }} />}
      />
    </Page>
  );
}

function fieldsOf(terminal: Terminal | null): FormValues {
  return {
    name: terminal?.name ?? '',
    ...(terminal ? {} : { code: '' }),
    location_id: terminal?.location_id ?? '',
    is_active: terminal?.is_active ?? true,
  };
}

function TillForm({
  id,
  terminal,
  etag,
}: {
  readonly id: string | null;
  readonly terminal: Terminal | null;
  readonly etag: string | null;
}): VNode {
  const form = useForm({ limits, initial: fieldsOf(terminal), keep: `till-${id ?? 'new'}` });
  const { locations } = useNames();
  const { route } = useLocation();
  async function save(matching: Matching): Promise<void> {
    if (id === null) {
      const { data } = await client.createTerminal({ body: asBody(form.body()) });
      route(at(`/till/staff/tills/${data.id}`));
      return;
    }
    const { data } = await client.updateTerminal({
      params: { id },
      ...matching,
      body: asBody(form.changes()),
    });
    form.reset(fieldsOf(data));
    toast(tillTexts.saved);
  }
  return (
    <ThingForm
      form={form}
      label={terminal?.name ?? t.newTill}
      save={t.saveTill}
      etag={id === null ? undefined : etag}
      onSave={save}
      fresh={async () => fieldsOf((await client.getTerminal({ params: { id: id ?? '' } })).data)}
    >
      <TextField form={form} name="name" label={tillTexts.name} />
      {id === null && <TextField form={form} name="code" label={t.code} hint={t.codeHint} mono />}
      {locations.length > 1 && (
        <SelectField
          form={form}
          name="location_id"
          label={t.where}
          options={choicesOf(locations)}
          {...(id === null ? { none: tillTexts.defaultLocation } : {})}
        />
      )}
      <SwitchField form={form} name="is_active" label={t.tillActive} hint={t.tillActiveHint} />
    </ThingForm>
  );
}

function Remove({ terminal }: { readonly terminal: Terminal }): VNode {
  const act = useAct(client.deleteTerminal);
  const { route } = useLocation();
  return (
    <RemoveButton
      name={terminal.name}
      act={act}
      label={t.removeTill}
      consequences={[
        t.removeTill1,
        t.removeTill2,
        ...(terminal.cash_session_id === null ? [] : [t.removeTillOff]),
      ]}
      go={async () => {
        if (await act.run({ params: { id: terminal.id } })) route(at('/till/staff/tills'));
      }}
    />
  );
}
