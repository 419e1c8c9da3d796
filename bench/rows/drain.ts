import { addEndpoints, clearWebhooks, copyFacts, logPosition, takeFact } from '../parts/fill.queries.ts';
import { interleave, medianOf, perSecond, times } from '../parts/measure.ts';
import { databaseCpuMs } from '../parts/processes.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService, type Merchant, type Service } from '../parts/service.ts';
import type { FloorOptions } from '../roles/floor.ts';
import type { JobQueueOptions } from '../roles/job-queue.ts';

const MERCHANTS = 20;
const ENDPOINTS_EACH = 5;
/** As many as the server opens to one origin. */
const SOCKETS = 32;

export const drainRow: Row = { name: 'drain', run };

type Figure = { readonly perSecond: number; readonly fanOutPerSecond: number; readonly each?: Cost };

/** What one message takes: microseconds of processor, and bytes of the database's log. */
type Cost = { readonly nodeUs: number; readonly databaseUs: number; readonly logBytes: number };

async function run(bench: Bench): Promise<readonly Result[]> {
  const messages = bench.plan.quick ? 2_000 : 20_000;
  await using service = await openService({ paused: true });
  await using receiver = await startRole('receiver');
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: 1,
    pipelined: false,
  } satisfies FloorOptions);
  await using queue = await startRole('job-queue', {
    connection: service.connection,
  } satisfies JobQueueOptions);
  const port = await receiver.ask<number>('port');
  const merchants = await merchantsWithEndpoints(service, port);
  const [first] = merchants;
  if (!first) throw new Error('There is no merchant.');
  await makeDeliveries(service.port, first.key, 1);
  const template = await takeFact(service.database);
  const body = JSON.stringify({
    event: template.kind,
    livemode: false,
    created: new Date().toISOString(),
    data: { object: template.facts },
  });
  const figures = await interleave<Figure>(bench, [
    { name: 'server', once: () => drainServer(service, { merchants, template, messages }) },
    {
      name: 'dispatch',
      once: async () => ({
        perSecond: await floor.ask<number>('dispatch', { port, count: messages, sockets: SOCKETS, body }),
        fanOutPerSecond: Number.NaN,
      }),
    },
    {
      name: 'graphile-worker',
      once: async () => ({
        perSecond: await queue.ask<number>('drain', { port, count: messages, sockets: SOCKETS, body }),
        fanOutPerSecond: Number.NaN,
      }),
    },
  ]);
  return judge(figures, messages);
}

type Load = {
  readonly merchants: readonly Merchant[];
  readonly template: Awaited<ReturnType<typeof takeFact>>;
  readonly messages: number;
};

async function drainServer(
  { database, role, dataDir, use }: Service,
  { merchants, template, messages }: Load,
): Promise<Figure> {
  const facts = messages / MERCHANTS / ENDPOINTS_EACH;
  for (const { id } of merchants) await copyFacts(database, { merchantId: id, template, count: facts });
  const fanOutMs = await role.ask<number>('fanOut');
  const taken = async () =>
    [(await use()).cpuMs, await databaseCpuMs(dataDir), await logPosition(database)] as const;
  const before = await taken();
  const sendMs = await role.ask<number>('sendAll');
  const [nodeMs, databaseMs, logBytes] = (await taken()).map((after, at) => after - (before[at] ?? 0));
  const logged = await clearWebhooks(database);
  if (logged !== messages) throw new Error(`${logged} attempts are logged of ${messages} messages.`);
  const each = (total = Number.NaN): number => total / messages;
  return {
    perSecond: messages / (sendMs / 1_000),
    fanOutPerSecond: messages / (fanOutMs / 1_000),
    each: { nodeUs: each(nodeMs) * 1_000, databaseUs: each(databaseMs) * 1_000, logBytes: each(logBytes) },
  };
}

function judge(figures: ReadonlyMap<string, readonly Figure[]>, messages: number): readonly Result[] {
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const ratio = rate('server') / rate('dispatch');
  const queued = rate('server') / rate('graphile-worker');
  const each = (read: (cost: Cost) => number): string =>
    Math.round(
      medianOf(figures, 'server', (figure) => (figure.each ? read(figure.each) : Number.NaN)),
    ).toLocaleString('en-US');
  const cost = `Each takes ${each((one) => one.nodeUs)} µs of Node, ${each((one) => one.databaseUs)} µs of PostgreSQL and ${each((one) => one.logBytes)} bytes of its log.`;
  const fanOut = medianOf(figures, 'server', (figure) => figure.fanOutPerSecond);
  return [
    {
      work: `webhooks drained, durable, attempt log kept: ${messages.toLocaleString('en-US')} to ${MERCHANTS * ENDPOINTS_EACH} endpoints of one receiver`,
      measured: perSecond(rate('server')),
      floor: `${perSecond(rate('dispatch'))} (undici dispatch, nothing signed or stored)`,
      ratio: times(ratio),
      goal: '≥ 0.6',
      met: ratio >= 0.6,
      note: `${ratio >= 0.6 ? '' : 'Presumably: each message is leased, opened, signed twice, checked against the address rules and written down with its attempt, on the same cores as the receiver. '}${cost} Making these messages from facts before went at ${perSecond(fanOut)}.`,
    },
    {
      work: 'the same',
      measured: perSecond(rate('server')),
      floor: `${perSecond(rate('graphile-worker'))} (graphile-worker with a local queue of 500, ${SOCKETS} jobs at once; nothing signed, no attempt stored)`,
      ratio: times(queued),
      goal: '≥ 1.2',
      met: queued >= 1.2,
      ...(queued >= 1.2
        ? {}
        : {
            note: 'Presumably: a job there is claimed and deleted; here a message is also opened, signed twice, and written down with its attempt, which takes four times the processor of Node.',
          }),
    },
  ];
}

async function merchantsWithEndpoints(service: Service, port: number): Promise<readonly Merchant[]> {
  const merchants: Merchant[] = [];
  for (let made = 0; made < MERCHANTS; made += 1) {
    const merchant = await service.merchant();
    const sealedSecrets = await Promise.all(
      Array.from({ length: ENDPOINTS_EACH }, () => service.role.ask<string>('sealedSecret')),
    );
    await addEndpoints(service.database, {
      merchantId: merchant.id,
      url: `http://127.0.0.1:${port}/hook`,
      sealedSecrets,
    });
    merchants.push(merchant);
  }
  return merchants;
}
