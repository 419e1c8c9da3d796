import type { PlatformHealth } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { distanceText, momentText, spanText, timeText } from '../../kit/format/time.ts';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Said } from '../../kit/parts/status.tsx';
import { Page } from '../shell/page.tsx';
import { systemTexts as t } from './texts.ts';
import './health.css';

const EVERY_MS = 10_000;
/** A message that waits longer is worth a look. */
const OLD_MS = 60_000;
const DISK_LOW = 0.1;
const CONNECTIONS_HIGH = 0.8;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** How the server stands, as it is now: what waits, and what runs out. */
export function HealthPage(): VNode {
  const { answer, error, again } = useCall(client.getPlatformHealth, {}, { everyMs: EVERY_MS });
  return (
    <Page title={t.health} {...(answer ? { lead: t.lookedAt(timeText(answer.data.at)) } : {})}>
      {error && !answer ? (
        <Problem error={error} again={again} />
      ) : answer ? (
        <div class="health">
          <QueuesCard health={answer.data} />
          <DatabaseCard health={answer.data} />
          <ProgramCard health={answer.data} />
        </div>
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  );
}

type OfHealth = { readonly health: PlatformHealth };

function Judged({ bad, said }: { readonly bad: boolean; readonly said: string }): VNode {
  return (
    <Said meaning={bad ? 'wait' : 'good'} glyph={bad ? 'bang' : 'tick'}>
      {said}
    </Said>
  );
}

function QueuesCard({ health: { at, queues } }: OfHealth): VNode {
  const ageOf = (since: string | null): number =>
    since === null ? 0 : Math.max(0, new Date(at).getTime() - new Date(since).getTime());
  const aged = (since: string | null): VNode | string =>
    since === null ? t.nothingWaits : <Judged bad={ageOf(since) > OLD_MS} said={spanText(ageOf(since))} />;
  return (
    <Card title={t.queues}>
      <KeyValues
        rows={[
          [t.facts, queues.facts.toLocaleString('en')],
          [t.oldestFact, aged(queues.oldest_fact_at)],
          [t.ready, queues.ready.toLocaleString('en')],
          [t.oldestReady, aged(queues.oldest_ready_at)],
          [t.delayed, queues.delayed.toLocaleString('en')],
          [t.sending, queues.sending.toLocaleString('en')],
          [t.notices, queues.notices.toLocaleString('en')],
        ]}
      />
    </Card>
  );
}

function DatabaseCard({ health: { database, disk } }: OfHealth): VNode {
  const { connections, connections_max: most } = database;
  return (
    <Card title={t.database}>
      <KeyValues
        rows={[
          [t.postgres, `${database.server_version}, ${database.embedded ? t.embedded : t.own}`],
          [t.size, sizeText(database.size_bytes)],
          [
            t.connections,
            <Judged bad={connections > most * CONNECTIONS_HIGH} said={t.connectionsOf(connections, most)} />,
          ],
          disk === null
            ? [t.disk, t.elsewhere]
            : [
                t.disk,
                <Judged
                  bad={disk.free_bytes < disk.total_bytes * DISK_LOW}
                  said={t.freeOf(sizeText(disk.free_bytes), sizeText(disk.total_bytes))}
                />,
              ],
        ]}
      />
    </Card>
  );
}

function ProgramCard({ health: { version, migrations, nodes } }: OfHealth): VNode {
  return (
    <Card title={t.program}>
      <KeyValues
        rows={[
          [t.version, version],
          [t.migrations, t.migrationsText(migrations.count, migrations.latest)],
          [t.migratedAt, momentText(migrations.applied_at)],
          [t.nodes, nodes.length],
          ...nodes.map(
            (node) => [<span class="mono small">{node.id}</span>, distanceText(node.seen_at)] as const,
          ),
        ]}
      />
    </Card>
  );
}

function sizeText(bytes: number): string {
  return bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${Math.round(bytes / MIB)} MiB`;
}
