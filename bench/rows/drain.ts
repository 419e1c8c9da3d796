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
  const load = { port, count: messages, sockets: SOCKETS, body };
  const held = async (answer: Promise<number>): Promise<Figure> => ({
    perSecond: await answer,
    fanOutPerSecond: Number.NaN,
  });
  const figures = await interleave<Figure>(bench, [
    { name: 'server', once: () => drainServer(service, { merchants, template, messages }) },
    { name: 'dispatch', once: () => held(floor.ask('dispatch', load)) },
    { name: 'signed dispatch', once: () => held(floor.ask('dispatch', { ...load, signed: true })) },
    { name: 'graphile-worker', once: () => held(queue.ask('drain', load)) },
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

/** By a profile of the server while it drains, and what its processes took meanwhile. */
const WHERE_IT_GOES =
  'Presumably: of the time of both cores Node has half, PostgreSQL a third and the receiver most of the rest; a fifth passes in waiting for one another. Before requests were written together, four tenths of Node were the write to the socket, which wakes the receiver.';

function judge(figures: ReadonlyMap<string, readonly Figure[]>, messages: number): readonly Result[] {
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const each = (read: (cost: Cost) => number): string =>
    Math.round(
      medianOf(figures, 'server', (figure) => (figure.each ? read(figure.each) : Number.NaN)),
    ).toLocaleString('en-US');
  const fanOut = medianOf(figures, 'server', (figure) => figure.fanOutPerSecond);
  const against = (
    name: string,
    { floor, goal }: { readonly floor: string; readonly goal: number },
  ): Result => {
    const ratio = rate('server') / rate(name);
    return {
      work: 'the same',
      measured: perSecond(rate('server')),
      floor: `${perSecond(rate(name))} (${floor})`,
      ratio: times(ratio),
      goal: `≥ ${goal}`,
      met: ratio >= goal,
      ...(ratio >= goal ? {} : { note: WHERE_IT_GOES }),
    };
  };
  return [
    {
      ...against('dispatch', { floor: 'undici dispatch, nothing signed or stored', goal: 0.55 }),
      work: `webhooks drained, durable, attempt log kept: ${messages.toLocaleString('en-US')} to ${MERCHANTS * ENDPOINTS_EACH} endpoints of one receiver`,
      note: `Each takes ${each((cost) => cost.nodeUs)} µs of Node, ${each((cost) => cost.databaseUs)} µs of PostgreSQL and ${each((cost) => cost.logBytes)} bytes of its log. Making these messages from facts before went at ${perSecond(fanOut)}.`,
    },
    against('signed dispatch', { floor: 'undici dispatch that signs twice and stores nothing', goal: 0.55 }),
    against('graphile-worker', {
      floor: `graphile-worker with a local queue of 500, ${SOCKETS} jobs at once; nothing signed, no attempt stored`,
      goal: 1.8,
    }),
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
