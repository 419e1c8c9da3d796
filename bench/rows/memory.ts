import { setTimeout as pause } from 'node:timers/promises';
import { buildInstalled, startInstalled, type Installed } from '../parts/installed.ts';
import { drive, requestBytes } from '../parts/load.ts';
import { median } from '../parts/measure.ts';
import { databaseMemory, residentOf } from '../parts/processes.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, makeDeliveries, makeFolder, removeFolder } from '../parts/service.ts';

const IDLE_MS = 3_000;
const LOAD_SECONDS = 20;
const LOOK_EVERY_MS = 500;
const CLIENTS = 64;
const MEGABYTE = 1_000_000;

export const memoryRow: Row = { name: 'memory', run };

type Memory = { readonly node: number; readonly database: number };

async function run(bench: Bench): Promise<readonly Result[]> {
  await buildInstalled();
  const colds: number[] = [];
  const warms: number[] = [];
  const idles: Memory[] = [];
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    const dataDir = await makeFolder();
    colds.push(await started(dataDir, async () => undefined));
    warms.push(
      await started(dataDir, async (server) => {
        await pause(bench.plan.quick ? 500 : IDLE_MS);
        idles.push(await memory(server.pid, dataDir));
      }),
    );
    bench.say(
      `  round ${round + 1}: cold ${Math.round(colds.at(-1) ?? 0)} ms, warm ${Math.round(warms.at(-1) ?? 0)} ms`,
    );
    await removeFolder(dataDir);
  }
  const idle = {
    node: median(idles.map(({ node }) => node)),
    database: median(idles.map(({ database }) => database)),
  };
  const loaded = await underLoad(bench);
  const [cold, warm] = [median(colds) / 1_000, median(warms) / 1_000];
  const shown = ({ node, database }: Memory): string =>
    `${Math.round(node / MEGABYTE)} MB node + ${Math.round(database / MEGABYTE)} MB database`;
  const whole = { floor: '–', ratio: '–' };
  return [
    {
      work: 'memory, idle after a warm start',
      measured: shown(idle),
      ...whole,
      goal: '< 150 + 60 MB',
      met: idle.node < 150 * MEGABYTE && idle.database < 60 * MEGABYTE,
    },
    {
      work: 'memory under load, 64 clients creating and tracking',
      measured: shown(loaded),
      ...whole,
      goal: '< 500 MB',
      met: loaded.node + loaded.database < 500 * MEGABYTE,
    },
    { work: 'warm start', measured: `${warm.toFixed(2)} s`, ...whole, goal: '< 2 s', met: warm < 2 },
    {
      work: 'cold start, installed and built',
      measured: `${cold.toFixed(2)} s`,
      ...whole,
      goal: '< 10 s',
      met: cold < 10,
    },
  ];
}

async function started(dataDir: string, meanwhile: (server: Installed) => Promise<void>): Promise<number> {
  await using server = await startInstalled(dataDir);
  await meanwhile(server);
  return server.startMs;
}

/** The most that was seen while it created and tracked at the same time. */
async function underLoad(bench: Bench): Promise<Memory> {
  const dataDir = await makeFolder();
  await using server = await startInstalled(dataDir);
  const { key } = await server.merchant();
  const [number = ''] = await makeDeliveries(server.port, key, 1);
  const track = requestBytes({ method: 'GET', path: `/v1/shipping/deliveries/${number}/track`, key });
  const load = { port: server.port, clients: CLIENTS / 2, seconds: bench.plan.quick ? 2 : LOAD_SECONDS };
  const seen: Memory[] = [];
  const watch = setInterval(
    () => void memory(server.pid, dataDir).then((now) => seen.push(now)),
    LOOK_EVERY_MS,
  );
  try {
    await Promise.all([
      drive({ ...load, status: 201, next: () => createBytes(key) }),
      drive({ ...load, next: () => track }),
    ]);
  } finally {
    clearInterval(watch);
  }
  seen.push(await memory(server.pid, dataDir));
  return {
    node: Math.max(...seen.map(({ node }) => node)),
    database: Math.max(...seen.map(({ database }) => database)),
  };
}

async function memory(pid: number, dataDir: string): Promise<Memory> {
  return { node: await residentOf(pid), database: await databaseMemory(dataDir) };
}
