import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { recurringTexts as invoiceWords } from '../../invoices/recurring-texts.ts';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { settingsTexts as tillWords } from '../../till/settings/texts.ts';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { InvoiceCard, type InvoiceSettings } from './invoice-card.tsx';
import { TillCard, type TillSettings } from './till-card.tsx';
import { moneyTexts as t } from './texts.ts';
import '../settings.css';

const ofInvoices = (settings: InvoiceSettings): FormValues => ({
  'company.tax_id': settings.company.tax_id ?? '',
  default_tax_rate: String(settings.default_tax_rate ?? ''),
  default_tax_name: settings.default_tax_name,
  tax_inclusive: settings.tax_inclusive,
});
const ofTill = ({ tax_inclusive, tax_rounding }: TillSettings): FormValues => ({
  tax_inclusive,
  tax_rounding,
});

/** What tax invoices and sales reckon with. */
export function TaxesPage(): VNode {
  return (
    <Page title={pageNames.taxes} crumbs={[[settingsTexts.settings, at('/settings')]]} lead={t.taxesLead}>
      <div class="narrow stack">
        <InvoiceCard title={t.onInvoices} values={ofInvoices}>
          {(form) => (
            <>
              <TextField form={form} name="company.tax_id" label={t.taxNumber} />
              <div class="fields two">
                <TextField
                  form={form}
                  name="default_tax_rate"
                  label={invoiceWords.taxRate}
                  hint={invoiceWords.taxRateHint}
                  inputmode="decimal"
                />
                <TextField form={form} name="default_tax_name" label={invoiceWords.taxName} />
              </div>
              <SwitchField form={form} name="tax_inclusive" label={invoiceWords.taxIn} />
            </>
          )}
        </InvoiceCard>
        <TillCard title={t.atTill} values={ofTill}>
          {(form) => (
            <>
              <SwitchField
                form={form}
                name="tax_inclusive"
                label={tillWords.taxInclusive}
                hint={tillWords.taxInclusiveHint}
              />
              <SelectField
                form={form}
                name="tax_rounding"
                label={tillWords.taxRounding}
                options={[
                  ['document', tillWords.document],
                  ['line', tillWords.line],
                ]}
              />
            </>
          )}
        </TillCard>
        {may('pos:read') && <Rates />}
      </div>
    </Page>
  );
}

function Rates(): VNode {
  const { answer, error, again } = useCall(client.listTaxRates, { query: { limit: 100 } });
  const add = may('pos:write') && (
    <ButtonLink size="s" icon={Plus} href={at('/till/products/tax-rates/new')}>
      {t.addRate}
    </ButtonLink>
  );
  const rates = answer?.data ?? [];
  return (
    <Card title={t.rates} end={add} bare>
      <p class="quiet small setting-lead">{answer && rates.length === 0 ? t.noRates : t.ratesText}</p>
      {!answer && (error ? <Problem error={error} again={again} /> : <Loading rows={2} />)}
      {rates.length > 0 && (
        <ul class="line-rows">
          {rates.map(({ id, name, rate, is_active }) => (
            <li key={id}>
              <a class="link" href={at(`/till/products/tax-rates/${id}`)}>
                {name}
              </a>
              {!is_active && <Tag>{settingsTexts.no}</Tag>}
              <span class="end figures">{rate} %</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
