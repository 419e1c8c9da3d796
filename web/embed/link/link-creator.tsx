import type { Data, Operations } from '@cottontree/contract';
import { useSignal } from '@preact/signals';
import { limits } from 'form:createPaymentLink';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { moneyText } from '../../kit/format/money.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { LongTextField, MoneyField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Qr } from '../../kit/parts/qr.tsx';
import { useFollowed } from '../follow-prop.ts';
import { numberProp, tellPage, textProp } from '../frame.ts';
import { client } from '../staff/session.ts';
import { createSending } from '../staff/send-form.ts';
import { t } from '../texts.ts';

type MadeLink = Data<Operations['createPaymentLink']>;
const HOUR_SECONDS = 3_600;
const BLANK = { title: '', amount: '', description: '', max_uses: '', hours: '' };

/** Makes a payment link, and shows it as an address and a QR code. */
export function LinkCreator(): VNode {
  const made = useSignal<MadeLink | null>(null);
  return made.value === null ? (
    <Write onMade={(link) => (made.value = link)} />
  ) : (
    <Made link={made.value} onAnother={() => (made.value = null)} />
  );
}

function Write({ onMade }: { readonly onMade: (link: MadeLink) => void }): VNode {
  const expiryHours = String(numberProp('defaultExpiryHours') ?? '');
  const form = useForm({
    limits: {
      ...limits,
      title: { ...limits['title'], required: true },
      amount: { ...limits['amount'], required: true },
      hours: { type: 'integer', minimum: 1, maximum: 8_760 },
    },
    initial: { ...BLANK, hours: expiryHours },
  });
  useFollowed(form, 'hours', expiryHours);
  const sending = useMemo(createSending, []);
  const currency = textProp('currency') ?? 'SLE';
  async function create(): Promise<void> {
    const { hours, ...written } = form.body();
    const channel = textProp('paymentChannel');
    const body = {
      ...written,
      currency,
      ...(channel === null || channel === 'hosted' ? {} : { channels: [channel] }),
      ...(hours === undefined ? {} : { expires_in: Number(hours) * HOUR_SECONDS }),
    } as Parameters<typeof client.createPaymentLink>[0]['body'];
    const answer = await sending.run(() => client.createPaymentLink({ body }), form);
    if (answer === null) return;
    const { id, url, title, amount, expires_at, livemode } = answer.data;
    tellPage('link-created', { id, url, title, amount, currency, expiresAt: expires_at, livemode });
    onMade(answer.data);
  }
  return (
    <div class="embed-card">
      <h1>{t.newLink}</h1>
      <Form form={form} onSubmit={create}>
        <TextField form={form} name="title" label={t.forWhat} />
        <MoneyField form={form} name="amount" label={t.amount} currency={currency} />
        <LongTextField form={form} name="description" label={t.more} rows={2} />
        <div class="embed-pair">
          <TextField form={form} name="max_uses" label={t.uses} hint={t.usesHint} inputmode="numeric" />
          <TextField form={form} name="hours" label={t.hours} hint={t.hoursHint} inputmode="numeric" />
        </div>
        <FormActs form={form} save={t.makeLink} busy={sending.busy.value} always />
      </Form>
    </div>
  );
}

function Made({ link, onAnother }: { readonly link: MadeLink; readonly onAnother: () => void }): VNode {
  return (
    <div class="embed-card embed-made">
      <div role="status">
        <h1>{t.linkMade}</h1>
      </div>
      <p>
        {link.title}
        {link.amount !== null && <b> {moneyText(link.amount, link.currency)}</b>}
      </p>
      <Qr text={link.url} label={t.linkQr(link.title)} />
      <a class="address" href={link.url} target="_blank" rel="noopener">
        {link.url}
      </a>
      <div class="row wrap">
        <CopyButton text={link.url} label={t.copyLink} kind="primary" size="m" />
        <Button onClick={onAnother}>{t.another}</Button>
      </div>
    </div>
  );
}
