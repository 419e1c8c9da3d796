import { limits as createLimits } from 'form:createInvoice';
import { limits as updateLimits } from 'form:updateInvoice';
import { Send } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, membership } from '../../kit/data/session.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Page } from '../shell/page.tsx';
import { editorTexts as e } from './editor-texts.ts';
import type { InvoiceData, SettingsData } from './invoice-data.ts';
import { checkInvoice } from './check-invoice.ts';
import { changedBody } from './changed-body.ts';
import { EditorFrame } from './editor-frame.tsx';
import { fieldOf, invoiceBody, valuesOf, withLines } from './invoice-form.ts';
import { LastingEditor } from './lasting-editor.tsx';
import { invoiceTexts as t } from './texts.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { asBody, useSaving } from '../../kit/form/thing-form.tsx';

const NEW_LIMITS = {
  ...withLines(createLimits),
  'customer.name': { ...createLimits['customer.name'], required: true as const },
};
const DRAFT_LIMITS = withLines(updateLimits);

/** A new invoice: a name, a line and a price are enough. */
export function NewInvoicePage(): VNode {
  const { answer, error, again } = useCall(client.getInvoiceSettings, {});
  if (!may('invoices:write')) return <NoRight />;
  if (!answer) return <Waiting error={error} again={again} />;
  return <NewInvoice settings={answer.data} />;
}

function NoRight(): VNode {
  return (
    <Page title={e.newTitle} crumbs={[[t.invoices, at('/invoices')]]}>
      <NotAllowed scope="invoices:write" />
    </Page>
  );
}

function Waiting({
  error,
  again,
}: {
  readonly error: Parameters<typeof Problem>[0]['error'] | null;
  readonly again: () => void;
}): VNode {
  return (
    <Page title={t.invoice} crumbs={[[t.invoices, at('/invoices')]]}>
      {error ? <Problem error={error} again={again} /> : <Loading />}
    </Page>
  );
}

function NewInvoice({ settings }: { readonly settings: SettingsData }): VNode {
  const form = useForm({
    limits: NEW_LIMITS,
    initial: valuesOf({}, settings),
    keep: 'invoices/new',
    fieldOf,
  });
  const act = useAct(client.createInvoice);
  const { route } = useLocation();
  async function save(then: 'send' | 'keep'): Promise<void> {
    if (!checkInvoice(form)) return;
    const answer = await act.run({ body: invoiceBody(form) as never }, form);
    if (!answer) return;
    form.forget();
    route(at(`/invoices/${answer.data.id}${then === 'send' ? '?send=now' : ''}`));
  }
  return (
    <EditorFrame
      form={form}
      settings={settings}
      currency={membership.value?.currency ?? 'SLE'}
      title={e.newTitle}
      lead={e.newLead}
      onSubmit={() => save('send')}
      acts={(total, currency) => (
        <>
          <Button busy={act.busy} onClick={() => void save('keep')}>
            {e.saveDraft}
          </Button>
          <Button type="submit" kind="primary" icon={Send} busy={act.busy}>
            {e.send(moneyText(total, currency))}
          </Button>
        </>
      )}
    />
  );
}

/** A draft changes in everything; what has its number, in little. */
export function EditInvoicePage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const settings = useCall(client.getInvoiceSettings, {});
  const { answer, error, again } = useCall(client.getInvoice, { params: { id } });
  if (!answer || !settings.answer) return <Waiting error={error ?? settings.error} again={again} />;
  if (!may('invoices:write')) return <NoRight />;
  const { data: invoice, etag } = answer;
  if (invoice.status !== 'draft') return <LastingEditor key={id} invoice={invoice} etag={etag} />;
  return <EditDraft key={id} invoice={invoice} etag={etag} settings={settings.answer.data} />;
}

function EditDraft({
  invoice,
  etag,
  settings,
}: {
  readonly invoice: InvoiceData;
  readonly etag: string | null;
  readonly settings: SettingsData;
}): VNode {
  const { id, currency } = invoice;
  const params = { id };
  // As long as it is open: what is typed does not go away when somebody else changes the draft.
  const [begunWith] = useState(invoice.version);
  const form = useForm({
    limits: DRAFT_LIMITS,
    initial: draftOf(invoice, settings),
    keep: `invoices/${id}/${begunWith}`,
    fieldOf,
  });
  const saving = useSaving(form, etag, async () =>
    draftOf((await client.getInvoice({ params })).data, settings),
  );
  const { route } = useLocation();
  async function save(then: 'send' | 'keep'): Promise<void> {
    if (!checkInvoice(form)) return;
    await saving.save(async (matching) => {
      await client.updateInvoice({
        params,
        body: asBody(changedBody(form, draftBodyOf(settings))),
        ...matching,
      });
      form.forget();
      route(at(`/invoices/${id}${then === 'send' ? '?send=now' : ''}`));
    });
  }
  return (
    <EditorFrame
      form={form}
      settings={settings}
      currency={currency}
      title={e.editTitle}
      lead={e.newLead}
      onSubmit={() => save('keep')}
      theirs={saving.theirs}
      acts={(total) => (
        <>
          <Button type="submit" busy={saving.busy}>
            {e.saveDraft}
          </Button>
          <Button kind="primary" icon={Send} busy={saving.busy} onClick={() => void save('send')}>
            {e.send(moneyText(total, currency))}
          </Button>
        </>
      )}
    />
  );
}

/** What a draft says; a day that was taken away is again so many days after it is sent. */
const draftBodyOf =
  ({ default_due_days }: SettingsData) =>
  (form: FormState): Record<string, unknown> => {
    const body = invoiceBody(form, 'null');
    return 'due_date' in body ? body : { due_days: default_due_days, ...body };
  };

/** A draft as it is written: its dates are set when it is sent, unless somebody set one. */
function draftOf(invoice: InvoiceData, settings: SettingsData): FormValues {
  const { due_days, due_date } = invoice;
  return valuesOf({ ...invoice, issue_date: '', due_date: due_days === null ? due_date : '' }, settings);
}
