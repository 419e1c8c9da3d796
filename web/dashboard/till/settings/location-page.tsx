import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createLocation';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { LongTextField, PhoneField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Page } from '../../shell/page.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm, type Matching } from '../../../kit/form/thing-form.tsx';
import { byId } from '../when.ts';
import { LinesField, linesFrom } from './receipt-lines.tsx';
import { settingsTexts as t } from './texts.ts';
import '../till.css';

type Place = Data<Operations['getLocation']>;

/** One location, or a new one. */
export function LocationPage({ params }: PageProps): VNode {
  const id = params['id'] === 'new' ? null : (params['id'] ?? '');
  const { answer, error, again } = useCall(client.getLocation, byId(id));
  const known = answer?.data ?? null;
  const crumbs = [[t.title, at('/till/settings')]] as const;
  if (id !== null && !known)
    return (
      <Page title={t.location} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={known?.name ?? t.newLocation}
      crumbs={crumbs}
      acts={known && !known.is_default && may('pos:admin') && <CloseForGood location={known} />}
    >
      <div class="narrow">
        {may('pos:admin') ? (
          <LocationForm key={id} id={id} known={known} etag={answer?.etag ?? null} />
        ) : (
          <NotAllowed scope="pos:admin" />
        )}
      </div>
    </Page>
  );
}

function fieldsOf(known: Place | null): FormValues {
  return {
    name: known?.name ?? '',
    code: known?.code ?? '',
    address: known?.address ?? '',
    phone: known?.phone ?? '',
    receipt_lines: known?.receipt_lines.join('\n') ?? '',
    is_default: known?.is_default ?? false,
    is_active: known?.is_active ?? true,
  };
}

/** The lines of receipts are a list. */
function sentOf(values: Record<string, unknown>): Record<string, unknown> {
  return 'receipt_lines' in values
    ? { ...values, receipt_lines: linesFrom(values['receipt_lines']) }
    : values;
}

function LocationForm({
  id,
  known,
  etag,
}: {
  readonly id: string | null;
  readonly known: Place | null;
  readonly etag: string | null;
}): VNode {
  const form = useForm({ limits, initial: fieldsOf(known), keep: `location-${id ?? 'new'}` });
  const { route } = useLocation();
  async function save(matching: Matching): Promise<void> {
    if (id === null) await client.createLocation({ body: asBody(sentOf(form.body())) });
    else await client.updateLocation({ params: { id }, ...matching, body: asBody(sentOf(form.changes())) });
    route(at('/till/settings'));
  }
  return (
    <ThingForm
      form={form}
      label={known?.name ?? t.newLocation}
      save={t.saveLocation}
      etag={id === null ? undefined : etag}
      onSave={save}
      fresh={async () => fieldsOf((await client.getLocation({ params: { id: id ?? '' } })).data)}
    >
      <div class="fields two">
        <TextField form={form} name="name" label={tillTexts.name} />
        <TextField form={form} name="code" label={t.code} hint={t.codeHint} mono />
      </div>
      <LongTextField form={form} name="address" label={t.address} rows={2} />
      <PhoneField form={form} name="phone" label={t.phone} />
      <LinesField form={form} name="receipt_lines" label={t.receiptLines} hint={t.receiptLinesHint} />
      {known?.is_default !== true && (
        <>
          <SwitchField form={form} name="is_default" label={t.isDefault} hint={t.isDefaultHint} />
          <SwitchField form={form} name="is_active" label={t.isActive} hint={t.isActiveHint} />
        </>
      )}
    </ThingForm>
  );
}

function CloseForGood({ location }: { readonly location: Place }): VNode {
  const act = useAct(client.deleteLocation);
  const { route } = useLocation();
  return (
    <RemoveButton
      name={location.name}
      act={act}
      label={t.closeForGood}
      consequences={[t.close1, t.close2]}
      go={async () => {
        if (await act.run({ params: { id: location.id } })) route(at('/till/settings'));
      }}
    />
  );
}
