import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { auditInvariants } from '../kit/audit.ts';
import { openCustomer, parcel, succeeded } from '../kit/customer.ts';
import { memoryOf } from '../kit/memory.ts';
import { floodOpenly, openLines } from '../kit/open-loop.ts';
import { startProgram } from '../kit/program.ts';
import { figure, isLong, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';
import { openSink } from '../kit/sink.ts';

const PEAK_MS = figure(1_500, 10_000);
const FLOOD_MS = figure(3_000, 30_000);
/** The short form only wants more than can be done; `OVERLOAD_TIMES` says how much more the long one sends. */
const TIMES_PEAK = figure(3, Number(process.env['OVERLOAD_TIMES'] ?? 10));
const PER_SECOND_LEAST = 1_500;
/** More than the server has under way at once. */
const CONNECTIONS = figure(2_000, 4_000);
const WARM_MS = 1_000;
const MEMORY_BYTES_MAX = 700 * 1_048_576;

type OutcomeCounter = {
  readonly ok: number;
  readonly refused: readonly number[];
  readonly wrong: readonly string[];
};

test(
  'more than can be done is refused quickly and honestly, and what is taken on is done',
  // Beside another worker of this machine a round can be spoilt by what that does; twice in a row it is ours.
  { timeout: 300_000, retry: 1 },
  async () => {
    await using database = await openDatabase();
    const environment = { DATABASE_URL: database.url };
    await using program = await startProgram(environment);
    const { key } = await openShop(environment);
    const port = Number(new URL(program.baseUrl).port);
    await reachPeak(port, { key, forMs: WARM_MS });
    const alone = await reachPeak(port, { key, forMs: PEAK_MS });
    const perSecond = Math.max(PER_SECOND_LEAST, alone * TIMES_PEAK);
    // What sending a flood costs this machine the peak has to bear as well.
    const peak = isLong ? await reachPeakBesideFlood(port, { key, perSecond }) : alone;
    const before = memoryOf(program.pid);
    const { ok, refused, wrong } = await flood(port, { key, perSecond, forMs: FLOOD_MS });
    const during = memoryOf(program.pid);

    expect(wrong).toEqual([]);
    expect(ok).toBeGreaterThan(0);
    expect(during).toBeLessThan(MEMORY_BYTES_MAX);
    await using customer = openCustomer(key);
    const startedMs = performance.now();
    while (
      !succeeded(
        await customer.ask(program.baseUrl, {
          method: 'POST',
          path: '/shipping/deliveries',
          body: parcel('after'),
        }),
      )
    ) {
      expect(performance.now() - startedMs, 'it recovers').toBeLessThan(20_000);
      await pause(50);
    }
    expect(program.ending()).toBeNull();
    const median = [...refused].sort((one, other) => one - other)[Math.floor(refused.length / 2)] ?? 0;
    const goodput = ok / (FLOOD_MS / 1_000);
    tell(
      `R16: peak ${Math.round(peak)}/s; ${TIMES_PEAK} times as much: ${Math.round(goodput)}/s done, ${refused.length} refused after ${Math.round(median)} ms (median); memory ${Math.round(before / 1_048_576)} to ${Math.round(during / 1_048_576)} MB`,
    );
    if (isLong) {
      expect(refused.length, 'it was more than can be done').toBeGreaterThan(0);
      expect(goodput).toBeGreaterThan(0.9 * peak);
      expect(median).toBeLessThan(50);
    }
    const connection = { connectionString: database.url };
    while (Number((await look(connection, 'SELECT count(*)::int AS left FROM outbox'))[0]?.['left']) > 0)
      await pause(100);
    expect(await auditInvariants(connection)).toEqual([]);
  },
);

const CLIENTS = 32;

/** What customers who wait for each answer get done in a second. */
async function reachPeak(
  port: number,
  { key, forMs }: { readonly key: string; readonly forMs: number },
): Promise<number> {
  const next = requests(key);
  const endMs = performance.now() + forMs;
  const lines = await openLines(port, CLIENTS);
  const done = await Promise.all(
    lines.map(async (line) => {
      let count = 0;
      while (performance.now() < endMs) count += (await line.ask(next())).status === 201 ? 1 : 0;
      await line.end();
      return count;
    }),
  );
  return done.reduce((sum, count) => sum + count, 0) / (forMs / 1_000);
}

/** The same while as many requests as shall flood the server go where they are only refused. */
async function reachPeakBesideFlood(
  port: number,
  { key, perSecond }: { readonly key: string; readonly perSecond: number },
): Promise<number> {
  await using sink = await openSink();
  const [peak] = await Promise.all([
    reachPeak(port, { key, forMs: PEAK_MS }),
    flood(sink.port, { key, perSecond, forMs: PEAK_MS }),
  ]);
  return peak;
}

/** A delivery to create each time, as bytes. */
function requests(key: string): () => Buffer {
  let made = 0;
  return () => {
    const body = JSON.stringify(parcel(`F-${(made += 1)}`));
    return Buffer.from(
      `POST /v1/shipping/deliveries HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
}

/** Sends on time whether or not what came before was answered. */
async function flood(
  port: number,
  { key, perSecond, forMs }: { readonly key: string; readonly perSecond: number; readonly forMs: number },
): Promise<OutcomeCounter> {
  const { answers, broken } = await floodOpenly({
    lines: await openLines(port, CONNECTIONS),
    perSecond,
    forMs,
    next: requests(key),
  });
  const done = answers.filter(({ status }) => status >= 200 && status < 300);
  const refused = answers.filter(
    ({ status, retryAfter }) => (status === 503 || status === 429) && retryAfter !== null,
  );
  const wrong = answers
    .filter(
      ({ status, retryAfter }) =>
        !(status >= 200 && status < 300) && !((status === 503 || status === 429) && retryAfter !== null),
    )
    .map(({ status }) => `${status}`);
  return {
    ok: done.length,
    refused: refused.map(({ tookMs }) => tookMs),
    wrong: [...wrong, ...Array.from({ length: broken }, () => 'closed without an answer')],
  };
}
