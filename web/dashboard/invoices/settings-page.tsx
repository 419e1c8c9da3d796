import { limits } from 'form:updateInvoiceSettings';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { membership } from '../../kit/data/session.ts';
import { asBody } from '../../kit/form/thing-form.tsx';
import type { FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { Button } from '../../kit/parts/button.tsx';
import { LongTextField, PhoneField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import { SettingCard } from '../settings/setting-card.tsx';
import { Page } from '../shell/page.tsx';
import { editorTexts as e } from './editor-texts.ts';
import type { SettingsData } from './invoice-data.ts';
import { feeOf, fieldOf, offText, remindersOf } from './invoice-form.ts';
import { recurringTexts as r } from './recurring-texts.ts';
import { ChannelFields, FeeFields, PaperFields, ReminderFields } from './terms-fields.tsx';
import { invoiceTexts as t } from './texts.ts';
import './invoices.css';

/** Who the shop is on invoices, how they are numbered, and what a new one has. */
export function InvoiceSettingsPage(): VNode {
  const { answer, error, again } = useCall(client.getInvoiceSettings, {});
  return (
    <Page title={t.settings} crumbs={[[t.invoices, at('/invoices')]]} lead={r.settingsLead}>
      {!answer ? (
        error ? (
          <Problem error={error} again={again} />
        ) : (
          <Loading />
        )
      ) : (
        <div class="narrow stack">
          <Cards settings={answer.data} etag={answer.etag} />
        </div>
      )}
    </Page>
  );
}

type SettingsProps = { readonly settings: SettingsData; readonly etag: string | null };
const text = (value: string | number | null | undefined): string => String(value ?? '');

function Cards(props: SettingsProps): VNode {
  return (
    <>
      <CompanyCard {...props} />
      <NumberCard {...props} />
      <DueCard {...props} />
      <WayCard {...props} />
      <LateCard {...props} />
      <PaperCard {...props} />
    </>
  );
}

function CompanyCard(props: SettingsProps): VNode {
  return (
    <SettingsCard
      {...props}
      title={r.companyTitle}
      valuesOf={({ company }) =>
        Object.fromEntries(
          (['name', 'address', 'email', 'phone', 'tax_id'] as const).map((one) => [
            `company.${one}`,
            text(company[one]),
          ]),
        )
      }
    >
      {(form) => (
        <>
          <TextField form={form} name="company.name" label={r.companyName} />
          <LongTextField form={form} name="company.address" label={r.address} rows={2} />
          <div class="fields two">
            <PhoneField form={form} name="company.phone" label={r.phone} />
            <TextField form={form} name="company.email" label={r.email} type="email" inputmode="email" />
          </div>
          <TextField form={form} name="company.tax_id" label={r.taxId} />
          <LogoField url={props.settings.company.logo_url} />
        </>
      )}
    </SettingsCard>
  );
}

function NumberCard(props: SettingsProps): VNode {
  return (
    <SettingsCard
      {...props}
      title={r.numberTitle}
      valuesOf={(settings) => ({
        number_pattern: settings.number_pattern,
        credit_note_number_pattern: settings.credit_note_number_pattern,
        yearly_reset: settings.yearly_reset,
      })}
    >
      {(form) => (
        <>
          <TextField form={form} name="number_pattern" label={r.pattern} hint={r.patternHint} mono />
          <TextField form={form} name="credit_note_number_pattern" label={r.notePattern} mono />
          <SwitchField form={form} name="yearly_reset" label={r.yearlyReset} />
        </>
      )}
    </SettingsCard>
  );
}

function DueCard(props: SettingsProps): VNode {
  return (
    <SettingsCard
      {...props}
      title={r.dueTitle}
      valuesOf={(settings) => ({
        default_due_days: text(settings.default_due_days),
        default_tax_rate: text(settings.default_tax_rate),
        default_tax_name: settings.default_tax_name,
        tax_inclusive: settings.tax_inclusive,
      })}
    >
      {(form) => (
        <>
          <TextField form={form} name="default_due_days" label={r.dueDays} inputmode="numeric" />
          <div class="fields two">
            <TextField
              form={form}
              name="default_tax_rate"
              label={r.taxRate}
              hint={r.taxRateHint}
              inputmode="decimal"
            />
            <TextField form={form} name="default_tax_name" label={r.taxName} />
          </div>
          <SwitchField form={form} name="tax_inclusive" label={r.taxIn} />
        </>
      )}
    </SettingsCard>
  );
}

function WayCard(props: SettingsProps): VNode {
  return (
    <SettingsCard
      {...props}
      title={r.wayTitle}
      valuesOf={(settings) => ({
        allow_partial_payment: settings.allow_partial_payment,
        accepted_channels: [...(settings.accepted_channels ?? [])],
      })}
      bodyOf={(form, { accepted_channels, ...body }) =>
        accepted_channels === undefined
          ? body
          : { ...body, accepted_channels: listOf(form, 'accepted_channels') }
      }
    >
      {(form) => (
        <>
          <SwitchField form={form} name="allow_partial_payment" label={e.parts} />
          <ChannelFields form={form} />
        </>
      )}
    </SettingsCard>
  );
}

function LateCard(props: SettingsProps): VNode {
  const currency = membership.value?.currency ?? 'SLE';
  return (
    <SettingsCard
      {...props}
      title={r.lateTitle}
      valuesOf={({ reminders, late_fee }) => ({
        reminders: reminders.map(({ days_from_due, channel }) => `${days_from_due}:${channel}`),
        fee: offText(late_fee),
        'fee.after': text(late_fee?.after_days),
        'fee.repeat': text(late_fee?.repeat_days),
        'fee.max': text(late_fee?.max),
      })}
      bodyOf={(form) => ({ reminders: remindersOf(form), late_fee: feeOf(form) })}
    >
      {(form) => (
        <>
          <ReminderFields form={form} />
          <FeeFields form={form} currency={currency} />
        </>
      )}
    </SettingsCard>
  );
}

function PaperCard(props: SettingsProps): VNode {
  return (
    <SettingsCard
      {...props}
      title={r.paperTitle}
      valuesOf={(settings) => ({
        notes: text(settings.notes),
        payment_instructions: text(settings.payment_instructions),
        terms: text(settings.terms),
        footer: text(settings.footer),
      })}
    >
      {(form) => (
        <>
          <LongTextField form={form} name="notes" label={e.note} rows={2} />
          <PaperFields form={form} />
        </>
      )}
    </SettingsCard>
  );
}

function listOf(form: FormState, name: string): readonly string[] | null {
  const value = form.get(name);
  return Array.isArray(value) && value.length > 0 ? (value as readonly string[]) : null;
}

type CardProps = SettingsProps & {
  readonly title: string;
  readonly valuesOf: (settings: SettingsData) => FormValues;
  readonly children: (form: FormState) => ComponentChildren;
  /** What is sent, where it is not what the fields hold. */
  readonly bodyOf?: (form: FormState, changes: Record<string, unknown>) => Record<string, unknown>;
};

/** One subject, which saves itself. */
function SettingsCard(props: CardProps): VNode {
  const { title, settings, etag, valuesOf, children, bodyOf = (_form, changes) => changes } = props;
  return (
    <SettingCard
      title={title}
      limits={limits}
      values={valuesOf(settings)}
      etag={etag}
      scope="merchant:write"
      fieldOf={fieldOf}
      save={async (matching, changes, form) => {
        const body = asBody(bodyOf(form, changes));
        return valuesOf((await client.updateInvoiceSettings({ body, ...matching })).data);
      }}
      fresh={async () => valuesOf((await client.getInvoiceSettings()).data)}
    >
      {children}
    </SettingCard>
  );
}

const LOGO_BYTES_MAX = 300 * 1024;

/** The logo at the head; it is saved as soon as it is chosen. */
function LogoField({ url }: { readonly url: string | null }): VNode {
  const act = useAct(client.updateInvoiceSettings);
  const [fault, setFault] = useState<string | null>(null);
  async function put(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > LOGO_BYTES_MAX) return setFault(r.logoTooLarge);
    setFault(null);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const logo = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
    await act.run({ body: { company: { logo } } });
  }
  const told = fault ?? act.error?.message;
  return (
    <div class="field">
      <span>{r.logo}</span>
      {url !== null && <img src={new URL(url, location.href).pathname} alt={r.logo} height="48" />}
      <div class="row wrap">
        <input
          type="file"
          class="input"
          accept="image/jpeg,image/png,image/webp"
          aria-label={r.chooseLogo}
          onChange={(event) => void put(event.currentTarget.files?.[0])}
        />
        {url !== null && (
          <Button busy={act.busy} onClick={() => void act.run({ body: { company: { logo: null } } })}>
            {r.noLogo}
          </Button>
        )}
      </div>
      <small class={told ? 'fault' : ''}>{told ?? r.logoHint}</small>
    </div>
  );
}
