import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifyAccounts } from '../../src/modules/accounts/index.ts';
import { verifyEvents } from '../../src/modules/events/index.ts';
import { verifyInvoices } from '../../src/modules/invoices/index.ts';
import { verifyLedger } from '../../src/modules/ledger/index.ts';
import { verifyMerchants } from '../../src/modules/merchants/index.ts';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { verifyShipping } from '../../src/modules/shipping/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { verifyWebhooks } from '../../src/modules/webhooks/index.ts';
import { auditJournal } from '../kit/audit.ts';
import { isHonestRefusal, openCustomer, succeeded } from '../kit/customer.ts';
import { startJournal } from '../kit/journal.ts';
import { measureBloat } from '../kit/bloat.ts';
import { descriptorsOf, memoryOf } from '../kit/memory.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { compareReceived, openReceiver } from '../kit/receiver.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';
import { startShopkeepers } from '../kit/shopkeepers.ts';

const MINUTE_MS = 60_000;
/** `SOAK_MINUTES` says how long the long form goes on. */
const SOAK_MS = figure(12_000, Number(process.env['SOAK_MINUTES'] ?? 30) * MINUTE_MS);
const KILL_EVERY_MS = figure(6_000, Math.min(2 * MINUTE_MS, SOAK_MS / 4));
const SAMPLE_MS = 1_000;
/** `SOAK_REST_MS` says how long everybody rests after each piece of work. */
const REST_MS = Number(process.env['SOAK_REST_MS'] ?? 20);
const MIB = 1_048_576;
const SLOPE_MS_LEAST = 30 * MINUTE_MS;
const MEMORY_MB_MAX = 500;
const GROWTH_MB_MAX_PER_HOUR = 60;
const DESCRIPTORS_MORE_MAX = 40;
/** What may lie idle in a table and its indexes: as much as it holds, and in a small one this much. */
const IDLE_BYTES_MAX = 64 * MIB;
const DRAINED_MS_MAX = 120_000;

test(
  `mixed work goes on while nodes are killed, nothing is lost and memory stays flat (seed ${seed})`,
  { timeout: SOAK_MS + 5 * MINUTE_MS },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    const connection = { connectionString: database.url };
    const environment = { DATABASE_URL: database.url };
    /** The first is never killed: its memory is what is looked at. */
    const nodes: Program[] = [await startProgram(environment), await startProgram(environment)];
    await using _ended = {
      [Symbol.asyncDispose]: async () =>
        void (await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()))),
    };
    await using receiver = await openReceiver();
    const { key } = await openShop(environment);
    await using customer = openCustomer(key);
    const steady = nodes[0]?.baseUrl ?? '';
    expect(
      succeeded(
        await customer.ask(steady, {
          method: 'POST',
          path: '/webhooks',
          body: { url: receiver.url, events: ['shipping.delivery.created', 'shipping.status.updated'] },
        }),
      ),
    ).toBe(true);

    const baseUrl = (): string => chance.pick(nodes).baseUrl;
    const journal = startJournal({ customers: 4, key, chance, baseUrl, restMs: REST_MS });
    const visits = startVisits({
      key,
      baseUrl,
      entries: () => journal.entries.flatMap(({ jobNumber }) => (jobNumber === null ? [] : [jobNumber])),
    });
    const shopkeepers = await startShopkeepers({ shopkeepers: 2, key, chance, baseUrl, restMs: REST_MS });
    const samples: Sample[] = [];
    let kills = 0;
    const startedMs = performance.now();
    for (let killedMs = startedMs; performance.now() - startedMs < SOAK_MS; await pause(SAMPLE_MS)) {
      const steadyPid = nodes[0]?.pid ?? 0;
      samples.push({
        atMs: performance.now() - startedMs,
        bytes: memoryOf(steadyPid),
        descriptors: descriptorsOf(steadyPid),
      });
      if (performance.now() - killedMs < KILL_EVERY_MS) continue;
      killedMs = performance.now();
      await nodes[1]?.end('SIGKILL');
      nodes[1] = await startProgram(environment);
      kills += 1;
    }
    await journal.stop();
    await visits.stop();
    await shopkeepers.stop();

    expect(journal.strange).toEqual([]);
    expect(visits.strange).toEqual([]);
    expect(shopkeepers.strange).toEqual([]);
    expect(visits.done()).toBeGreaterThan(0);
    expect([...shopkeepers.done.keys()].toSorted()).toEqual([
      'drawers closed',
      'invoices paid',
      'let in',
      'put right',
      'sold',
      'taken back',
    ]);
    expect(kills).toBeGreaterThan(0);
    const left = async (): Promise<number> =>
      Number(
        (
          await look(
            connection,
            'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM webhook_queue) AS left',
          )
        )[0]?.['left'],
      );
    const drainingMs = performance.now();
    while ((await left()) > 0) {
      expect(performance.now() - drainingMs, 'everything is sent in the end').toBeLessThan(DRAINED_MS_MAX);
      await pause(200);
    }
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    const happened = (
      await look(
        connection,
        `SELECT job_number, entry ->> 'status' AS status FROM deliveries, jsonb_array_elements(timeline) AS entry`,
      )
    ).map((row) => ({ jobNumber: String(row['job_number']), status: String(row['status']) }));
    expect(compareReceived(receiver.received, happened)).toEqual([]);
    for (const verify of [
      verifyMerchants,
      verifyShipping,
      verifyPayments,
      verifyEvents,
      verifyPos,
      verifyInvoices,
      verifyLedger,
      verifyAccounts,
      verifyWebhooks,
    ])
      expect(await readSnapshot(connection, verify)).toEqual([]);
    // Over less than half an hour a slope tells of the heap's breath only.
    const growth =
      SOAK_MS < SLOPE_MS_LEAST ? null : slopePerHour(samples.slice(Math.floor(samples.length / 3))) / MIB;
    const bloat = await measureBloat(connection);
    const idlest = bloat[0];
    const [early, late] = [samples.slice(0, samples.length / 3), samples.slice((samples.length * 2) / 3)].map(
      (part) => Math.max(0, ...part.map(({ descriptors }) => descriptors ?? 0)),
    );
    tell(
      `R18: ${Math.round(SOAK_MS / 1_000)} s, ${journal.acknowledged()} writes, ${visits.done()} pages and lists, ${[...shopkeepers.done].map(([name, count]) => `${count} ${name}`).join(', ')}, ${receiver.received.length} webhooks, ${kills} kills; verify clean; memory ${Math.round((samples.at(-1)?.bytes ?? 0) / MIB)} MB${growth === null ? '' : `, ${growth.toFixed(1)} MB more an hour`}; ${early} open descriptors at most in the first third, ${late} in the last; of ${bloat.length} tables ${idlest?.table} has most idle, ${Math.round((idlest?.idleBytes ?? 0) / MIB)} of ${Math.round((idlest?.bytes ?? 0) / MIB)} MB`,
    );
    expect(growth ?? 0).toBeLessThan(GROWTH_MB_MAX_PER_HOUR);
    expect((samples.at(-1)?.bytes ?? 0) / MIB).toBeLessThan(MEMORY_MB_MAX);
    expect(late ?? 0).toBeLessThanOrEqual((early ?? 0) + DESCRIPTORS_MORE_MAX);
    expect(
      bloat.filter(({ bytes, idleBytes }) => idleBytes > Math.max(IDLE_BYTES_MAX, bytes / 2)),
      'what lies idle in tables and their indexes',
    ).toEqual([]);
  },
);

/** Of the node that is never killed; descriptors where the system tells them. */
type Sample = { readonly atMs: number; readonly bytes: number; readonly descriptors: number | null };
type Visiting = {
  readonly key: string;
  readonly baseUrl: () => string;
  readonly entries: () => readonly string[];
};
type Visits = {
  readonly done: () => number;
  readonly strange: readonly string[];
  readonly stop: () => Promise<void>;
};

/** People who look at their parcels' pages, and merchants who read their lists. */
function startVisits({ key, baseUrl, entries }: Visiting): Visits {
  const strange: string[] = [];
  const state = { stopping: false, done: 0 };

  async function live(): Promise<void> {
    await using customer = openCustomer(key);
    for (let turn = 0; !state.stopping; turn += 1) {
      const jobNumber = entries().at(-1 - (turn % 50));
      const path =
        turn % 3 === 0 || jobNumber === undefined
          ? '/shipping/deliveries?limit=20'
          : `/shipping/deliveries/${jobNumber}/track`;
      const answer = await customer.ask(baseUrl(), { path });
      if (succeeded(answer)) {
        state.done += 1;
        const page = answer.body.data?.['tracking_url'];
        if (typeof page === 'string') await visit(new URL(new URL(page).pathname, baseUrl()));
      } else if (answer.broken === null && !isHonestRefusal(answer))
        strange.push(`${path}: ${answer.status} ${answer.body.error?.code}`);
      await pause(REST_MS);
    }
  }
  async function visit(url: URL): Promise<void> {
    const page = await fetch(url).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => null,
    );
    if (page && page.status !== 200 && page.status !== 503 && page.status !== 429)
      strange.push(`${url.pathname}: ${page.status}`);
  }
  const lives = Promise.all([live(), live()]);
  return {
    strange,
    done: () => state.done,
    async stop() {
      state.stopping = true;
      await lives;
    },
  };
}

/** By least squares. */
function slopePerHour(samples: readonly { readonly atMs: number; readonly bytes: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [meanMs, meanBytes] = [
    mean(samples.map(({ atMs }) => atMs)),
    mean(samples.map(({ bytes }) => bytes)),
  ];
  const over = samples.reduce((sum, { atMs, bytes }) => sum + (atMs - meanMs) * (bytes - meanBytes), 0);
  const under = samples.reduce((sum, { atMs }) => sum + (atMs - meanMs) ** 2, 0);
  return under === 0 ? 0 : (over / under) * 3_600_000;
}
