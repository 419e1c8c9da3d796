import { Pause, Play } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { nearText } from '../../../kit/format/time.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';
import { outcomesText } from './tries.tsx';

const EVERY_MS = 1_500;
const LIMIT = 50;

/** What is sent, as it is sent; it can be held still to read. */
export function EndpointTail({ endpointId }: { readonly endpointId: string }): VNode {
  const { path } = useAddress();
  const [held, hold] = useState(false);
  const { answer, error, again } = useCall(
    client.listWebhookDeliveries,
    { query: { endpoint_id: endpointId, limit: LIMIT } },
    held ? {} : { everyMs: EVERY_MS },
  );
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer) return <Loading />;
  return (
    <div class="stack">
      <div class="row wrap">
        <p class="quiet grow" role="status">
          {held ? t.tailHeld : t.tailText}
        </p>
        <Button size="s" icon={held ? Play : Pause} pressed={held} onClick={() => hold(!held)}>
          {held ? t.tailGo : t.tailPause}
        </Button>
      </div>
      {answer.data.length === 0 && <p class="quiet">{t.tailNone}</p>}
      <ol class="tail" aria-label={t.list}>
        {answer.data.map(({ id, event, entity, status, created_at: when, attempts }) => (
          <li key={id}>
            <a href={`${path}?delivery=${id}`}>
              <time class="mono" dateTime={when}>
                {nearText(when)}
              </time>
              <Status of="webhook" status={status} />
              <span class="mono grow">
                {event} <span class="faint">{entity}</span>
              </span>
              <span class="mono faint">{outcomesText(attempts)}</span>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}
