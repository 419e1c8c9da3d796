import { Radio } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText, nearText } from '../../../kit/format/time.ts';
import { List } from '../../../kit/list/list-page.tsx';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { logTexts as t } from './log-texts.ts';
import { eventKinds } from './values.ts';

const LIVE_MS = 2_000;

/** All that happened, and while it is followed, as it happens. */
export function MessagesPage(): VNode {
  const [live, setLive] = useState(false);
  return (
    <DevPage
      title={placeTexts.messages}
      lead={live ? t.liveOn : t.messagesLead}
      acts={
        <Button icon={Radio} pressed={live} onClick={() => setLive(!live)}>
          {t.live}
        </Button>
      }
    >
      {!may('webhooks:read') ? (
        <NotAllowed scope="webhooks:read" />
      ) : (
        <List
          operation={client.listMessages}
          label={placeTexts.messages}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => at(`/developers/messages/${id}`)}
          columns={[
            {
              key: 'event',
              title: t.event,
              phone: 1,
              cell: ({ event }) => <span class="mono">{event}</span>,
            },
            {
              key: 'entity',
              title: t.entity,
              phone: 3,
              cell: ({ entity }) => <span class="mono small quiet">{entity}</span>,
            },
            {
              key: 'when',
              title: t.when,
              right: true,
              phone: 2,
              cell: ({ created_at: when }) => <span title={momentText(when)}>{nearText(when)}</span>,
            },
          ]}
          filters={[
            {
              name: 'event',
              label: t.event,
              kind: 'choice',
              options: eventKinds.map((kind) => [kind, kind] as const),
            },
            { name: 'entity', label: t.entity, kind: 'text' },
          ]}
          search={{ name: 'entity', placeholder: t.searchEntity }}
          empty={
            <Empty
              title={t.emptyMessages}
              text={t.emptyMessagesText}
              acts={
                <ButtonLink kind="primary" href={at('/developers')}>
                  {t.quickStart}
                </ButtonLink>
              }
            />
          }
          nothing={t.noMessage}
          {...(live ? { everyMs: LIVE_MS } : {})}
        />
      )}
    </DevPage>
  );
}
