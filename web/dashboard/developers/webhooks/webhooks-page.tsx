import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import { spanText } from '../../../kit/format/time.ts';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { shortUrl } from '../log/values.ts';
import { placeTexts } from '../texts.ts';
import { HourBars } from './health.tsx';
import { hookTexts as t } from './hook-texts.ts';

type Endpoint = RowOf<'listWebhooks'>;
const EVERY_MS = 10_000;

/** Every endpoint, and how it fares. */
export function WebhooksPage(): VNode {
  return (
    <DevPage
      title={placeTexts.webhooks}
      lead={t.lead}
      acts={
        may('webhooks:write') && (
          <ButtonLink kind="primary" icon={Plus} href={at('/developers/webhooks/new')}>
            {t.add}
          </ButtonLink>
        )
      }
    >
      {!may('webhooks:read') ? (
        <NotAllowed scope="webhooks:read" />
      ) : (
        <List
          operation={client.listWebhooks}
          label={placeTexts.webhooks}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => at(`/developers/webhooks/${id}`)}
          isDim={({ status }) => status !== 'active'}
          columns={columns()}
          empty={<NoEndpoints />}
          nothing={t.noMatch}
          everyMs={EVERY_MS}
        />
      )}
    </DevPage>
  );
}

function columns(): readonly Column<RowOf<'listWebhooks'>>[] {
  return [
    {
      key: 'endpoint',
      title: t.endpoint,
      phone: 1,
      cell: (endpoint) => (
        <>
          <b>{shortUrl(endpoint.url)}</b>
          <small>{endpoint.description ?? eventsInWords(endpoint)}</small>
        </>
      ),
    },
    {
      key: 'status',
      title: t.status,
      phone: 2,
      cell: ({ status }) => <Status of="endpoint" status={status} />,
    },
    { key: 'day', title: t.day, width: '13.75rem', phone: 3, cell: ({ id }) => <Day id={id} /> },
    { key: 'received', title: t.received, right: true, phone: 4, cell: ({ id }) => <Received id={id} /> },
    { key: 'waiting', title: t.waiting, right: true, cell: ({ id }) => <Waiting id={id} /> },
  ];
}

/** What it is told, in a few words. */
export function eventsInWords({ events }: Pick<Endpoint, 'events'>): string {
  return events.includes('*') ? t.everything : t.kinds(events.length);
}

function useHealth(id: string) {
  return useCall(client.getWebhookHealth, { params: { id } }, { everyMs: EVERY_MS }).answer?.data;
}

function Day({ id }: { readonly id: string }): VNode | null {
  const health = useHealth(id);
  return health ? <HourBars hours={health.hours} /> : null;
}

function Received({ id }: { readonly id: string }): VNode | null {
  const day = useHealth(id)?.last_24_hours;
  if (!day) return null;
  if (day.attempts === 0) return <span class="faint">{t.nothingSent}</span>;
  return (
    <span>
      {day.succeeded.toLocaleString('en')} <span class="faint">{t.ofAll(day.attempts)}</span>
    </span>
  );
}

function Waiting({ id }: { readonly id: string }): VNode | null {
  const health = useHealth(id);
  if (!health) return null;
  const { oldest_pending_at: oldest } = health;
  return oldest === null ? (
    <span class="faint">{t.noneWaiting}</span>
  ) : (
    <span>{spanText(Date.now() - new Date(oldest).getTime())}</span>
  );
}

function NoEndpoints(): VNode {
  return (
    <Empty
      title={t.emptyTitle}
      text={t.emptyText}
      steps={[t.emptyStep1, t.emptyStep2, t.emptyStep3]}
      acts={
        <>
          {may('webhooks:write') && (
            <ButtonLink kind="primary" icon={Plus} href={at('/developers/webhooks/new')}>
              {t.add}
            </ButtonLink>
          )}
          {mode.value === 'live' ? (
            <ButtonLink href={at('/developers/webhooks', 'test')}>{t.tryTest}</ButtonLink>
          ) : (
            <ButtonLink href={at('/developers/events')}>{t.catalogue}</ButtonLink>
          )}
        </>
      }
    />
  );
}
