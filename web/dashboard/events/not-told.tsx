import { Megaphone } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import type { EventProps } from './event-data.ts';
import { eventTexts as t } from './texts.ts';

/** That date or place changed and holders were not told, and the way to tell them. */
export function NotTold({ event }: EventProps): VNode | null {
  const act = useAct(client.updateEvent);
  if (!event.attendees_to_notify || event.status !== 'published') return null;
  const params = { id: event.id };
  async function tell(): Promise<void> {
    if (await act.run({ params, body: { tell_attendees: true } })) toast(t.told);
  }
  return (
    <div class="event-told">
      <Note meaning="wait" icon={Megaphone}>
        <b>{t.notToldTitle}</b> {t.notToldMore}
        {may('events:write') && (
          <div class="row wrap note-acts">
            <Button size="s" busy={act.busy} onClick={() => void tell()}>
              {t.tellNow}
            </Button>
            <Button
              size="s"
              kind="ghost"
              busy={act.busy}
              onClick={() => void act.run({ params, body: { attendees_to_notify: false } })}
            >
              {t.theyKnow}
            </Button>
          </div>
        )}
        {act.error && (
          <p class="fault" role="alert">
            {act.error.message}
          </p>
        )}
      </Note>
    </div>
  );
}
