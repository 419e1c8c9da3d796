import type { Data, Operations } from '@cottontree/contract';
import { useSignal } from '@preact/signals';
import { limits } from 'form:createInvoice';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { LongTextField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault } from '../../kit/parts/form.tsx';
import { useFollowed } from '../follow-prop.ts';
import { numberProp, tellPage, textProp } from '../frame.ts';
import { createSending } from '../staff/send-form.ts';
import { client } from '../staff/session.ts';
import { t } from '../texts.ts';
import { Company } from './company.tsx';
import { LineFields, linesIn, MoreLines, Sum } from './lines.tsx';

type MadeInvoice = Data<Operations['createInvoice']>;
type SendChannel = NonNullable<
  Parameters<typeof client.createInvoice>[0]['body']['send']
>['channels'][number];

const BLANK = {
  'customer.name': '',
  'customer.phone': '',
  'customer.email': '',
  'items[0].description': '',
  'items[0].quantity': '1',
  'items[0].unit_price': '',
  notes: '',
  channel: 'whatsapp',
};

/** Writes an invoice and sends it. */
export function InvoiceCreator(): VNode {
  const made = useSignal<MadeInvoice | null>(null);
  return made.value === null ? (
    <Write onMade={(invoice) => (made.value = invoice)} />
  ) : (
    <Made invoice={made.value} onAnother={() => (made.value = null)} />
  );
}

function Write({ onMade }: { readonly onMade: (invoice: MadeInvoice) => void }): VNode {
  const currency = textProp('currency') ?? 'SLE';
  const taxRate = String(numberProp('taxRate') ?? 0);
  const dueDays = String(numberProp('defaultDueDays') ?? 14);
  const form = useForm({
    limits: {
      ...limits,
      'customer.name': { ...limits['customer.name'], required: true },
      'items[].description': { ...limits['items[].description'], required: true },
      'items[].unit_price': { ...limits['items[].unit_price'], required: true },
      channel: { type: 'string' },
    },
    initial: { ...BLANK, tax_rate: taxRate, due_days: dueDays },
  });
  useFollowed(form, 'tax_rate', taxRate);
  useFollowed(form, 'due_days', dueDays);
  const sending = useMemo(createSending, []);
  async function create(isSent: boolean): Promise<void> {
    if (!form.check()) return;
    const channel = form.text('channel') as SendChannel;
    const body = { ...bodyOf(form, currency), ...(isSent ? { send: { channels: [channel] } } : {}) };
    const answer = await sending.run(() => client.createInvoice({ body }), form);
    if (answer === null) return;
    const told = shown(answer.data);
    tellPage('invoice-created', told);
    if (isSent) tellPage('invoice-sent', told);
    onMade(answer.data);
  }
  return (
    <div class="embed-card">
      <h1>{t.newInvoice}</h1>
      <Company />
      <Form form={form} onSubmit={() => create(true)} label={t.newInvoice}>
        <h2>{t.to}</h2>
        <TextField form={form} name="customer.name" label={t.name} />
        <div class="embed-pair">
          <TextField form={form} name="customer.phone" label={t.phone} type="tel" inputmode="tel" />
          <TextField form={form} name="customer.email" label={t.email} type="email" inputmode="email" />
        </div>
        <h2>{t.lines}</h2>
        {linesIn(form).map((at) => (
          <LineFields key={at} form={form} at={at} currency={currency} />
        ))}
        <MoreLines form={form} />
        <div class="embed-pair">
          <TextField form={form} name="tax_rate" label={t.taxRate} inputmode="decimal" />
          <TextField form={form} name="due_days" label={t.dueDays} inputmode="numeric" />
        </div>
        <LongTextField form={form} name="notes" label={t.notes} rows={2} />
        <Sum form={form} currency={currency} />
        <SelectField
          form={form}
          name="channel"
          label={t.sendBy}
          options={[
            ['whatsapp', t.byWhatsApp],
            ['email', t.byEmail],
            ['sms', t.bySms],
            ['link', t.byLink],
          ]}
        />
        <FormFault form={form} />
        <div class="row wrap">
          <Button type="submit" kind="primary" busy={sending.busy.value}>
            {t.send}
          </Button>
          <Button busy={sending.busy.value} onClick={() => void create(false)}>
            {t.save}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function bodyOf(form: FormState, currency: string): Parameters<typeof client.createInvoice>[0]['body'] {
  const { channel: _channel, ...written } = form.body();
  return { ...written, currency, tax_inclusive: false } as Parameters<typeof client.createInvoice>[0]['body'];
}

function shown({ id, number, status, total, currency, hosted_url, livemode }: MadeInvoice): object {
  return { id, number, status, total, currency, hostedUrl: hosted_url, livemode };
}

function Made({
  invoice,
  onAnother,
}: {
  readonly invoice: MadeInvoice;
  readonly onAnother: () => void;
}): VNode {
  const { number, hosted_url: url, sent = [] } = invoice;
  const share =
    sent.find(({ channel, share_url }) => channel === 'whatsapp' && share_url !== null)?.share_url ?? null;
  return (
    <div class="embed-card embed-made">
      <div role="status">
        <h1>{number === null ? t.draftMade : t.invoiceMade(number)}</h1>
      </div>
      {number === null && <p class="quiet">{t.draftMore}</p>}
      <div class="row wrap">
        {share !== null && (
          <ButtonLink kind="primary" href={share} target="_blank">
            {t.shareIt}
          </ButtonLink>
        )}
        {url !== null && (
          <ButtonLink href={url} target="_blank">
            {t.openInvoice}
          </ButtonLink>
        )}
        {url !== null && <CopyButton text={url} label={t.copyLink} size="m" />}
        <Button onClick={onAnother}>{t.another}</Button>
      </div>
    </div>
  );
}
