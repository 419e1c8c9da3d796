import { limits } from 'form:joinWaitlist';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import type { RowOf } from '../../kit/list/list-page.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { PhoneField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { asBody } from '../../kit/form/thing-form.tsx';
import { sellingTexts as t } from './selling-texts.ts';
import type { EventProps } from './event-data.ts';
import { orderTexts } from './order-texts.ts';

type DialogProps = EventProps & { readonly close: () => void };

/** Somebody asked at the counter or by phone. */
export function AddWaiting({ event, close }: DialogProps): VNode {
  const form = useForm({
    limits,
    initial: {
      ticket_type_id: event.ticket_types[0]?.id ?? '',
      quantity: '1',
      name: '',
      phone: '',
      email: '',
    },
  });
  const act = useAct(client.joinWaitlist);
  async function add(): Promise<void> {
    if (await act.run({ params: { id: event.id }, body: asBody(form.body()) }, form)) close();
  }
  return (
    <Dialog title={t.waitAdd} onClose={close}>
      <Form form={form} onSubmit={add} label={t.waitAdd}>
        <SelectField
          form={form}
          name="ticket_type_id"
          label={t.waitFor}
          options={event.ticket_types.map(({ id, name }) => [id, name])}
        />
        <TextField
          form={form}
          name="quantity"
          label={t.waitHowMany}
          hint={t.waitHowManyHint}
          inputmode="numeric"
        />
        <TextField form={form} name="name" label={orderTexts.name} />
        <div class="fields two">
          <PhoneField form={form} name="phone" label={orderTexts.phone} hint={t.waitContact} />
          <TextField form={form} name="email" label={orderTexts.email} type="email" inputmode="email" />
        </div>
        <FormActs form={form} save={t.waitAdd} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

export function RemoveWaiting({
  event,
  entry,
  close,
}: DialogProps & { readonly entry: RowOf<'listWaitlist'> }): VNode {
  const act = useAct(client.leaveWaitlist);
  return (
    <Confirm
      title={t.waitRemoveTitle(entry.name ?? entry.phone ?? entry.email ?? orderTexts.nobody)}
      consequences={[t.waitRemove1, ...(entry.status === 'offered' ? [t.waitRemove2] : [])]}
      keep={t.waitKeep}
      go={t.waitRemove}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: event.id, entryId: entry.id } })) close();
      }}
      onClose={close}
    />
  );
}
