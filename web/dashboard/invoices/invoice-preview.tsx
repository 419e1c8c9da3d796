import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { membership } from '../../kit/data/session.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { rowCount } from '../../kit/form/rows.ts';
import { amountText, moneyText } from '../../kit/format/money.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { dateText, dayOf } from '../../kit/format/time.ts';
import { Money } from '../../kit/parts/money.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { editorTexts as e } from './editor-texts.ts';
import type { SettingsData } from './invoice-data.ts';
import { lineAt, LINES } from './invoice-form.ts';
import type { Running } from './running-totals.ts';
import { invoiceTexts as t } from './texts.ts';

export type PreviewProps = {
  readonly form: FormState;
  readonly totals: Running;
  readonly settings: SettingsData;
  readonly currency: string;
};

type View = 'paper' | 'phone' | 'whatsapp';

/** The invoice as its customer gets it, while it is written. */
export function InvoicePreview(props: PreviewProps): VNode {
  const [view, setView] = useState<View>('paper');
  return (
    <aside class="preview" aria-label={e.preview}>
      <div class="row">
        <h2 class="grow">{e.preview}</h2>
        <Segmented
          label={e.preview}
          options={[
            ['paper', e.paper],
            ['phone', e.phoneView],
            ['whatsapp', e.whatsapp],
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'paper' ? (
        <Paper {...props} />
      ) : view === 'phone' ? (
        <Phone {...props} />
      ) : (
        <WhatsApp {...props} />
      )}
    </aside>
  );
}

const DAY_MS = 86_400_000;

function daysOf(form: FormState, settings: SettingsData): { readonly issued: string; readonly due: string } {
  const issued = form.text('issue_date') || dayOf(Date.now());
  const days = Number(form.text('due_days') || settings.default_due_days);
  const due = form.text('due_date') || dayOf(new Date(issued).getTime() + days * DAY_MS);
  return { issued, due };
}

function shopOf({ company }: SettingsData): string {
  return company.name ?? membership.value?.store_name ?? '';
}

function Paper({ form, totals, settings, currency }: PreviewProps): VNode {
  const { issued, due } = daysOf(form, settings);
  const { company } = settings;
  return (
    <div class="sheet-of-paper">
      <div class="paper-head">
        <div>
          <strong>{t.invoice}</strong>
          <small>{e.draft}</small>
        </div>
        <div class="right">
          {company.logo_url !== null && <img src={company.logo_url} alt="" height="40" />}
          <b>{shopOf(settings)}</b>
          <small class="invoice-text">
            {[company.address, company.phone && phoneText(company.phone), company.tax_id]
              .filter(Boolean)
              .join('\n')}
          </small>
        </div>
      </div>
      <div class="paper-facts">
        <div>
          <small>{e.for}</small>
          <b>{form.text('customer.name') || '…'}</b>
          <small class="invoice-text">{form.text('customer.address')}</small>
        </div>
        <div>
          <small>{e.date}</small>
          {dateText(issued)}
        </div>
        <div class="right">
          <small>{e.due}</small>
          <b>{dateText(due)}</b>
        </div>
      </div>
      <PaperLines form={form} totals={totals} currency={currency} />
      <Sums totals={totals} currency={currency} bare />
      <div class="paper-pay">
        <i aria-hidden="true" />
        <div>
          <b>{e.payPhone}</b>
          <small>{e.payPhoneMore}</small>
        </div>
      </div>
      {(['payment_instructions', 'notes', 'terms', 'footer'] as const).map(
        (name) => form.text(name) && <p class="invoice-text paper-foot">{form.text(name)}</p>,
      )}
    </div>
  );
}

type SumsProps = { readonly totals: Running; readonly currency: string };

function PaperLines({ form, totals, currency }: SumsProps & { readonly form: FormState }): VNode {
  const number = (text: string): string => amountText(Number(text.replaceAll(',', '')) || 0, currency);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{e.what}</th>
          <th scope="col">{e.count}</th>
          <th scope="col">{e.price}</th>
          <th scope="col">{e.amount}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rowCount(LINES, form.values.value) }, (_, at) => (
          <tr key={at}>
            <td>
              {form.text(lineAt(at, 'description')) || '…'}
              {form.text(lineAt(at, 'less')) && (
                <small>
                  {' '}
                  {t.less} {form.text(lineAt(at, 'less'))}
                </small>
              )}
            </td>
            <td>{form.text(lineAt(at, 'quantity'))}</td>
            <td>{number(form.text(lineAt(at, 'unit_price')))}</td>
            <td>{amountText(totals.lines[at] ?? 0, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Before tax, each tax, and what is to be paid; `bare` names the currency at the total alone, as paper does. */
export function Sums({ totals, currency, bare = false }: SumsProps & { readonly bare?: boolean }): VNode {
  const sum = (amount: number): VNode | string =>
    bare ? amountText(amount, currency) : <Money amount={amount} currency={currency} />;
  return (
    <dl class="sums" aria-live="polite">
      {totals.discount > 0 && [<dt>{t.discounts}</dt>, <dd>{sum(-totals.discount)}</dd>]}
      <dt>{e.before}</dt>
      <dd>{sum(totals.before)}</dd>
      {totals.taxes.map(({ name, rate, inclusive, amount }) => [
        <dt>{inclusive ? t.taxIn(name, rate) : t.taxOn(name, rate)}</dt>,
        <dd>{sum(amount)}</dd>,
      ])}
      <dt class="total">{e.total}</dt>
      <dd class="total">
        <Money amount={totals.total} currency={currency} />
      </dd>
    </dl>
  );
}

function Phone({ form, totals, settings, currency }: PreviewProps): VNode {
  const { due } = daysOf(form, settings);
  return (
    <div class="phone-view">
      <b>{shopOf(settings)}</b>
      <p class="quiet small">
        {t.invoice}, {form.text('customer.name') || '…'}
      </p>
      <span class="quiet">{e.stillToPay}</span>
      <div class="huge">
        <Money amount={totals.total} currency={currency} />
      </div>
      <p class="quiet small">{t.leadOpen(dateText(due))}</p>
      <span class="preview-button">{e.payNow}</span>
      {form.get('allow_partial_payment') === true && <span class="preview-button plain">{e.payPart}</span>}
      <ul>
        {totals.lines.map((amount, at) => (
          <li key={at}>
            <span class="grow">{form.text(lineAt(at, 'description')) || '…'}</span>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function WhatsApp({ form, totals, settings, currency }: PreviewProps): VNode {
  const { due } = daysOf(form, settings);
  return (
    <>
      <div class="talk">
        <p>
          {e.message(shopOf(settings), moneyText(totals.total, currency), dateText(due))}
          <span class="link">{e.linkThere}</span>
        </p>
      </div>
      <p class="faint small">{e.messageHint}</p>
    </>
  );
}
