import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findPostmaster } from '../../src/store/embedded/find-postmaster.ts';
import { signalProcess, waitForEnd } from '../../src/store/embedded/processes.ts';
import { auditJournal, retryUnresolved } from '../kit/audit.ts';
import { startJournal } from '../kit/journal.ts';
import { backEndsOf } from '../kit/postgres.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { openShop } from '../kit/shop.ts';

const KILLS = figure(8, 110);
const ACKNOWLEDGED = figure(500, 100_000);
const DEADLINE_MS = figure(180_000, 3_600_000);
/** In the long form, which has the machine to itself; the short one shares it with whatever else is tested. */
const BACK_MS_MAX = figure(15_000, 2_000);

/** A killed database answers what it had under way before its sessions notice. */
const STIR_MS = 400;

type Victim = 'server' | 'postmaster' | 'back end' | 'server and postmaster';
const VICTIMS: readonly Victim[] = ['server', 'postmaster', 'back end', 'server and postmaster'];

test(
  `what was acknowledged survives the kill of any process, and answers are back quickly (seed ${seed})`,
  { timeout: DEADLINE_MS + 60_000 },
  async () => {
    const chance = createChance(seed);
    await using place = await makePlace();
    const environment = { DATA_DIR: place.dataDir };
    const running: { program: Program | null } = { program: await startProgram(environment) };
    await using _ended = { [Symbol.asyncDispose]: async () => running.program?.[Symbol.asyncDispose]() };
    const { key } = await openShop(environment);
    const journal = startJournal({
      customers: figure(8, 32),
      key,
      chance,
      baseUrl: () => running.program?.baseUrl ?? null,
    });
    const backMs = new Map<Victim, number[]>(VICTIMS.map((victim) => [victim, []]));
    const startedMs = performance.now();

    async function kill(victim: Victim): Promise<void> {
      const postmaster = await findPostmaster(place);
      const killedMs = performance.now();
      journal.takeSilenceMs();
      if (victim === 'back end')
        signalProcess(chance.pick([...backEndsOf(postmaster?.pid ?? 0), postmaster?.pid ?? 0]), 'SIGKILL');
      if (victim.endsWith('postmaster') && postmaster) signalProcess(postmaster.pid, 'SIGKILL');
      if (victim.startsWith('server')) {
        const killed = running.program;
        running.program = null;
        await killed?.end('SIGKILL');
        running.program = await startProgram(environment);
      }
      while (
        journal.lastSuccessMs() < killedMs + STIR_MS ||
        (await findPostmaster(place))?.status !== 'ready'
      ) {
        expect(
          running.program?.ending(),
          `the server ended by itself:\n${running.program?.log()}`,
        ).toBeNull();
        if (performance.now() - killedMs > 30_000)
          throw new Error(
            `Nothing succeeds since the kill of ${victim}: ${JSON.stringify([...journal.seen])}\n${running.program?.log()}`,
          );
        await pause(5);
      }
      backMs.get(victim)?.push(journal.takeSilenceMs());
    }

    try {
      for (let kills = 0; kills < KILLS || journal.acknowledged() < ACKNOWLEDGED; kills += 1) {
        expect(performance.now() - startedMs).toBeLessThan(DEADLINE_MS);
        await pause(chance.between(100, figure(500, 1_800)));
        await kill(kills < VICTIMS.length ? (VICTIMS[kills] ?? 'server') : chance.pick(VICTIMS));
      }
    } finally {
      await journal.stop();
    }
    const { program } = running;
    if (!program) throw new Error('There is no server.');
    const { socketDir } = (await findPostmaster(place)) ?? { socketDir: '' };
    const connection = { host: socketDir, port: 5432, user: 'cottontree', database: 'cottontree' };

    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await retryUnresolved(connection, journal.entries, { baseUrl: program.baseUrl, key })).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(journal.strange).toEqual([]);
    tell(
      `R1 R2: ${journal.acknowledged()} acknowledged, 0 lost, 0 doubled over ${[...backMs.values()].flat().length} kills; back after ${describeTimes(backMs)}; seen ${JSON.stringify(Object.fromEntries(journal.seen))}`,
    );
    for (const times of backMs.values()) {
      expect(median(times)).toBeLessThan(BACK_MS_MAX);
    }
    expect((await program.end('SIGTERM')).code).toBe(0);
  },
);

type DataDir = AsyncDisposable & {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly clusterName: string;
  readonly logFile: string;
  readonly connectionsMax: number;
};

async function makePlace(): Promise<DataDir> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-promise-')));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const place = {
    dataDir,
    clusterDir: join(dataDir, 'postgres'),
    clusterName: '',
    logFile: join(dataDir, 'postgres.log'),
    connectionsMax: 100,
  };
  return {
    ...place,
    async [Symbol.asyncDispose]() {
      const left = await findPostmaster(place);
      if (left) {
        signalProcess(left.pid, 'SIGQUIT');
        await waitForEnd(left.pid, { polls: 500, pollMs: 10 });
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function median(times: readonly number[]): number {
  return [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}

function describeTimes(backMs: ReadonlyMap<string, readonly number[]>): string {
  return [...backMs]
    .map(
      ([victim, times]) =>
        `${victim} ${Math.round(median(times))} ms (most ${Math.round(Math.max(...times))})`,
    )
    .join(', ');
}
