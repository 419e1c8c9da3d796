import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeKeyText } from '../../src/modules/merchants/key-text.ts';
import { signalProcess } from '../../src/store/embedded/processes.ts';
import { auditJournal } from '../kit/audit.ts';
import { isHonestRefusal, openCustomer, succeeded } from '../kit/customer.ts';
import { startJournal } from '../kit/journal.ts';
import { openPostgres } from '../kit/postgres.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { openShop } from '../kit/shop.ts';

const ROUNDS = figure(1, 5);
/** Longer than what a key is remembered for. */
const DOWN_MS = figure(4_000, 8_000);
const FROZEN_MS = figure(6_000, 20_000);
/** In the long form, which has the machine to itself; the short one shares it with whatever else is tested. */
const BACK_MS_MAX = figure(15_000, 2_000);

test(
  `while the database restarts or hangs, customers see answers and honest refusals and nothing else (seed ${seed})`,
  { timeout: 60_000 + ROUNDS * 120_000 },
  async () => {
    const chance = createChance(seed);
    await using postgres = await openPostgres();
    const environment = { DATABASE_URL: postgres.url };
    await using program = await startProgram(environment);
    const { key } = await openShop(environment);
    const journal = startJournal({ customers: 6, key, chance, baseUrl: () => program.baseUrl });
    const readers = startReaders({
      baseUrl: program.baseUrl,
      key,
      jobNumber: () => journal.entries.find((entry) => entry.jobNumber !== null)?.jobNumber ?? null,
    });
    await using _stopped = {
      [Symbol.asyncDispose]: async () => void (await Promise.all([journal.stop(), readers.stop()])),
    };
    const backMs: string[] = [];

    async function answersAgain(after: string): Promise<void> {
      const sinceMs = performance.now();
      while (journal.lastSuccessMs() < sinceMs) {
        expect(program.ending(), program.log()).toBeNull();
        if (performance.now() - sinceMs > 30_000)
          throw new Error(
            `Nothing succeeds after ${after}: ${JSON.stringify([...journal.seen])}\n${program.log()}`,
          );
        await pause(2);
      }
      const tookMs = performance.now() - sinceMs;
      backMs.push(`${after} ${Math.round(tookMs)} ms`);
      expect(tookMs, `first success after ${after}`).toBeLessThan(BACK_MS_MAX);
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      await pause(chance.between(200, 1_000));
      for (let killed = 0; killed < 3; killed += 1) {
        const backEnds = postgres.backEnds();
        if (backEnds.length > 0) signalProcess(chance.pick(backEnds), 'SIGTERM');
        await pause(chance.between(50, 200));
      }
      await answersAgain('ended sessions');

      await postgres.stop(chance.pick(['SIGINT', 'SIGKILL']));
      await pause(DOWN_MS);
      await refusesHonestly(program.baseUrl, key);
      await postgres.start();
      await answersAgain('a restart');

      await pause(chance.between(200, 1_000));
      const thaw = postgres.freeze();
      await pause(FROZEN_MS);
      thaw();
      await answersAgain('a standstill');
    }
    await Promise.all([journal.stop(), readers.stop()]);

    expect(program.ending()).toBeNull();
    expect(journal.strange).toEqual([]);
    expect(readers.strange).toEqual([]);
    expect(
      [...journal.seen.keys()].filter(
        (kind) => !/^(20[01]|503 SERVICE_UNAVAILABLE|409 IDEMPOTENCY_IN_PROGRESS)$/.test(kind),
      ),
    ).toEqual([]);
    expect(await auditJournal({ connectionString: postgres.url }, journal.entries)).toEqual([]);
    tell(
      `R3: ${backMs.join(', ')}; seen ${JSON.stringify(Object.fromEntries(journal.seen))}, by readers ${JSON.stringify(Object.fromEntries(readers.seen))}`,
    );
  },
);

/** Neither a good key nor an unknown one is judged while nobody can tell them apart. */
async function refusesHonestly(baseUrl: string, key: string): Promise<void> {
  await using customer = openCustomer(key);
  const unknown = makeKeyText((below) => randomInt(below), { kind: 'secret', livemode: false });
  for (const shown of [key, unknown]) {
    expect(await customer.ask(baseUrl, { path: '/shipping/deliveries', key: shown })).toSatisfy(
      isHonestRefusal,
    );
  }
}

type Reading = { readonly baseUrl: string; readonly key: string; readonly jobNumber: () => string | null };

/** Customers who track, list and ask for prices. */
function startReaders({ baseUrl, key, jobNumber }: Reading) {
  const strange: string[] = [];
  const seen = new Map<string, number>();
  const state = { stopping: false };

  async function read(paths: () => readonly string[]): Promise<void> {
    await using customer = openCustomer(key);
    while (!state.stopping) {
      for (const path of paths()) {
        const answer = await customer.ask(baseUrl, { path });
        const kind = answer.broken ?? String(answer.status);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        if (!succeeded(answer) && !isHonestRefusal(answer))
          strange.push(`${path}: ${kind} ${answer.body.error?.code ?? ''}`);
      }
      await pause(10);
    }
  }

  const tracks = (): string[] =>
    jobNumber() === null
      ? []
      : [`/shipping/deliveries/${jobNumber()}/track`, `/shipping/deliveries/${jobNumber()}`];
  const lives = Promise.all([
    read(tracks),
    read(() => [
      '/shipping/deliveries?limit=5',
      '/shipping/quote?pickup_city=Freetown&delivery_city=Bo&weight_kg=1.5',
      '/shipping/zones',
    ]),
  ]);
  return {
    strange,
    seen,
    async stop() {
      state.stopping = true;
      await lives;
    },
  };
}
