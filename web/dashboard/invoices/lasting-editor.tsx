import { limits } from 'form:updateInvoice';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { LongTextField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { editorTexts as e } from './editor-texts.ts';
import type { InvoiceData } from './invoice-data.ts';
import { remindersOf } from './invoice-form.ts';
import { ReminderFields } from './terms-fields.tsx';
import { invoiceTexts as t } from './texts.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { asBody, useSaving, type Matching } from '../../kit/form/thing-form.tsx';

/** It has its number, so it is due on some day. */
const LIMITS = { ...limits, due_date: { ...limits['due_date'], required: true as const } };

/** What still changes of an invoice that has its number. */
export function LastingEditor({
  invoice,
  etag,
}: {
  readonly invoice: InvoiceData;
  readonly etag: string | null;
}): VNode {
  const { id, number } = invoice;
  const params = { id };
  const form = useForm({ limits: LIMITS, initial: lastingOf(invoice) });
  const saving = useSaving(form, etag, async () => lastingOf((await client.getInvoice({ params })).data));
  const { route } = useLocation();
  async function save(matching: Matching): Promise<void> {
    const { reminders, ...changes } = form.changes();
    const body = { ...changes, ...(reminders === undefined ? {} : { reminders: remindersOf(form) }) };
    await client.updateInvoice({ params, body: asBody(body), ...matching });
    route(at(`/invoices/${id}`));
  }
  return (
    <Page
      title={e.editTitle}
      lead={e.lastingLead}
      crumbs={[
        [t.invoices, at('/invoices')],
        [number ?? t.draftName, at(`/invoices/${id}`)],
      ]}
    >
      <div class="narrow">
        <Form form={form} onSubmit={() => saving.save(save)} label={e.editTitle}>
          <TextField form={form} name="due_date" label={e.due} type="date" />
          <LongTextField form={form} name="notes" label={e.note} />
          <ReminderFields form={form} />
          {saving.theirs}
          <FormActs form={form} save={e.save} busy={saving.busy} />
        </Form>
      </div>
    </Page>
  );
}

function lastingOf({ due_date, notes, reminders }: InvoiceData): FormValues {
  return {
    due_date,
    notes: notes ?? '',
    reminders: reminders.map(({ days_from_due, channel }) => `${days_from_due}:${channel}`),
  };
}
