import { limits } from 'form:updateInvoice';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useFresh } from '../../kit/form/use-fresh.ts';
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

/** What still changes of an invoice that has its number. */
export function LastingEditor({
  invoice,
  etag,
}: {
  readonly invoice: InvoiceData;
  readonly etag: string | null;
}): VNode {
  const { id, number } = invoice;
  const form = useForm({
    limits,
    initial: {
      due_date: invoice.due_date,
      notes: invoice.notes ?? '',
      reminders: invoice.reminders.map(({ days_from_due, channel }) => `${days_from_due}:${channel}`),
    },
  });
  const held = useFresh(form, etag);
  const act = useAct(client.updateInvoice);
  const { route } = useLocation();
  async function save(): Promise<void> {
    const { reminders, ...changes } = form.changes();
    const body = { ...changes, ...(reminders === undefined ? {} : { reminders: remindersOf(form) }) };
    const answer = await act.run(
      { params: { id }, body: body as never, ...(held ? { ifMatch: held } : {}) },
      form,
    );
    if (answer) route(at(`/invoices/${id}`));
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
        <Form form={form} onSubmit={save} label={e.editTitle}>
          <TextField form={form} name="due_date" label={e.due} type="date" />
          <LongTextField form={form} name="notes" label={e.note} />
          <ReminderFields form={form} />
          <FormActs form={form} save={e.save} busy={act.busy} />
        </Form>
      </div>
    </Page>
  );
}
