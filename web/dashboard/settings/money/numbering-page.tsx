import type { VNode } from 'preact';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { recurringTexts as invoiceWords } from '../../invoices/recurring-texts.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { settingsTexts as tillWords } from '../../till/settings/texts.ts';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { InvoiceCard, type InvoiceSettings } from './invoice-card.tsx';
import { sampleNumber } from './sample-number.ts';
import { TillCard, type TillSettings } from './till-card.tsx';
import { moneyTexts as t } from './texts.ts';
import '../settings.css';

const ofInvoices = (settings: InvoiceSettings): FormValues => ({
  number_pattern: settings.number_pattern,
  credit_note_number_pattern: settings.credit_note_number_pattern,
  yearly_reset: settings.yearly_reset,
});
const ofTill = ({ sale_number_pattern }: TillSettings): FormValues => ({ sale_number_pattern });

/** How papers are numbered. */
export function NumberingPage(): VNode {
  return (
    <Page
      title={pageNames.numbering}
      crumbs={[[settingsTexts.settings, at('/settings')]]}
      lead={t.numberingLead}
    >
      <div class="narrow stack">
        <InvoiceCard title={t.invoices} values={ofInvoices}>
          {(form) => (
            <>
              <Pattern form={form} name="number_pattern" label={invoiceWords.pattern} hint />
              <Pattern form={form} name="credit_note_number_pattern" label={invoiceWords.notePattern} />
              <SwitchField form={form} name="yearly_reset" label={invoiceWords.yearlyReset} />
            </>
          )}
        </InvoiceCard>
        <TillCard title={t.sales} values={ofTill}>
          {(form) => (
            <>
              <TextField
                form={form}
                name="sale_number_pattern"
                label={tillWords.numbers}
                hint={tillWords.numbersHint}
                mono
              />
              <p class="small quiet">{t.such(sampleNumber(form.text('sale_number_pattern')))}</p>
            </>
          )}
        </TillCard>
      </div>
    </Page>
  );
}

function Pattern(props: {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly hint?: boolean;
}): VNode {
  const { form, name, label, hint } = props;
  return (
    <>
      <TextField
        form={form}
        name={name}
        label={label}
        {...(hint ? { hint: invoiceWords.patternHint } : {})}
        mono
      />
      <p class="small quiet">{t.such(sampleNumber(form.text(name)))}</p>
    </>
  );
}
