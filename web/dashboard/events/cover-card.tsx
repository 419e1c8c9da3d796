import { Image, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { pictureOf } from '../till/picture.ts';
import type { EventProps } from './event-data.ts';
import { eventTexts as t } from './texts.ts';

const BYTES_MAX = 5_000_000;

/** The picture at the head of the event's page, and the way to another one. */
export function CoverCard({ event }: EventProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  const act = useAct(client.setEventImage);
  const remove = useAct(client.updateEvent);
  const [fault, setFault] = useState<string | null>(null);
  const picture = pictureOf(event.image_url);
  const params = { id: event.id };
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setFault(file.size > BYTES_MAX ? t.coverLarge : null);
    if (file.size > BYTES_MAX) return;
    await act.run({ params, body: { image: await base64Of(file) } });
  }
  const said = fault ?? act.error?.message ?? remove.error?.message;
  return (
    <Card title={t.cover}>
      <div class="stack">
        {picture ? (
          <img class="event-cover" src={picture} alt={t.cover} />
        ) : (
          <p class="event-no-cover small">{event.image_url ?? t.coverNone}</p>
        )}
        {may('events:write') && event.status !== 'cancelled' && (
          <div class="row wrap">
            <Button size="s" icon={Image} busy={act.busy} onClick={() => field.current?.click()}>
              {event.image_url === null ? t.coverPick : t.coverOther}
            </Button>
            {event.image_url !== null && (
              <Button
                size="s"
                kind="ghost"
                icon={Trash2}
                busy={remove.busy}
                onClick={() => void remove.run({ params, body: { image_url: null } })}
              >
                {t.coverRemove}
              </Button>
            )}
            <input
              ref={field}
              type="file"
              hidden
              accept="image/jpeg,image/png,image/webp"
              aria-label={t.cover}
              onChange={(changed) => void take(changed.currentTarget.files?.[0])}
            />
          </div>
        )}
        <p class="tiny faint">{t.coverHint}</p>
        {said && (
          <p class="fault" role="alert">
            {said}
          </p>
        )}
      </div>
    </Card>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
