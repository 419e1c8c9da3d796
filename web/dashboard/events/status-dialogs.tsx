import { limits } from 'form:updateEvent';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import type { EventData, EventDialogProps } from './event-data.ts';
import { localOf, momentOf } from './local-time.ts';
import { eventTexts as t } from './texts.ts';

/** Puts it on sale, once it is clear what that means. */
export function PublishDialog({ event, etag, close }: EventDialogProps): VNode {
  const types = event.ticket_types.filter(({ status }) => status === 'active').length;
  return (
    <MoveDialog
      event={event}
      etag={etag}
      close={close}
      to="published"
      title={t.publishTitle(event.name)}
      consequences={[
        types > 0 ? t.publish1(types) : t.publishNone,
        ...(Date.parse(event.end_date) < Date.now() ? [t.publishPast] : []),
        t.publish2,
      ]}
      keep={t.keepDraft}
      go={t.publish}
    />
  );
}

export function UnpublishDialog(props: EventDialogProps): VNode {
  return (
    <MoveDialog
      {...props}
      to="draft"
      title={t.unpublishTitle(props.event.name)}
      consequences={[t.unpublish1, t.unpublish2]}
      keep={t.keepOnSale}
      go={t.unpublish}
    />
  );
}

export function CompleteDialog(props: EventDialogProps): VNode {
  return (
    <MoveDialog
      {...props}
      to="completed"
      title={t.completeTitle(props.event.name)}
      consequences={[t.complete1, t.complete2]}
      keep={t.keepOnSale}
      go={t.complete}
    />
  );
}

type MoveProps = EventDialogProps & {
  readonly to: EventData['status'];
  readonly title: string;
  readonly consequences: readonly string[];
  readonly keep: string;
  readonly go: string;
};

function MoveDialog({ event, etag, close, to, ...asked }: MoveProps): VNode {
  const act = useAct(client.updateEvent);
  async function move(): Promise<void> {
    const call = { params: { id: event.id }, body: { status: to } };
    if (await act.run(etag === null ? call : { ...call, ifMatch: etag })) close();
  }
  return (
    <Confirm {...asked} busy={act.busy} fault={act.error?.message ?? null} onGo={move} onClose={close} />
  );
}

/** An event that was over opens again with an end that lies ahead. */
export function ReopenDialog({ event, close }: EventDialogProps): VNode {
  const form = useForm({ limits, initial: { end_date: localOf(event.end_date, event.timezone) } });
  const act = useAct(client.updateEvent);
  async function open(): Promise<void> {
    const end = momentOf(form.text('end_date'), event.timezone);
    const body = { status: 'published' as const, ...(end === null ? {} : { end_date: end }) };
    if (await act.run({ params: { id: event.id }, body }, form)) close();
  }
  return (
    <Dialog title={t.reopen} onClose={close}>
      <Form form={form} onSubmit={open} label={t.reopen}>
        <Note>{t.reopenMore}</Note>
        <TextField
          form={form}
          name="end_date"
          label={t.ends}
          type="datetime-local"
          hint={t.clockAt(event.timezone)}
        />
        <FormActs form={form} save={t.reopen} busy={act.busy} always />
      </Form>
    </Dialog>
  );
}
