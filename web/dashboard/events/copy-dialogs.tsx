import { limits } from 'form:duplicateEvent';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { at } from '../paths.ts';
import type { EventDialogProps } from './event-data.ts';
import { localOf, momentOf } from './local-time.ts';
import { eventTexts as t } from './texts.ts';

/** The same once more, on another day. */
export function DuplicateDialog({ event, close }: EventDialogProps): VNode {
  const form = useForm({
    limits,
    initial: { name: event.name, start_date: localOf(event.start_date, event.timezone) },
  });
  const act = useAct(client.duplicateEvent);
  const { route } = useLocation();
  async function copy(): Promise<void> {
    const start = momentOf(form.text('start_date'), event.timezone);
    const body = { name: form.text('name').trim(), ...(start === null ? {} : { start_date: start }) };
    const answer = await act.run({ params: { id: event.id }, body }, form);
    if (answer) route(at(`/events/${answer.data.id}`));
  }
  return (
    <Dialog title={t.duplicateTitle} onClose={close}>
      <Form form={form} onSubmit={copy} label={t.duplicateTitle}>
        <Note>{t.duplicateMore}</Note>
        <TextField form={form} name="name" label={t.name} />
        <TextField
          form={form}
          name="start_date"
          label={t.begins}
          type="datetime-local"
          hint={t.clockAt(event.timezone)}
        />
        <FormActs form={form} save={t.duplicateGo} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}

/** A draft that nobody ever ordered from. */
export function RemoveDialog({ event, etag, close }: EventDialogProps): VNode {
  const act = useAct(client.deleteEvent);
  const { route } = useLocation();
  async function remove(): Promise<void> {
    const call = { params: { id: event.id } };
    if (await act.run(etag === null ? call : { ...call, ifMatch: etag })) route(at('/events'));
  }
  return (
    <Confirm
      title={t.removeTitle(event.name)}
      consequences={[t.remove1]}
      keep={t.keepDraft}
      go={t.remove}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={remove}
      onClose={close}
    />
  );
}
