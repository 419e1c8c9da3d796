import { limits } from 'form:createCreditNote';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { MoneyField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import { actTexts as a } from './act-texts.ts';
import type { InvoiceData } from './invoice-data.ts';
import { invoiceTexts as t } from './texts.ts';

/** Takes something of an invoice back: all, an amount, or lines; what follows is told first. */
export function CreditDialog({
  invoice,
  close,
}: {
  readonly invoice: InvoiceData;
  readonly close: () => void;
}): VNode {
  const { currency, items, number, amount_due, amount_paid } = invoice;
  const form = useForm({
    limits,
    initial: {
      by: 'all',
      amount: '',
      reason: '',
      refund: amount_paid > 0,
      ...Object.fromEntries(items.map(({ line }) => [`line.${line}`, ''])),
    },
  });
  const act = useAct(client.createCreditNote);
  const by = form.text('by') as 'all' | 'amount' | 'lines';
  async function write(): Promise<void> {
    const what = whatOf(form, invoice);
    if (!what) return;
    const reason = form.text('reason').trim();
    const body = { ...what, ...(reason ? { reason } : {}), refund: form.get('refund') === true };
    const answer = await act.run({ params: { id: invoice.id }, body }, form);
    if (!answer) return;
    toast(a.credited(answer.data.number), {
      name: t.creditNote,
      href: at(`/invoices/credit-notes/${answer.data.id}`),
    });
    close();
  }
  return (
    <Dialog title={a.creditTitle(number ?? '')} onClose={close}>
      <Form form={form} onSubmit={write} label={a.credit}>
        <Note meaning="wait">{a.creditTells(moneyText(amount_due, currency))}</Note>
        <Segmented
          label={a.creditWhat}
          options={[
            ['all', a.creditAll],
            ['amount', a.creditAmount],
            ['lines', a.creditLines],
          ]}
          value={by}
          onChange={(one) => form.set('by', one)}
        />
        {by === 'amount' && (
          <MoneyField form={form} name="amount" label={a.amount} currency={currency} autofocus />
        )}
        {by === 'lines' && (
          <div class="credit-lines">
            {items.map(({ line, description, quantity }) => (
              <TextField
                form={form}
                name={`line.${line}`}
                label={a.creditLine(line, description)}
                inputmode="decimal"
                after={a.howMany(String(quantity))}
              />
            ))}
          </div>
        )}
        <TextField form={form} name="reason" label={a.reason} hint={a.reasonHint} />
        {amount_paid > 0 && <SwitchField form={form} name="refund" label={a.refund} hint={a.refundHint} />}
        <FormActs form={form} save={a.creditGo} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

type What = {
  readonly amount?: string;
  readonly items?: { line: number; quantity: string }[];
};

function whatOf(form: FormState, { items }: InvoiceData): What | null {
  if (form.text('by') === 'all') return {};
  if (form.text('by') === 'amount') return { amount: form.text('amount').replaceAll(',', '') };
  const chosen = items.flatMap(({ line }) => {
    const quantity = form.text(`line.${line}`).trim();
    return quantity === '' || quantity === '0' ? [] : [{ line, quantity }];
  });
  if (chosen.length > 0) return { items: chosen };
  form.faults.value = { '': a.creditNone };
  return null;
}
