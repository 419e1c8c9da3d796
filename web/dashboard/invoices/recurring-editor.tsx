import { limits as createLimits } from 'form:createInvoice';
import { limits as recurringLimits } from 'form:createRecurringInvoice';
import { Repeat } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, membership } from '../../kit/data/session.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Button } from '../../kit/parts/button.tsx';
import { ChoicesField, SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Page } from '../shell/page.tsx';
import { changedBody } from './changed-body.ts';
import { EditorFrame } from './editor-frame.tsx';
import type { RecurringData, SettingsData } from './invoice-data.ts';
import { fieldOf, invoiceBody, valuesOf, withLines, type Written } from './invoice-form.ts';
import { currencyOf, FREQUENCIES, templateOf, titleOf } from './recurring-words.ts';
import { recurringTexts as r } from './recurring-texts.ts';
import { invoiceTexts as t } from './texts.ts';
import { wayText } from './words.ts';
import { asBody, useSaving, type Matching } from '../../kit/form/thing-form.tsx';

const LIMITS = withLines({ ...createLimits, ...recurringLimits });
const WAYS = ['whatsapp', 'sms', 'email', 'link'] as const;

/** A new one, blank or from an invoice that is there. */
export function NewRecurringPage(): VNode {
  const from = useLocation().query['from'];
  const settings = useCall(client.getInvoiceSettings, {});
  const invoice = useCall(client.getInvoice, from ? { params: { id: from } } : null);
  if (!settings.answer || (from && !invoice.answer))
    return <Waiting error={settings.error ?? invoice.error} again={settings.again} />;
  if (!may('invoices:write')) return <NoRight />;
  const written = invoice.answer ? { ...invoice.answer.data, issue_date: '', due_date: '' } : {};
  return <NewRecurring settings={settings.answer.data} written={written} from={from ?? ''} />;
}

/** What is there changes in what it says and how it ends; how often stays. */
export function EditRecurringPage({ params }: PageProps): VNode {
  const settings = useCall(client.getInvoiceSettings, {});
  const one = useCall(client.getRecurringInvoice, { params: { id: params['id'] ?? '' } });
  if (!settings.answer || !one.answer)
    return <Waiting error={settings.error ?? one.error} again={one.again} />;
  if (!may('invoices:write')) return <NoRight />;
  return <EditRecurring settings={settings.answer.data} one={one.answer.data} etag={one.answer.etag} />;
}

function NoRight(): VNode {
  return (
    <Page title={t.recurring} crumbs={[[t.invoices, at('/invoices')]]}>
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
    <Page title={t.recurring} crumbs={[[t.invoices, at('/invoices')]]}>
      {error ? <Problem error={error} again={again} /> : <Loading />}
    </Page>
  );
}

function initialOf(written: Written, settings: SettingsData, one?: RecurringData): FormValues {
  return {
    ...valuesOf(written, settings),
    name: one?.name ?? '',
    frequency: one?.frequency ?? 'monthly',
    interval: String(one?.interval ?? 1),
    start_date: '',
    day_of_month: '',
    end_date: one?.end_date ?? '',
    count: one?.count ? String(one.count) : '',
    auto_finalize: one?.auto_finalize ?? true,
    auto_send: [...(one?.auto_send ?? [])],
  };
}

/** What its invoices say: dated by their days. */
function templateIn(form: FormState): Record<string, unknown> {
  const { issue_date: _issued, due_date: _due, ...template } = invoiceBody(form);
  return template;
}

function lastingIn(form: FormState): Record<string, unknown> {
  const ways = form.get('auto_send');
  const isAuto = form.get('auto_finalize') === true;
  return {
    name: form.text('name').trim() || null,
    end_date: form.text('end_date') || null,
    count: form.text('count') === '' ? null : Number(form.text('count')),
    auto_finalize: isAuto,
    auto_send: isAuto && Array.isArray(ways) ? ways : [],
  };
}

type NewProps = {
  readonly settings: SettingsData;
  readonly written: Written;
  readonly from: string;
};

function NewRecurring({ settings, written, from }: NewProps): VNode {
  const form = useForm({
    limits: LIMITS,
    initial: initialOf(written, settings),
    keep: `invoices/recurring/new/${from}`,
    fieldOf,
  });
  const act = useAct(client.createRecurringInvoice);
  const { route } = useLocation();
  async function create(): Promise<void> {
    const day = form.text('day_of_month');
    const body = {
      template: templateIn(form),
      frequency: form.text('frequency'),
      interval: Number(form.text('interval') || 1),
      ...(form.text('start_date') ? { start_date: form.text('start_date') } : {}),
      ...(day && form.text('frequency') === 'monthly' ? { day_of_month: Number(day) } : {}),
      ...lastingIn(form),
    };
    const answer = await act.run({ body: body as never }, form);
    if (!answer) return;
    form.forget();
    route(at(`/invoices/recurring/${answer.data.id}`));
  }
  return (
    <EditorFrame
      form={form}
      settings={settings}
      currency={membership.value?.currency ?? 'SLE'}
      title={r.newOne}
      lead={r.emptyText}
      crumbs={[[t.recurring, at('/invoices/recurring')]]}
      onSubmit={create}
      undated
      above={<OftenFields form={form} isNew />}
      acts={(total, currency) => (
        <Button type="submit" kind="primary" icon={Repeat} busy={act.busy}>
          {r.create(moneyText(total, currency))}
        </Button>
      )}
    />
  );
}

type EditProps = {
  readonly settings: SettingsData;
  readonly one: RecurringData;
  readonly etag: string | null;
};

function EditRecurring({ settings, one, etag }: EditProps): VNode {
  const { id } = one;
  const params = { id };
  const valuesNow = (now: RecurringData): FormValues => initialOf(templateOf(now), settings, now);
  // As long as it is open: what is typed does not go away when somebody else changes it, or an invoice of it is made.
  const [begunWith] = useState(one.version);
  const form = useForm({
    limits: LIMITS,
    initial: valuesNow(one),
    keep: `invoices/recurring/${id}/${begunWith}`,
    fieldOf,
  });
  const saving = useSaving(form, etag, async () =>
    valuesNow((await client.getRecurringInvoice({ params })).data),
  );
  const { route } = useLocation();
  async function save(matching: Matching): Promise<void> {
    const template = changedBody(form, templateIn);
    const now = matching.ifMatch === undefined ? (await client.getRecurringInvoice({ params })).data : one;
    const body = {
      ...changedBody(form, lastingIn),
      // It is replaced as a whole: what has no field here, such as its currency, goes along.
      ...(Object.keys(template).length === 0 ? {} : { template: { ...now.template, ...template } }),
    };
    await client.updateRecurringInvoice({ params, body: asBody(body), ...matching });
    form.forget();
    route(at(`/invoices/recurring/${id}`));
  }
  return (
    <EditorFrame
      form={form}
      settings={settings}
      currency={currencyOf(one.template) ?? membership.value?.currency ?? 'SLE'}
      title={titleOf(one)}
      lead={r.fixed}
      crumbs={[[t.recurring, at('/invoices/recurring')]]}
      onSubmit={() => saving.save(save)}
      undated
      above={<OftenFields form={form} />}
      theirs={saving.theirs}
      acts={() => (
        <Button type="submit" kind="primary" busy={saving.busy}>
          {r.save}
        </Button>
      )}
    />
  );
}

function OftenFields({ form, isNew = false }: { readonly form: FormState; readonly isNew?: boolean }): VNode {
  return (
    <div class="fields">
      <TextField form={form} name="name" label={r.name} />
      {isNew && (
        <div class="fields two">
          <TextField form={form} name="interval" label={r.interval} inputmode="numeric" />
          <SelectField
            form={form}
            name="frequency"
            label={r.unit}
            options={FREQUENCIES.map((one) => [one, r[one]] as const)}
          />
          <TextField form={form} name="start_date" label={r.start} type="date" hint={r.startHint} />
          {form.text('frequency') === 'monthly' && (
            <TextField form={form} name="day_of_month" label={r.day} hint={r.dayHint} inputmode="numeric" />
          )}
        </div>
      )}
      <div class="fields two">
        <TextField form={form} name="end_date" label={r.until} type="date" hint={r.untilHint} />
        <TextField form={form} name="count" label={r.count} inputmode="numeric" />
      </div>
      <SwitchField form={form} name="auto_finalize" label={r.auto} hint={r.autoHint} />
      {form.get('auto_finalize') === true ? (
        <ChoicesField
          form={form}
          name="auto_send"
          label={r.send}
          options={WAYS.map((way) => [way, wayText(way)] as const)}
        />
      ) : (
        <Note>{r.sendHint}</Note>
      )}
    </div>
  );
}
