import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ask, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, ms, percentile, times } from '../parts/measure.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService, type Service } from '../parts/service.ts';
import { tokensOf } from '../parts/fill.queries.ts';
import type { FloorOptions } from '../roles/floor.ts';

/** As many as a page may have. */
const STREAMS_EACH = 10;
/** With as many streams each, just below what a node may have; those of the round before may still be closing. */
const DELIVERIES = 90;
const GOAL_MS = 2_000;
const WAIT_MS_MAX = 30_000;

export const streamsRow: Row = { name: 'streams', run };

type Figure = { readonly p50Ms: number; readonly p99Ms: number };
type Stream = { readonly socket: Socket; readonly seen: { bytes: number; atMs: number } };

/** Every parcel changes at once; how long until all who look at its page know. */
async function run(bench: Bench): Promise<readonly Result[]> {
  const deliveries = bench.plan.quick ? 10 : DELIVERIES;
  const count = deliveries * STREAMS_EACH;
  await using service = await openService();
  const { id, key } = await service.merchant();
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: 1,
    pipelined: false,
  } satisfies FloorOptions);
  const bare = await floor.ask<number>('serveStreams');
  const figures = await interleave<Figure>(bench, [
    { name: 'server', once: () => tellWatchers(service, { id, key, deliveries }) },
    { name: 'bare', once: () => tellBare(bare, count, () => floor.ask('tellAll')) },
  ]);
  const [p99, bareP99] = ['server', 'bare'].map((name) => medianOf(figures, name, (figure) => figure.p99Ms));
  if (p99 === undefined || bareP99 === undefined) throw new Error('Nothing was measured.');
  return [
    {
      work: `${count.toLocaleString('en-US')} event streams: change sent → every watcher told`,
      measured: `p50 ${ms(medianOf(figures, 'server', (figure) => figure.p50Ms))}, p99 ${ms(p99)}`,
      floor: `p99 ${ms(bareP99)} (bare http writes one event to as many)`,
      ratio: times(p99 / bareP99),
      goal: `p99 < ${GOAL_MS / 1_000} s`,
      met: p99 < GOAL_MS,
      ...(p99 < GOAL_MS
        ? {}
        : {
            note: 'What is watched is looked up once a second for all streams of a node; the changes themselves share the cores with it.',
          }),
    },
  ];
}

async function tellWatchers(
  { port, database }: Service,
  { id, key, deliveries }: { readonly id: string; readonly key: string; readonly deliveries: number },
): Promise<Figure> {
  const known = new Set(await tokensOf(database, id));
  const numbers = await makeDeliveries(port, key, deliveries);
  const tokens = (await tokensOf(database, id)).filter((token) => !known.has(token));
  const streams = await Promise.all(
    tokens.flatMap((token) =>
      Array.from({ length: STREAMS_EACH }, () => openStream(port, `/t/${token}/events`)),
    ),
  );
  return measured(streams, async () => {
    for (const number of numbers) {
      const { status, body } = await ask(
        port,
        requestBytes({
          method: 'POST',
          path: `/v1/shipping/deliveries/${number}/cancel`,
          key,
          body: '{"reason":"other"}',
        }),
      );
      if (status !== 200) throw new Error(`A delivery could not be cancelled (${status}): ${body}`);
    }
  });
}

async function tellBare(port: number, count: number, tell: () => Promise<unknown>): Promise<Figure> {
  return measured(await Promise.all(Array.from({ length: count }, () => openStream(port, '/'))), tell);
}

let watchers = 0;

/** Each watcher has a phone of its own, for an address may look only so often. */
async function openStream(port: number, path: string): Promise<Stream> {
  watchers += 1;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const seen = { bytes: 0, atMs: 0 };
  socket
    .on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length;
      seen.atMs = performance.now();
    })
    .on('error', () => undefined);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nX-Forwarded-For: 10.1.${(watchers >> 8) & 255}.${watchers & 255}\r\n\r\n`,
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  if (!first.toString('latin1', 0, 12).endsWith(' 200'))
    throw new Error(`A stream was not opened: ${first.toString().slice(0, 300)}`);
  return { socket, seen };
}

/** From the first change until each stream has heard more. */
async function measured(streams: readonly Stream[], change: () => Promise<unknown>): Promise<Figure> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = streams.map(({ seen }) => seen.bytes);
  const startedMs = performance.now();
  await change();
  const silent = (): boolean => streams.some(({ seen }, at) => seen.bytes <= (before[at] ?? 0));
  while (silent()) {
    if (performance.now() - startedMs > WAIT_MS_MAX)
      throw new Error(`Not every stream was told within ${WAIT_MS_MAX / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const delays = streams.map(({ seen }) => seen.atMs - startedMs);
  for (const { socket } of streams) socket.destroy();
  return { p50Ms: percentile(delays, 0.5), p99Ms: percentile(delays, 0.99) };
}
