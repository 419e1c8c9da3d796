import { limits as blockLimits } from 'form:blockTicket';
import { limits as transferLimits } from 'form:transferTicket';
import { limits as voidLimits } from 'form:voidTicket';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { PhoneField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { asBody } from '../../kit/form/thing-form.tsx';
import type { TicketData } from './event-data.ts';
import { orderTexts as t } from './order-texts.ts';

type DialogProps = { readonly ticket: TicketData; readonly close: () => void };

/** Somebody else comes: the old code ends, the new holder gets a new one. */
export function TransferDialog({ ticket, close }: DialogProps): VNode {
  const form = useForm({ limits: transferLimits, initial: { name: '', phone: '', email: '' } });
  const act = useAct(client.transferTicket);
  async function go(): Promise<void> {
    const name = form.text('name').trim();
    if (!(await act.run({ params: { id: ticket.id }, body: asBody(form.body()) }, form))) return;
    toast(t.transferred(name));
    close();
  }
  return (
    <Dialog title={t.transferTitle} onClose={close}>
      <Form form={form} onSubmit={go} label={t.transfer}>
        <ul class="consequences">
          <li>{t.transfer1}</li>
          <li>{t.transfer2}</li>
        </ul>
        <TextField form={form} name="name" label={t.newName} autofocus />
        <div class="fields two">
          <PhoneField form={form} name="phone" label={t.phone} hint={t.contactHint} />
          <TextField form={form} name="email" label={t.email} type="email" inputmode="email" />
        </div>
        <FormActs form={form} save={t.transferGo} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

/** It lets nobody in until it is unblocked. */
export function BlockDialog({ ticket, close }: DialogProps): VNode {
  const form = useForm({ limits: blockLimits, initial: { reason: '' } });
  const act = useAct(client.blockTicket);
  return (
    <Confirm
      title={t.blockTitle}
      consequences={[t.block1, t.block2]}
      keep={t.keepTicket}
      go={t.block}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: ticket.id }, body: asBody(form.body()) }, form)) close();
      }}
      onClose={close}
    >
      <TextField form={form} name="reason" label={t.reason} />
    </Confirm>
  );
}

/** For good, and without money. */
export function VoidDialog({ ticket, close }: DialogProps): VNode {
  const form = useForm({ limits: voidLimits, initial: { reason: '', release: true, force: false } });
  const act = useAct(client.voidTicket);
  return (
    <Confirm
      title={t.voidTitle}
      consequences={[t.void1, t.void2]}
      keep={t.keepTicket}
      go={t.void}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: ticket.id }, body: asBody(form.body()) }, form)) close();
      }}
      onClose={close}
    >
      <TextField form={form} name="reason" label={t.reason} />
      <SwitchField form={form} name="release" label={t.voidRelease} hint={t.releaseHint} />
      {ticket.status === 'used' && (
        <SwitchField form={form} name="force" label={t.voidUsed} hint={t.voidUsedHint} />
      )}
    </Confirm>
  );
}
