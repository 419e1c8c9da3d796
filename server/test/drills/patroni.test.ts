import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { auditJournal, retryUnresolved } from '../kit/audit.ts';
import { startJournal } from '../kit/journal.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, seed, tell } from '../kit/seed.ts';
import { openShop } from '../kit/shop.ts';
import { openPatroniCluster } from './patroni-cluster.ts';

const KILLS = Number(process.env['DRILL_KILLS'] ?? 5);
const LOAD_MS = 2_000;
const BACK_MS_MAX = 120_000;

test(
  `a primary that is killed under Patroni loses nothing that was acknowledged, by hosts and behind HAProxy (seed ${seed})`,
  { timeout: 240_000 + KILLS * 180_000 },
  async () => {
    const chance = createChance(seed);
    await using cluster = await openPatroniCluster();
    await using byHosts = await startProgram({ DATABASE_URL: cluster.hostsUrl });
    await using byProxy = await startProgram({ DATABASE_URL: cluster.proxyUrl });
    const programs = [byHosts, byProxy];
    const { key } = await openShop({ DATABASE_URL: cluster.hostsUrl });
    const journals = programs.map(({ baseUrl }, at) =>
      startJournal({ customers: 3, key, chance, baseUrl: () => baseUrl, restMs: 10, orderPrefix: `N${at}-` }),
    );
    await using _stopped = {
      [Symbol.asyncDispose]: async () => void (await Promise.all(journals.map((journal) => journal.stop()))),
    };
    const awayMs: number[][] = [[], []];
    for (let kills = 0; kills < KILLS; kills += 1) {
      await pause(LOAD_MS);
      const killedMs = performance.now();
      const startAgain = await cluster.killPrimary();
      const sinceMs = performance.now();
      await Promise.all(
        journals.map(async (journal, at) => {
          while (journal.lastSuccessMs() < sinceMs + LOAD_MS) {
            if (performance.now() - sinceMs > BACK_MS_MAX)
              throw new Error(
                `Nothing succeeds: ${JSON.stringify([...journal.seen])}\n${programs[at]?.log()}`,
              );
            await pause(10);
          }
          awayMs[at]?.push(journal.takeSilenceMs());
        }),
      );
      expect(performance.now() - killedMs).toBeLessThan(BACK_MS_MAX);
      await startAgain();
      await cluster.settled();
    }
    await Promise.all(journals.map((journal) => journal.stop()));

    const connection = { connectionString: await cluster.primaryUrl() };
    for (const [at, journal] of journals.entries()) {
      expect(programs[at]?.ending()).toBeNull();
      expect(journal.strange).toEqual([]);
      expect(
        [...journal.seen.keys()].filter(
          (kind) => !/^(20[01]|503 SERVICE_UNAVAILABLE|409 IDEMPOTENCY_IN_PROGRESS)$/.test(kind),
        ),
      ).toEqual([]);
      const { baseUrl } = programs[at] ?? byHosts;
      expect(await retryUnresolved(connection, journal.entries, { baseUrl, key })).toEqual([]);
    }
    expect(
      await auditJournal(
        connection,
        journals.flatMap(({ entries }) => entries),
      ),
    ).toEqual([]);
    const acknowledged = journals.reduce((sum, journal) => sum + journal.acknowledged(), 0);
    const seconds = (times: readonly number[] = []): string =>
      times.map((ms) => (ms / 1_000).toFixed(1)).join(', ');
    tell(
      `Patroni: ${acknowledged} acknowledged over ${KILLS} primaries killed, 0 lost, 0 doubled; without an answer for ${seconds(awayMs[0])} s by hosts, ${seconds(awayMs[1])} s behind HAProxy`,
    );
  },
);
