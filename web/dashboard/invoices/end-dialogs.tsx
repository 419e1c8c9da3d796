import { limits as finalizeLimits } from 'form:finalizeInvoice';
import { limits as waiveLimits } from 'form:waiveLateFee';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { at } from '../paths.ts';
import { actTexts as a } from './act-texts.ts';
import type { InvoiceData } from './invoice-data.ts';

type DialogProps = { readonly invoice: InvoiceData; readonly close: () => void };

/** How an invoice ends without being paid. */
export type Ending = 'void' | 'give-up' | 'remove';

/** Asks before it ends, and says what follows. */
export function EndDialog({
  invoice,
  ending,
  etag,
  close,
}: DialogProps & { readonly ending: Ending; readonly etag: string | null }): VNode {
  const { id, number, currency, amount_due } = invoice;
  const voided = useAct(client.voidInvoice);
  const givenUp = useAct(client.markInvoiceUncollectible);
  const removed = useAct(client.deleteInvoice);
  const { route } = useLocation();
  const sum = moneyText(amount_due, currency);
  const how = {
    void: { title: a.voidTitle(number ?? ''), more: [a.voidMore(sum), a.voidMore2], go: a.void },
    'give-up': {
      title: a.giveUpTitle(number ?? ''),
      more: [a.giveUpMore(sum), a.giveUpMore2],
      go: a.giveUp,
    },
    remove: { title: a.removeTitle, more: [a.removeMore], go: a.remove },
  }[ending];
  async function end(): Promise<void> {
    const params = { id };
    if (ending === 'remove') {
      if (await removed.run({ params, ...(etag === null ? {} : { ifMatch: etag }) })) route(at('/invoices'));
      return;
    }
    if (await (ending === 'void' ? voided : givenUp).run({ params })) close();
  }
  const fault = (voided.error ?? givenUp.error ?? removed.error)?.message ?? null;
  return (
    <Confirm
      title={how.title}
      consequences={how.more}
      keep={a.keep}
      go={how.go}
      busy={voided.busy || givenUp.busy || removed.busy}
      fault={fault}
      onClose={close}
      onGo={end}
    />
  );
}

/** Numbered and open, without being sent. */
export function NumberDialog({ invoice, close }: DialogProps): VNode {
  const form = useForm({ limits: finalizeLimits, initial: { number: '' } });
  const act = useAct(client.finalizeInvoice);
  async function go(): Promise<void> {
    if (await act.run({ params: { id: invoice.id }, body: form.body() }, form)) close();
  }
  return (
    <Dialog title={a.numberTitle} onClose={close}>
      <Form form={form} onSubmit={go} label={a.number}>
        <Note meaning="wait">
          {a.numberMore} {a.numberMore2}
        </Note>
        <TextField form={form} name="number" label={a.ownNumber} hint={a.ownNumberHint} />
        <FormActs form={form} save={a.number} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

/** Late fees that need not be paid. */
export function WaiveDialog({ invoice, close }: DialogProps): VNode {
  const form = useForm({ limits: waiveLimits, initial: { reason: '' } });
  const act = useAct(client.waiveLateFee);
  async function go(): Promise<void> {
    if (await act.run({ params: { id: invoice.id }, body: { reason: form.text('reason').trim() } }, form))
      close();
  }
  return (
    <Dialog title={a.waive} onClose={close}>
      <Form form={form} onSubmit={go} label={a.waive}>
        <Note>{a.waiveMore(moneyText(invoice.late_fee_total, invoice.currency))}</Note>
        <TextField form={form} name="reason" label={a.waiveWhy} hint={a.waiveHint} autofocus />
        <FormActs form={form} save={a.waive} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}
