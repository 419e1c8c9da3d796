import { CircleAlert, History, PauseCircle, Play, Send, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import { dateText, distanceText, nearText } from '../../../kit/format/time.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Menu } from '../../../kit/parts/menu.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { Views } from '../../../kit/parts/tabs.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { DevPage } from '../frame.tsx';
import { shortUrl } from '../log/values.ts';
import { placeTexts } from '../texts.ts';
import { Drill } from './drill.tsx';
import { PauseEndpoint, RemoveEndpoint } from './endpoint-acts.tsx';
import type { Endpoint } from './endpoint.ts';
import { EndpointDeliveries } from './endpoint-deliveries.tsx';
import { EndpointSecret } from './endpoint-secret.tsx';
import { EndpointSettings } from './endpoint-settings.tsx';
import { EndpointTail } from './endpoint-tail.tsx';
import { HealthStrip, type Health } from './health.tsx';
import { hookTexts as t } from './hook-texts.ts';
import { Recoveries } from './recoveries.tsx';
import { Recover } from './recover.tsx';
import { SendTest } from './send-test.tsx';
import { eventsInWords } from './webhooks-page.tsx';

type Asking = 'test' | 'recover' | 'pause' | 'remove' | null;
const EVERY_MS = 5_000;

/** One endpoint: how it fares, what was sent to it, and all that can be done about it. */
export function EndpointPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getWebhook, { params: { id } });
  const health = useCall(client.getWebhookHealth, { params: { id } }, { everyMs: EVERY_MS }).answer?.data;
  const [asking, ask] = useState<Asking>(null);
  const { query } = useAddress();
  const endpoint = answer?.data;
  const close = (): void => ask(null);
  return (
    <DevPage
      title={endpoint ? shortUrl(endpoint.url) : id}
      crumbs={[[placeTexts.webhooks, at('/developers/webhooks')]]}
      badge={endpoint && <Status of="endpoint" status={endpoint.status} pill />}
      lead={endpoint && <Lead of={endpoint} />}
      acts={endpoint && may('webhooks:write') && <Acts of={endpoint} ask={ask} />}
    >
      {error && !endpoint ? (
        <Problem error={error} again={again} {...(error.status === 404 ? { title: t.notThere } : {})} />
      ) : !endpoint ? (
        <Loading kind="detail" />
      ) : (
        <>
          <Trouble of={endpoint} health={health} recover={() => ask('recover')} />
          {health && isAboutSending(query['part']) && <HealthStrip health={health} />}
          <Parts of={endpoint} etag={answer.etag} />
          {asking === 'test' && <SendTest endpointId={id} onClose={close} />}
          {asking === 'recover' && (
            <Recover endpointId={id} since={health?.failing_since ?? null} onClose={close} />
          )}
          {asking === 'pause' && <PauseEndpoint of={endpoint} onClose={close} />}
          {asking === 'remove' && <RemoveEndpoint of={endpoint} onClose={close} />}
        </>
      )}
    </DevPage>
  );
}

/** The figures stand above what was sent, not above forms. */
function isAboutSending(part: string | undefined): boolean {
  return part === undefined || part === 'tail';
}

function Lead({ of: endpoint }: { readonly of: Endpoint }): VNode {
  return (
    <>
      {endpoint.description ? `${endpoint.description}. ` : ''}
      {eventsInWords(endpoint)} <span class="mono small">{endpoint.id}</span>,{' '}
      {t.since(dateText(endpoint.created_at))}
    </>
  );
}

function Acts({
  of: endpoint,
  ask,
}: {
  readonly of: Endpoint;
  readonly ask: (asking: Asking) => void;
}): VNode {
  const enable = useAct(client.enableWebhook);
  const active = endpoint.status === 'active';
  return (
    <>
      <Button icon={Send} onClick={() => ask('test')}>
        {t.sendTest}
      </Button>
      <Button icon={History} onClick={() => ask('recover')}>
        {t.recover}
      </Button>
      <Menu
        items={[
          active
            ? { name: t.pause, icon: PauseCircle, onClick: () => ask('pause') }
            : {
                name: t.enable,
                icon: Play,
                onClick: () => void enable.run({ params: { id: endpoint.id } }),
              },
          { name: t.remove, icon: Trash2, danger: true, onClick: () => ask('remove') },
        ]}
      />
    </>
  );
}

/** What is wrong, since when, what happens if nobody does anything, and what to do. */
function Trouble({
  of: endpoint,
  health,
  recover,
}: {
  readonly of: Endpoint;
  readonly health: Health | undefined;
  readonly recover: () => void;
}): VNode | null {
  const enable = useAct(client.enableWebhook);
  const failing = health?.failing_since ?? null;
  if (endpoint.status === 'active' && failing === null) return null;
  const off = endpoint.status !== 'active';
  return (
    <div class="troubles">
      <Note meaning={endpoint.status === 'disabled' ? 'wait' : 'bad'} icon={CircleAlert}>
        <b>
          {off
            ? endpoint.status === 'disabled'
              ? t.disabled
              : endpoint.disabled_reason === 'gone'
                ? t.gone
                : t.autoDisabled
            : t.failing(nearText(failing ?? Date.now()))}
        </b>{' '}
        {!off && health && t.failures(health.consecutive_failures)} {health?.last_failure}{' '}
        {health?.disables_at &&
          t.disablesAt(`${dateText(health.disables_at)}, ${distanceText(health.disables_at)}`)}
        {may('webhooks:write') && (
          <span class="row wrap note-acts">
            {off ? (
              <Button
                size="s"
                icon={Play}
                busy={enable.busy}
                onClick={() => void enable.run({ params: { id: endpoint.id } })}
              >
                {t.enableNow}
              </Button>
            ) : (
              <Button size="s" icon={History} onClick={recover}>
                {t.recoverNow}
              </Button>
            )}
          </span>
        )}
      </Note>
    </div>
  );
}

/** The part that the address names. */
function Parts({ of: endpoint, etag }: { readonly of: Endpoint; readonly etag: string | null }): VNode {
  const { query, path } = useAddress();
  const part = query['part'] ?? '';
  const names: readonly (readonly [string, string])[] = [
    ['', t.deliveries],
    ['tail', t.tail],
    ['recoveries', t.recoveries],
    ['settings', t.settings],
    ['secret', t.secret],
    ...(mode.value === 'test' ? ([['drill', t.drill]] as const) : []),
  ];
  return (
    <>
      <Views
        label={t.parts}
        views={names.map(([key, name]) => ({
          name,
          href: key === '' ? path : `${path}?part=${key}`,
          on: part === key,
        }))}
      />
      {part === 'tail' ? (
        <EndpointTail endpointId={endpoint.id} />
      ) : part === 'recoveries' ? (
        <Recoveries endpointId={endpoint.id} />
      ) : part === 'settings' ? (
        <EndpointSettings key={endpoint.id} of={endpoint} etag={etag} />
      ) : part === 'secret' ? (
        <EndpointSecret of={endpoint} />
      ) : part === 'drill' ? (
        <Drill endpointId={endpoint.id} />
      ) : (
        <EndpointDeliveries endpointId={endpoint.id} />
      )}
    </>
  );
}
