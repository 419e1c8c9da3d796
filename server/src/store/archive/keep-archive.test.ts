import { cp, mkdir, mkdtemp, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEmbedded } from '../embedded/open-embedded.ts';
import type { EmbeddedDatabase } from '../embedded/embedded-database.ts';
import type { ArchiveOptions } from './archive-options.ts';
import { readArchiveStatus, type ArchiveStatus } from './archive-book.ts';
import { readConfig } from '../../config.ts';
import { openFakeS3, type FakeS3 } from '../../../test/kit/fake-s3.ts';
import { archivedSettings, endArchive } from './database-settings.ts';
import { keepArchive, type Archive } from './keep-archive.ts';
import { planRestore, type RestorePlan } from './plan-restore.ts';

const DEADLINE_MS = 60_000;
const KEY = Buffer.alloc(32, 3).toString('base64');
const nothing = (): void => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

vi.setConfig({ testTimeout: DEADLINE_MS });

let folder: string;
let dataDir: string;
let database: EmbeddedDatabase;
let storage: string;
let options: ArchiveOptions;
let state: { hasRoom: boolean; isClockSteady: boolean; trials: (string | null)[] };
const running = new Set<Archive>();

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-keep-')));
  dataDir = join(folder, 'data');
  const settings = { wal_level: 'replica', max_slot_wal_keep_size: '64MB' };
  database = await openEmbedded({ dataDir, log: silent, settings });
  await run('CREATE TABLE work (words text)');
  // Nobody asks for these three, and every base copy below would hold them.
  await run('UPDATE pg_database SET datistemplate = false WHERE datname <> current_database()');
  for (const name of ['postgres', 'template1', 'template0']) await run(`DROP DATABASE ${name}`);
});
beforeEach(async () => {
  storage = await mkdtemp(join(folder, 'storage-'));
  options = {
    to: storage,
    target: { kind: 'folder', path: storage },
    key: KEY,
    keepDays: 14,
    everySeconds: 0.1,
    heldMib: 1_024,
  };
  state = { hasRoom: true, isClockSteady: true, trials: [] };
});
afterEach(async () => {
  for (const archive of running) await archive.stop();
  running.clear();
  await endArchive(dataDir, database.connection);
  for (const name of ['backup.lineage', 'backup.status.json']) await rm(join(dataDir, name), { force: true });
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(sql: string): Promise<void> {
  const client = new Client(database.connection);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** So many MiB of log, and nothing else. */
function work(mib: number): Promise<void> {
  return run(
    `SELECT pg_logical_emit_message(true, 'test', repeat(md5(n::text), 32768)) FROM generate_series(1, ${mib}) n`,
  );
}

async function keep(input: Partial<ArchiveOptions> = {}, where = dataDir): Promise<Archive> {
  const archive = await keepArchive({
    options: { ...options, ...input },
    dataDir: where,
    connection: database.connection,
    log: silent,
    hasRoom: () => state.hasRoom,
    isClockSteady: async () => state.isClockSteady,
    appVersion: '0.1.0',
    secretKeyId: async () => 'a-key',
    tryRestore: async () => state.trials.shift() ?? null,
  });
  running.add(archive);
  return archive;
}

/** One that has a whole base copy. */
async function archived(): Promise<Archive> {
  const archive = await keep();
  await until(isArchived);
  return archive;
}

async function end(archive: Archive): Promise<void> {
  running.delete(archive);
  await archive.stop();
}

async function until(what: (status: ArchiveStatus) => unknown, where = dataDir): Promise<ArchiveStatus> {
  const startedMs = performance.now();
  for (;;) {
    const status = readArchiveStatus(where);
    if (status !== null && what(status)) return status;
    if (performance.now() - startedMs > DEADLINE_MS)
      throw new Error(`Not in time: ${JSON.stringify(status)}`);
    await pause(20);
  }
}

/** All objects that are in the storage. */
async function objects() {
  const entries = await readdir(storage, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: relative(storage, join(entry.parentPath, entry.name)), bytes: 1 }));
}

/** As a restore sees it. */
async function plan(lineage: string | null = null): Promise<RestorePlan> {
  return planRestore(await objects(), { at: null, lineage });
}

async function wholeCopies(): Promise<number> {
  return (await objects()).filter(({ name }) => name.includes('/whole-')).length;
}

/** What is not mounted is not there. */
async function unmount(): Promise<() => Promise<void>> {
  await rename(storage, `${storage}.away`);
  return () => rename(`${storage}.away`, storage);
}

const isArchived = ({ archived_until: at }: ArchiveStatus): boolean => at !== null;

describe('a server that is started again', () => {
  test('goes on where it was, with the same base copy, and nothing is missing in between', async () => {
    const first = await keep();
    await until(isArchived);
    await end(first);
    await work(6);
    const before = await plan();
    await keep();
    await until(({ archived_until: at }) => at !== null && new Date(at) > before.until);
    expect(await wholeCopies()).toBe(1);
    const after = await plan();
    expect(after.until.getTime()).toBeGreaterThan(before.until.getTime());
    expect(after.ranges.length).toBeGreaterThan(before.ranges.length);
  });

  test('sends the last of it when it stops', async () => {
    const archive = await keep({ everySeconds: 60 });
    await until(isArchived);
    const before = new Date();
    await run("INSERT INTO work VALUES ('the last')");
    await end(archive);
    expect((await plan()).until.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  test('makes a new base copy where the log that was not sent is gone', async () => {
    await end(await archived());
    await endArchive(dataDir, database.connection);
    await keep();
    const { base_at: before } = await until(({ gaps }) => gaps === 1);
    await until(({ base_at: at }) => at !== null && at > (before ?? ''));
    expect(await wholeCopies()).toBe(2);
  });

  test('does not go on where the storage is another one, but begins anew with another BACKUP_TO', async () => {
    await end(await archived());
    await rename(storage, `${storage}.before`);
    await mkdir(storage);
    const lost = await keep();
    expect((await until(({ problem }) => problem)).problem).toContain('is it the right one, and mounted?');
    expect(await objects()).toEqual([]);
    await end(lost);
    const elsewhere = { to: 'elsewhere', target: { kind: 'folder' as const, path: storage } };
    await keep(elsewhere);
    await until((status) => status.to === 'elsewhere' && isArchived(status));
    expect(await wholeCopies()).toBe(1);
  });
});

test('a server that has another key than before begins a lineage of its own, for no key would open both', async () => {
  await end(await archived());
  const { lineage } = await until(isArchived);
  const another = await keep({ key: Buffer.alloc(32, 4).toString('base64') });
  const now = await until((status) => status.lineage !== lineage && isArchived(status));
  expect((await plan(now.lineage)).base.lineage).toBe(now.lineage);
  await end(another);
  await keep({ key: Buffer.alloc(32, 4).toString('base64') });
  await work(1);
  const moment = new Date();
  const later = await until(({ archived_until: at }) => at !== null && new Date(at) > moment);
  expect(later).toMatchObject({ lineage: now.lineage, gaps: 0 });
  expect(await wholeCopies()).toBe(2);
});

describe('a clock', () => {
  /** What a server made while its clock was wrong. */
  async function dateCopies(at: string): Promise<void> {
    for (const { name } of await objects())
      if (name.includes('/whole-'))
        await rename(join(storage, name), join(storage, name.replace(/\d{8}T\d{9}Z$/, at)));
  }

  /** A server that ends once it has made a base copy. */
  async function makeCopy(): Promise<void> {
    const started = new Date();
    const archive = await keep();
    await until(({ base_at: at }) => at !== null && new Date(at) > started && new Date(at) < new Date());
    await end(archive);
  }

  test('that was ahead when the base copy was made is found out: another one is made at once, and is the last', async () => {
    await end(await archived());
    await dateCopies('20281121T140500000Z');
    await makeCopy();
    expect(await wholeCopies()).toBe(2);
    await keep();
    const moment = new Date();
    await work(1);
    const status = await until(({ archived_until: at }) => at !== null && new Date(at) > moment);
    expect(status.gaps).toBe(0);
    expect(await wholeCopies()).toBe(2);
  });

  test('that was stepped costs no copy, though by it all are older than they are kept', async () => {
    await end(await archived());
    await dateCopies('20251121T140500000Z');
    await makeCopy();
    await dateCopies('20251121T140500000Z');
    state.isClockSteady = false;
    await makeCopy();
    expect(await wholeCopies()).toBe(3);
    await dateCopies('20251121T140500000Z');
    state.isClockSteady = true;
    await makeCopy();
    expect(await wholeCopies()).toBe(2);
  });
});

describe('a storage that is away', () => {
  test('gets everything when it is back, from the log that waited', async () => {
    await archived();
    const mount = await unmount();
    await work(8);
    const held = await until(({ problem, held_bytes: bytes }) => problem !== null && bytes > 6_000_000);
    expect(held.problem).toContain('Is it there, and mounted?');
    await mount();
    const back = await until(({ problem, held_bytes: bytes }) => problem === null && bytes < 1_000_000);
    expect(back.gaps).toBe(0);
    expect(await wholeCopies()).toBe(1);
  });

  test.each([
    { what: 'more waits than it may', heldMib: 2, hasRoom: true, mib: 8 },
    { what: 'the disk is full', heldMib: 1_024, hasRoom: false, mib: 24 },
  ])('costs the moments since, and a new base copy, when $what', async ({ heldMib, hasRoom, mib }) => {
    await keep({ heldMib });
    await until(isArchived);
    const mount = await unmount();
    await work(mib);
    state.hasRoom = hasRoom;
    expect((await until(({ gaps }) => gaps === 1)).held_bytes).toBe(0);
    state.hasRoom = true;
    const given = new Date();
    await mount();
    const { gaps } = await until(({ base_at: at }) => at !== null && new Date(at) > given);
    expect(await wholeCopies()).toBe(2);
    expect(gaps).toBe(1);
  });
});

describe('a bucket that somebody emptied', () => {
  test('is told at the next sending, though it takes what comes', async () => {
    await using bucket = await openFakeS3();
    const { to, target } = readConfig({ ...bucket.environment }).archive ?? options;
    const archive = await keep({ to, target });
    await until(isArchived);
    bucket.objects.clear();
    await work(1);
    const { problem } = await until((status) => status.problem);
    expect(problem).toContain('holds nothing of what this data directory archived there');
    await end(archive);
  });

  test('of its base copy alone gets a new one', async () => {
    await using bucket = await openFakeS3();
    const { to, target } = readConfig({ ...bucket.environment }).archive ?? options;
    const archive = await keep({ to, target });
    const { lineage } = await until(isArchived);
    for (const name of bucket.objects.keys()) if (name.includes('/base/')) bucket.objects.delete(name);
    const gone = new Date();
    const working = setInterval(() => void work(1), 500);
    const mended = await until(({ base_at: at }) => at !== null && new Date(at) > gone).finally(() =>
      clearInterval(working),
    );
    expect(mended).toMatchObject({ lineage, gaps: 1 });
    expect([...bucket.objects.keys()].filter((name) => name.includes('/whole-'))).toHaveLength(1);
    await end(archive);
  });
});

describe('a storage that fails now and then', () => {
  /** Archives to it, with a base copy that is whole. */
  async function archivedTo({ environment }: FakeS3): Promise<Archive> {
    const { to, target } = readConfig({ ...environment }).archive ?? options;
    const archive = await keep({ to, target });
    await until(isArchived);
    return archive;
  }

  test('gets what waited before what comes meanwhile, and tells how far it is though no round goes well', async () => {
    await using bucket = await openFakeS3();
    const archive = await archivedTo(bucket);
    // Of each round two objects are taken, and as much comes anew.
    let puts = 0;
    const coming: Promise<void>[] = [];
    bucket.fault = (method, path) => {
      if (path.includes('writers')) puts = 0;
      if (method !== 'PUT' || !path.includes('/wal/')) return null;
      puts += 1;
      if (puts === 2) coming.push(work(8));
      return puts > 2 ? 'nonsense' : null;
    };
    await work(24);
    await until(({ problem }) => problem?.startsWith('log: '));
    const moment = new Date().toISOString();
    const status = await until(({ archived_until: at }) => at !== null && at > moment);
    expect(status).toMatchObject({ gaps: 0, problem: expect.stringContaining('log: ') });
    await Promise.all(coming);
    bucket.fault = () => null;
    await end(archive);
  });

  test('is not taken for somebody else where the answer to what it stored was lost', async () => {
    await using bucket = await openFakeS3();
    const archive = await archivedTo(bucket);
    const lineage = readArchiveStatus(dataDir)?.lineage;
    let lost = 0;
    bucket.fault = (method, path) => {
      const isOfLog = path.includes('/wal/') && !path.includes('list-type');
      if (lost === 0 && isOfLog && method === 'PUT') return ((lost = 1), 'lost answer');
      return lost === 1 && isOfLog && method === 'GET' ? ((lost = 2), 'nonsense') : null;
    };
    await work(8);
    const moment = new Date().toISOString();
    const status = await until(({ archived_until: at }) => at !== null && at > moment);
    expect([status.lineage, status.gaps, lost]).toEqual([lineage, 0, 2]);
    await end(archive);
  });
});

test('a base copy that cannot be finished leaves nothing in the storage, which may have no room for the log then', async () => {
  await using bucket = await openFakeS3();
  bucket.fault = (method, path) => (method === 'PUT' && path.includes('whole-') ? 'nonsense' : null);
  const { to, target } = readConfig({ ...bucket.environment }).archive ?? options;
  const archive = await keep({ to, target });
  const { problem } = await until((status) => status.problem?.includes('base copy: '));
  expect(problem).toContain('was not stored');
  const names = [...bucket.objects.keys()];
  expect(names.filter((name) => name.includes('/base/'))).toEqual([]);
  expect(names.filter((name) => name.includes('/wal/'))).not.toEqual([]);
  await end(archive);
});

test('of two data directories under one name, the one that was there first begins a lineage of its own', async () => {
  await keep();
  const { lineage } = await until(isArchived);
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(join(dataDir, 'backup.lineage'), join(copy, 'backup.lineage'));
  await symlink(join(dataDir, 'postgres'), join(copy, 'postgres'));
  await keep({}, copy);
  expect((await until(isArchived, copy)).lineage).toBe(lineage);
  const parted = await until((status) => status.lineage !== lineage && isArchived(status));
  expect((await plan(parted.lineage)).base.lineage).toBe(parted.lineage);
  expect((await plan(lineage)).base.lineage).toBe(lineage);
});

test('a restore that was tried is told with its reason when it is not right, and is tried again', async () => {
  state.trials = ['verify ended with 1: stock_levels'];
  const first = await keep();
  const bad = await until(({ verify_problem: problem }) => problem);
  expect(bad).toMatchObject({ verified_at: null, verify_problem: 'verify ended with 1: stock_levels' });
  expect((await until(({ problem }) => problem)).problem).toContain('trial: verify ended with 1');
  await end(first);
  await keep();
  expect(await until(({ verified_at: at }) => at)).toMatchObject({ verify_problem: null });
});

test('only a database that is backed up keeps log for it', () => {
  expect(archivedSettings(null)).toEqual({});
  expect(archivedSettings(options)).toEqual({ wal_level: 'replica', max_slot_wal_keep_size: '1024MB' });
});
