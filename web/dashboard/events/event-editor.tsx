import { Megaphone } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { queries } from '../../kit/data/queries.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Form, FormFault, RestoredNote } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Said } from '../../kit/parts/status.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { asBody, Theirs, useSending } from '../../kit/form/thing-form.tsx';
import type { EventData } from './event-data.ts';
import { WhatFields, WhenFields } from './event-fields.tsx';
import { changeBody, changedPaths, detailsOf, movesHolders } from './event-form.ts';
import { TellDialog } from './tell-dialog.tsx';
import { eventTexts as t } from './texts.ts';
import { useEventForm } from './use-event-form.ts';
import { TypeAsked, TypesTable, type AskedType } from './types-table.tsx';

type EditorProps = { readonly event: EventData; readonly etag: string | null };

/** The event as it is written: nothing changes until it is saved, and a move of date or place asks whom to tell. */
export function EventEditor({ event, etag }: EditorProps): VNode {
  const { form, begun } = useEventForm(event, etag);
  const [theirs, setTheirs] = useState<Awaited<ReturnType<typeof current>> | null>(null);
  const [asking, ask] = useState(false);
  const [asked, askType] = useState<AskedType | null>(null);
  const { busy, send } = useSending(form);
  const paths = changedPaths(form, event);
  const moves = movesHolders(paths, event);

  async function save(how: { readonly tell?: boolean; readonly over?: boolean }): Promise<void> {
    ask(false);
    setTheirs(null);
    const tell = how.tell === undefined ? {} : { tell_attendees: how.tell };
    const { etag: read } = begun.current;
    const refusal = await send(async () => {
      const answer = await client.updateEvent({
        params: { id: event.id },
        body: asBody({ ...changeBody(form, event), ...tell }),
        ...(read === null || how.over ? {} : { ifMatch: read }),
      });
      form.reset(detailsOf(answer.data));
      begun.current = { form, event: answer.data, etag: answer.etag };
      toast(how.tell ? t.told : t.saved);
    });
    if (refusal?.code !== 'PRECONDITION_FAILED') return;
    setTheirs(await current(event.id));
    form.faults.value = {};
  }
  function takeTheirs(): void {
    if (theirs) {
      form.reset(detailsOf(theirs.data));
      begun.current = { form, event: theirs.data, etag: theirs.etag };
    }
    setTheirs(null);
    void queries.invalidateQueries();
  }
  return (
    <>
      <Form form={form} label={event.name} onSubmit={() => (moves ? ask(true) : save({}))}>
        <RestoredNote form={form} />
        <WhatFields form={form} />
        <WhenFields form={form} event={event} />
        {moves && (
          <Note meaning="wait" icon={Megaphone}>
            <b>{t.unknownTitle(event.total_tickets_sold)}</b> {t.unknownMore}
          </Note>
        )}
        <TypesTable form={form} event={event} ask={askType} />
        {theirs && (
          <Theirs
            form={form}
            theirs={detailsOf(theirs.data)}
            useMine={() => void save({ over: true })}
            useTheirs={takeTheirs}
          />
        )}
        {paths.length > 0 && (
          <SaveBar form={form} count={paths.length} busy={busy} save={moves ? t.saveAndTell : t.save} />
        )}
      </Form>
      {asking && (
        <TellDialog event={event} busy={busy} save={(tell) => void save({ tell })} close={() => ask(false)} />
      )}
      {asked && <TypeAsked event={event} asked={asked} close={() => askType(null)} />}
    </>
  );
}

async function current(id: string): Promise<{ readonly data: EventData; readonly etag: string | null }> {
  return client.getEvent({ params: { id } });
}

/** How much is not saved, and the ways on; it stays in sight. */
function SaveBar({
  form,
  count,
  busy,
  save,
}: {
  readonly form: FormState;
  readonly count: number;
  readonly busy: boolean;
  readonly save: string;
}): VNode {
  return (
    <div class="sticky-acts">
      <FormFault form={form} />
      <div class="event-save">
        <Said meaning="wait" glyph="dashed">
          {t.changes(count)}
        </Said>
        <span class="grow" />
        <Button kind="ghost" onClick={() => form.reset()}>
          {common.discard}
        </Button>
        <Button type="submit" kind="primary" busy={busy}>
          {save}
        </Button>
      </div>
    </div>
  );
}
