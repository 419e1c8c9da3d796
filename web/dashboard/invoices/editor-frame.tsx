import type { ComponentChildren, VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { LongTextField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault, RestoredNote } from '../../kit/parts/form.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page, type Crumb } from '../shell/page.tsx';
import { CustomerField } from './customer-field.tsx';
import { checkInvoice } from './check-invoice.ts';
import { editorTexts as e } from './editor-texts.ts';
import type { SettingsData } from './invoice-data.ts';
import { invoiceBody } from './invoice-form.ts';
import { InvoicePreview, Sums } from './invoice-preview.tsx';
import { LineFields } from './line-fields.tsx';
import { runningTotals } from './running-totals.ts';
import { TermsFields } from './terms-fields.tsx';
import { invoiceTexts as t } from './texts.ts';
import './invoices.css';
import './editor.css';

type FrameProps = {
  readonly form: FormState;
  readonly settings: SettingsData;
  readonly currency: string;
  readonly title: string;
  readonly lead: string;
  readonly crumbs?: readonly Crumb[];
  readonly onSubmit: () => Promise<void>;
  /** The sticky bar: it says what is sent, or how often. */
  readonly acts: (total: number, currency: string) => ComponentChildren;
  /** What somebody else wrote meanwhile. */
  readonly theirs?: ComponentChildren;
  /** Above the customer: how often it comes again. */
  readonly above?: ComponentChildren;
  /** Whether it is dated when it is made, by itself. */
  readonly undated?: boolean;
};

/** Form left, what the customer gets right, what saving does below. */
export function EditorFrame(props: FrameProps): VNode {
  const {
    form,
    settings,
    currency,
    title,
    lead,
    crumbs = [],
    onSubmit,
    acts,
    theirs,
    above,
    undated,
  } = props;
  const till = useCall(client.getPosSettings, may('pos:read') ? {} : null);
  const rounding = till.answer?.data.tax_rounding ?? 'document';
  const totals = runningTotals(invoiceBody(form), { settings, rounding, currency });
  const { default_tax_rate, default_due_days } = settings;
  return (
    <Page
      title={title}
      crumbs={[[t.invoices, at('/invoices')], ...crumbs]}
      badge={above === undefined && <Status of="invoice" status="draft" pill />}
      lead={lead}
    >
      <div class="invoice-editor">
        <Form form={form} onSubmit={() => (checkInvoice(form) ? onSubmit() : undefined)} label={title}>
          <RestoredNote form={form} />
          {above}
          <CustomerField form={form} first={above === undefined} />
          <div class={undated ? 'fields two' : 'fields three'}>
            {!undated && (
              <>
                <TextField form={form} name="issue_date" label={e.date} type="date" hint={e.dateHint} />
                <TextField
                  form={form}
                  name="due_date"
                  label={e.due}
                  type="date"
                  hint={e.dueHint(Number(form.text('due_days') || default_due_days))}
                />
              </>
            )}
            {undated && (
              <TextField
                form={form}
                name="due_days"
                label={e.due}
                inputmode="numeric"
                hint={e.dueHint(default_due_days)}
              />
            )}
            <TextField form={form} name="po_number" label={e.po} />
          </div>
          <LineFields
            form={form}
            totals={totals}
            currency={currency}
            usualTax={default_tax_rate === null ? e.noTax : String(default_tax_rate)}
          />
          <div class="note-and-sums">
            <LongTextField form={form} name="notes" label={e.note} rows={3} />
            <Sums totals={totals} currency={currency} />
          </div>
          <TermsFields form={form} currency={currency} />
          {theirs}
          <div class="sticky-acts">
            <FormFault form={form} />
            <div class="row wrap">
              {form.changed.value && <span class="small faint">{common.unsaved}</span>}
              <span class="grow" />
              {acts(totals.total, currency)}
            </div>
          </div>
        </Form>
        <InvoicePreview form={form} totals={totals} settings={settings} currency={currency} />
      </div>
    </Page>
  );
}
