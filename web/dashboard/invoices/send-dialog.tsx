import { limits as remindLimits } from 'form:remindInvoice';
import { limits as sendLimits } from 'form:sendInvoice';
import { MessageCircle, MessageSquare } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { CopyButton } from '../../kit/parts/copy.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { ChoicesField, LongTextField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { common } from '../../kit/text/common.ts';
import { actTexts as a } from './act-texts.ts';
import type { InvoiceData, SendingData } from './invoice-data.ts';
import { nameOf, wayText } from './words.ts';

type DialogProps = { readonly invoice: InvoiceData; readonly close: () => void };

const WAYS = ['whatsapp', 'sms', 'email', 'link'] as const;

/** Sends it by the ways that the customer can be reached, a draft for the first time. */
export function SendDialog({ invoice, close }: DialogProps): VNode {
  const form = useForm({
    limits: sendLimits,
    initial: { channels: waysTo(invoice), to: '', subject: '', message: '' },
  });
  const act = useAct(client.sendInvoice);
  const [sent, setSent] = useState<SendingData | null>(null);
  async function send(): Promise<void> {
    if (!hasWay(form)) return;
    const { channels: _, ...more } = form.body();
    const answer = await act.run(
      { params: { id: invoice.id }, body: { channels: chosenOf(form), ...more } },
      form,
    );
    if (answer) setSent(answer.data);
  }
  if (sent) return <Sent sending={sent} close={close} />;
  return (
    <Dialog title={a.sendTitle(nameOf(invoice))} onClose={close}>
      <Form form={form} onSubmit={send} label={a.send}>
        <Fields form={form} invoice={invoice} ways={WAYS} />
        {invoice.status === 'draft' && <Note meaning="wait">{a.numberNow}</Note>}
        <FormActs
          form={form}
          save={a.sendSum(
            moneyText(invoice.status === 'draft' ? invoice.total : invoice.amount_due, invoice.currency),
          )}
          busy={act.busy}
          always
        />
      </Form>
    </Dialog>
  );
}

/** Reminds the customer now, beside the reminders that are planned. */
export function RemindDialog({ invoice, close }: DialogProps): VNode {
  const form = useForm({
    limits: remindLimits,
    initial: { channels: waysTo(invoice), to: '', subject: '', message: '' },
  });
  const act = useAct(client.remindInvoice);
  const [sent, setSent] = useState<SendingData | null>(null);
  async function send(): Promise<void> {
    if (!hasWay(form)) return;
    const answer = await act.run({ params: { id: invoice.id }, body: form.body() }, form);
    if (answer) setSent(answer.data);
  }
  if (sent) return <Sent sending={sent} close={close} />;
  return (
    <Dialog title={a.remindTitle(nameOf(invoice))} onClose={close}>
      <Form form={form} onSubmit={send} label={a.remind}>
        <p class="quiet">{a.remindMore(moneyText(invoice.amount_due, invoice.currency))}</p>
        <Fields form={form} invoice={invoice} ways={['whatsapp', 'sms', 'email']} />
        <FormActs form={form} save={a.remind} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

type Way = (typeof WAYS)[number];

function chosenOf(form: FormState): Way[] {
  const chosen = form.get('channels');
  return WAYS.filter((way) => Array.isArray(chosen) && chosen.includes(way));
}

function hasWay(form: FormState): boolean {
  if (chosenOf(form).length > 0) return true;
  form.show({ channels: a.chooseWay });
  return false;
}

function addressFor({ customer }: InvoiceData, way: string): string | null {
  if (way === 'link') return '';
  if (way === 'email') return customer.email;
  return customer.phone && phoneText(customer.phone);
}

/** WhatsApp first: it is where people read; else whatever reaches them. */
function waysTo(invoice: InvoiceData): string[] {
  if (invoice.customer.phone !== null) return ['whatsapp'];
  return invoice.customer.email === null ? ['link'] : ['email'];
}

type FieldsProps = {
  readonly form: FormState;
  readonly invoice: InvoiceData;
  readonly ways: readonly string[];
};

function Fields({ form, invoice, ways }: FieldsProps): VNode {
  return (
    <>
      <ChoicesField
        form={form}
        name="channels"
        label={a.ways}
        options={ways.map((way) => {
          const address = addressFor(invoice, way);
          return [way, address === '' ? wayText(way) : `${wayText(way)}: ${address ?? a.noneFor}`] as const;
        })}
      />
      <details>
        <summary class="link">{common.more}</summary>
        <div class="fields gap-top">
          <TextField form={form} name="to" label={a.to} hint={a.toHint} />
          <TextField form={form} name="subject" label={a.subject} />
          <LongTextField form={form} name="message" label={a.message} hint={a.messageHint} rows={3} />
        </div>
      </details>
    </>
  );
}

/** What became of it by each way; what people must press themselves is the largest. */
function Sent({ sending, close }: { readonly sending: SendingData; readonly close: () => void }): VNode {
  return (
    <Dialog
      title={sending.invoice.number ?? a.sentTitle}
      onClose={close}
      acts={<Button onClick={close}>{a.done}</Button>}
    >
      <ul class="sent-ways">
        {sending.channels.map(({ channel, status, to, url, share_url }) => (
          <li key={channel}>
            <b>{wayText(channel)}</b>
            <p class="quiet">
              {status === 'queued'
                ? a.queued(to ?? '')
                : status === 'test'
                  ? a.inTest(to ?? '')
                  : status === 'share'
                    ? channel === 'link'
                      ? url
                      : a.share
                    : a.noAddress}
            </p>
            <div class="row wrap">
              {share_url !== null && (
                <ButtonLink
                  kind={status === 'share' ? 'primary' : 'plain'}
                  icon={channel === 'whatsapp' ? MessageCircle : MessageSquare}
                  href={share_url}
                  {...(channel === 'whatsapp' ? { target: '_blank' as const } : {})}
                >
                  {channel === 'whatsapp' ? a.openWhatsapp : a.openApp}
                </ButtonLink>
              )}
              {channel === 'link' && <CopyButton text={url} label={a.copyLink} kind="primary" size="m" />}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
