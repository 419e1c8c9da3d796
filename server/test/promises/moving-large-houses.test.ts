import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOf } from '../../src/cli/fixtures/run-command.ts';
import { readArchiveStatus } from '../../src/store/index.ts';
import { auditJournal, retryUnresolved } from '../kit/audit.ts';
import { openCluster } from '../kit/cluster.ts';
import { brokenIn, embeddedOf, endingOf, freshDatabase, succeeds } from '../kit/house.ts';
import { startJournal } from '../kit/journal.ts';
import { startMove } from '../kit/move.ts';
import { openPostgres, type Postgres } from '../kit/postgres.ts';
import { builtProgram, PROGRAM_SECRET_KEY, startProgram } from '../kit/program.ts';
import { createChance, seed, tell } from '../kit/seed.ts';
import { openShop } from '../kit/shop.ts';

let folder: string;
let own: Postgres;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-moving-')));
  await chmod(folder, 0o711);
  own = await openPostgres();
}, 60_000);
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test(
  `several processes, with figures and a continuous backup, move out and back: callers lose nothing, and the backup goes on as a lineage of its own (seed ${seed})`,
  { timeout: 400_000 },
  async () => {
    const to = join(folder, 'storage');
    await mkdir(to);
    const DATA_DIR = join(folder, 'several');
    const metricsPort = await freePort();
    const environment = {
      DATA_DIR,
      SECRET_KEY: '',
      PROCESSES: '2',
      METRICS_PORT: String(metricsPort),
      BACKUP_TO: to,
      BACKUP_EVERY_SECONDS: '1',
    };
    await using program = await startProgram(environment);
    await using _postmaster = endingOf(DATA_DIR);
    const { baseUrl } = program;
    const { key } = await openShop({ DATA_DIR, SECRET_KEY: '' });
    const journal = startJournal({
      customers: 4,
      key,
      chance: createChance(seed),
      baseUrl: () => baseUrl,
      restMs: 10,
    });
    await using _stopped = { [Symbol.asyncDispose]: journal.stop };
    await succeeds(journal, program);
    const lineageBefore = await archivedLineage(DATA_DIR);

    const silences: number[] = [];
    for (const place of [await freshDatabase(own), 'embedded']) {
      journal.takeSilenceMs();
      const moved = await (await startMove(environment, place)).ended;
      expect(moved, moved.out).toMatchObject({ code: 0 });
      await succeeds(journal, program);
      silences.push(journal.takeSilenceMs());
      await expect.poll(() => told(metricsPort)).toContain('cottontree_build_info');
      if (place === 'embedded') continue;
      expect(moved.out).toContain('BACKUP_TO backs up the embedded database alone');
      expect(await doctor(environment)).toMatch(/backup.*nothing is sent/s);
    }
    const lineageAfter = await archivedLineage(DATA_DIR, lineageBefore);
    expect(lineageAfter).not.toBe(lineageBefore);
    await journal.stop();
    const connection = await embeddedOf(DATA_DIR);
    expect(journal.strange).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await retryUnresolved(connection, journal.entries, { baseUrl, key })).toEqual([]);
    expect(await brokenIn(connection)).toEqual([]);
    tell(`moving two processes: no success for ${silences.map(Math.round).join(' and ')} ms`);
    expect((await program.end('SIGTERM')).code).toBe(0);
  },
);

test(
  `from a database with replicas into another, and into the embedded one: nobody reads the old replicas any more (seed ${seed})`,
  { timeout: 400_000 },
  async () => {
    await using cluster = await openCluster();
    const DATA_DIR = join(folder, 'replicas');
    const standbys = cluster.standbys();
    const kept = { DATA_DIR, SECRET_KEY: PROGRAM_SECRET_KEY, PROCESSES: '2' };
    const environment = {
      ...kept,
      DATABASE_URL: cluster.url,
      REPLICA_URL: standbys.map(({ url }) => url).join(','),
    };
    await using program = await startProgram(environment);
    await using _postmaster = endingOf(DATA_DIR);
    const { baseUrl } = program;
    const { key } = await openShop(environment);
    const journal = startJournal({
      customers: 4,
      key,
      chance: createChance(seed),
      baseUrl: () => baseUrl,
      restMs: 10,
    });
    await using _stopped = { [Symbol.asyncDispose]: journal.stop };
    await succeeds(journal, program);
    const readers = async (): Promise<number> => {
      const counted = await Promise.all(
        standbys.map(({ ask }) =>
          ask(`SELECT count(*)::int AS here FROM pg_stat_activity WHERE application_name = 'cottontree'`),
        ),
      );
      return counted.reduce((sum, { here }) => sum + Number(here), 0);
    };
    await expect.poll(readers).toBeGreaterThan(0);

    const next = await freshDatabase(own);
    const moved = await (await startMove(environment, next)).ended;
    expect(moved, moved.out).toMatchObject({ code: 0 });
    await succeeds(journal, program);
    await expect.poll(readers).toBe(0);
    const back = await (await startMove(kept, 'embedded')).ended;
    expect(back, back.out).toMatchObject({ code: 0 });
    await succeeds(journal, program);
    await journal.stop();
    const connection = await embeddedOf(DATA_DIR);
    expect(journal.strange).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await retryUnresolved(connection, journal.entries, { baseUrl, key })).toEqual([]);
    expect(await brokenIn(connection)).toEqual([]);
    expect((await program.end('SIGTERM')).code).toBe(0);
  },
);

/** Under which name the data directory is archived, once a whole base copy of it is there. */
async function archivedLineage(dataDir: string, before?: string): Promise<string> {
  const lineage = (): string | null => {
    const status = readArchiveStatus(dataDir);
    return status?.base_at && status.lineage !== before ? status.lineage : null;
  };
  await expect.poll(lineage).not.toBeNull();
  return lineage() ?? '';
}

async function doctor(environment: Readonly<Record<string, string>>): Promise<string> {
  const words = [await builtProgram(), 'doctor'];
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  return (await endOf(spawn(process.execPath, words, { env: { ...environment }, stdio }))).out;
}

async function told(port: number): Promise<string> {
  return fetch(`http://127.0.0.1:${port}/metrics`).then(
    (response) => response.text(),
    (error: unknown) => String(error),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
