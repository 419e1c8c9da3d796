import { limits } from 'form:payInvoice';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { MoneyField, PhoneField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import { actTexts as a } from './act-texts.ts';
import type { InvoiceData } from './invoice-data.ts';

const CHANNELS = ['cash', 'external', 'mobile_money', 'qr', 'hosted', 'card', 'nfc'] as const;
type Channel = (typeof CHANNELS)[number];

/** Money that came is recorded; money that is to come is asked for. */
export function PayDialog({
  invoice,
  close,
}: {
  readonly invoice: InvoiceData;
  readonly close: () => void;
}): VNode {
  const { amount_due, currency, customer } = invoice;
  const form = useForm({
    limits,
    initial: {
      channel: 'cash',
      amount: '',
      phone: customer.phone ?? '',
      external_ref: '',
      reference: '',
    },
  });
  const act = useAct(client.payInvoice);
  const { route } = useLocation();
  const channel = form.text('channel') as Channel;
  const isThere = channel === 'cash' || channel === 'external';
  const due = moneyText(amount_due, currency);
  async function pay(): Promise<void> {
    const { phone, external_ref, ...more } = form.body();
    const body = {
      ...more,
      channel,
      ...(channel === 'mobile_money' && phone ? { phone: String(phone) } : {}),
      ...(isThere && external_ref ? { external_ref: String(external_ref) } : {}),
    };
    const answer = await act.run({ params: { id: invoice.id }, body }, form);
    if (!answer) return;
    close();
    const sum = moneyText(answer.data.amount, currency);
    const href = at(`/payments/${answer.data.id}`);
    if (isThere) toast(a.recorded(sum), { name: a.showPayment, href });
    else route(href);
  }
  return (
    <Dialog title={a.payTitle(due)} onClose={close}>
      <Form form={form} onSubmit={pay} label={a.pay}>
        <SelectField
          form={form}
          name="channel"
          label={a.how}
          options={CHANNELS.map((one) => [one, a[one]] as const)}
        />
        <MoneyField
          form={form}
          name="amount"
          label={a.amount}
          hint={a.amountHint(due)}
          currency={currency}
          autofocus
        />
        {channel === 'mobile_money' && <PhoneField form={form} name="phone" label={a.payerPhone} />}
        {isThere && <TextField form={form} name="external_ref" label={a.ref} />}
        <TextField form={form} name="reference" label={a.reference} />
        <FormActs form={form} save={isThere ? a.record : a.ask} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}
