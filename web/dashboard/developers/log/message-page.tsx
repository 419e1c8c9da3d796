import type { AnswerOf } from '@cottontree/client';
import { RotateCw } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Json } from '../../../kit/parts/json.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { hrefOf } from '../../../kit/list/address.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Columns } from '../../shell/page.tsx';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { logTexts as t } from './log-texts.ts';
import { readBody, shortUrl } from './values.ts';

type Message = AnswerOf<'getMessage'>['data'];
const EVERY_MS = 4_000;

/** Something that happened: its body, and each endpoint that was told. */
export function MessagePage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getMessage, { params: { id } }, { everyMs: EVERY_MS });
  const message = answer?.data;
  return (
    <DevPage
      title={message?.event ?? id}
      mono
      crumbs={[[placeTexts.messages, at('/developers/messages')]]}
      lead={
        message && (
          <>
            {momentText(message.created_at)}
            {message.entity !== null && (
              <>
                {', '}
                <a class="link mono" href={at(hrefOf('/developers/messages', { entity: message.entity }))}>
                  {message.entity}
                </a>
              </>
            )}
          </>
        )
      }
    >
      {error && !message ? (
        <Problem error={error} again={again} />
      ) : !message ? (
        <Loading kind="detail" />
      ) : (
        <Columns
          main={
            <section class="stack">
              <h2>{t.body}</h2>
              <Json value={readBody(message.body)} label={t.body} />
              <p class="small faint mono">{message.id}</p>
            </section>
          }
          side={<Told of={message} />}
        />
      )}
    </DevPage>
  );
}

function Told({ of: message }: { readonly of: Message }): VNode {
  const endpoints = useCall(client.listWebhooks, { query: { limit: 100 } });
  const redeliver = useAct(client.redeliverWebhookDelivery);
  const urls = new Map(endpoints.answer?.data.map(({ id, url }) => [id, shortUrl(url)]));
  return (
    <Card title={t.toWhom} bare>
      {message.deliveries.length === 0 ? (
        <p class="inside quiet small">{t.toNobody}</p>
      ) : (
        <ul class="line-rows told">
          {message.deliveries.map(({ id, endpoint_id: endpoint, status }) => (
            <li key={id}>
              <span class="grow">
                <a
                  class="clip told-url"
                  href={at(hrefOf(`/developers/webhooks/${endpoint}`, { delivery: id }))}
                >
                  {urls.get(endpoint) ?? endpoint}
                </a>
                <Status of="webhook" status={status} />
              </span>
              {may('webhooks:write') && (
                <Button
                  size="s"
                  icon={RotateCw}
                  busy={redeliver.busy}
                  onClick={() => void redeliver.run({ params: { id } })}
                >
                  {t.sendAgain}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {redeliver.error && (
        <p class="inside fault" role="alert">
          {redeliver.error.message}
        </p>
      )}
    </Card>
  );
}
