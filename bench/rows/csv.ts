import { get } from 'node:http';
import { fillDeliveries } from '../parts/fill.queries.ts';
import { perSecond, times } from '../parts/measure.ts';
import { databaseCpuMs, residentOf } from '../parts/processes.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, openService, type Merchant, type Service } from '../parts/service.ts';

const LOOK_EVERY_MS = 100;
const MEGABYTE = 1_000_000;
/** What is held after so much of the file is what the rest may hold too. */
const BEGINNING = 0.1;
const GROWTH_MAX = 1.2;
const LINE_FEED = 10;

export const csvRow: Row = { name: 'csv', run };

type Export = {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
  /** The most that Node held while the file began, and from then on. */
  readonly firstBytes: number;
  readonly restBytes: number;
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const deliveries = bench.plan.quick ? 20_000 : 1_000_000;
  await using service = await openService();
  const merchant = await service.merchant();
  await makeDeliveries(service.port, merchant.key, 1);
  await fillDeliveries(service.database, { merchantId: merchant.id, from: 1, to: deliveries - 1 });
  bench.say(`  ${deliveries} deliveries filled`);
  const made = await exported(service, merchant, deliveries);
  if (made.rows !== deliveries) throw new Error(`The file has ${made.rows} rows of ${deliveries}.`);
  const growth = made.restBytes / made.firstBytes;
  const perRow = (milliseconds: number): string => `${Math.round((milliseconds * 1_000) / deliveries)} µs`;
  const file = `${deliveries.toLocaleString('en-US')} deliveries`;
  return [
    {
      work: `${file} as CSV, one client`,
      measured: perSecond(made.rows / made.seconds),
      floor: '–',
      ratio: '–',
      goal: '–',
      met: null,
      note: `A row takes ${perRow(made.nodeMs)} of Node, ${perRow(made.databaseMs)} of PostgreSQL and ${Math.round(made.bytes / made.rows)} bytes.`,
    },
    {
      work: `memory of Node while ${file} are written as CSV, by that of the first tenth`,
      measured: `${Math.round(made.restBytes / MEGABYTE)} MB`,
      floor: `${Math.round(made.firstBytes / MEGABYTE)} MB`,
      ratio: times(growth),
      goal: `≤ ${GROWTH_MAX} (ours)`,
      met: growth <= GROWTH_MAX,
    },
  ];
}

async function exported(service: Service, merchant: Merchant, expected: number): Promise<Export> {
  const { pid } = service.role;
  const read = { lines: 0, bytes: 0 };
  const most = { first: await residentOf(pid), rest: 0 };
  const look = async (): Promise<void> => {
    const held = await residentOf(pid);
    if (read.lines < expected * BEGINNING) most.first = Math.max(most.first, held);
    else most.rest = Math.max(most.rest, held);
  };
  const watch = setInterval(() => void look(), LOOK_EVERY_MS);
  const [before, databaseBefore] = [await service.use(), await databaseCpuMs(service.dataDir)];
  const startedMs = performance.now();
  try {
    await readFile(service.port, merchant.key, (chunk) => {
      read.bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) read.lines += 1;
    });
  } finally {
    clearInterval(watch);
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  await look();
  return {
    rows: read.lines - 1,
    bytes: read.bytes,
    seconds,
    nodeMs: (await service.use()).cpuMs - before.cpuMs,
    databaseMs: (await databaseCpuMs(service.dataDir)) - databaseBefore,
    firstBytes: most.first,
    restBytes: most.rest,
  };
}

/** A file has no length that `ask` could wait for: it is read as it comes, and kept nowhere. */
function readFile(port: number, key: string, taken: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    get(
      {
        host: '127.0.0.1',
        port,
        path: '/v1/shipping/deliveries.csv',
        headers: { authorization: `Bearer ${key}` },
      },
      (answer) => {
        if (answer.statusCode !== 200)
          return void answer.destroy(new Error(`The file was answered with ${answer.statusCode}.`));
        answer.on('data', taken).on('end', resolve).on('error', reject);
      },
    ).on('error', reject);
  });
}
