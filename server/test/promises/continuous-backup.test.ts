import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endOf } from '../../src/cli/fixtures/run-command.ts';
import { findPostmaster } from '../../src/store/embedded/find-postmaster.ts';
import { signalProcess, waitForEnd } from '../../src/store/embedded/processes.ts';
import { endTrial, openEmbedded, readArchiveStatus, type ArchiveStatus } from '../../src/store/index.ts';
import { auditJournal } from '../kit/audit.ts';
import { openFakeS3, s3Faults } from '../kit/fake-s3.ts';
import { startJournal, type Entry, type Journal } from '../kit/journal.ts';
import { builtProgram, PROGRAM_SECRET_KEY, startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell, type Chance } from '../kit/seed.ts';
import { openShop } from '../kit/shop.ts';

const BACKUP_KEY = Buffer.alloc(32, 9).toString('base64');
const EVERY_SECONDS = 1;
/** What is promised to be lost at most, though every other request to the storage goes wrong. */
const LOST_MS_MAX = 60_000;
const LOAD_MS = figure(2_500, 60_000);
const DEADLINE_MS = figure(240_000, 600_000);
/** How often a restore to a moment is killed, and so long it takes here at the most. */
const KILLS = figure(3, 40);
const RESTORE_MS_MAX = 4_000;

test(
  `a machine that dies under load is restored from its storage: all that was acknowledged before the moment that it told as archived is there (seed ${seed})`,
  { timeout: DEADLINE_MS + 60_000 },
  async () => {
    const chance = createChance(seed);
    await using place = await makeFolder();
    await using storage = await openFakeS3();
    const backup = { ...storage.environment, BACKUP_KEY, BACKUP_EVERY_SECONDS: String(EVERY_SECONDS) };
    const lost = { ...backup, DATA_DIR: join(place.folder, 'lost') };
    await using program = await startProgram(lost);
    const { key } = await openShop(lost);
    const journal = startJournal({ customers: 4, key, chance, baseUrl: () => program.baseUrl });
    const status = (): ArchiveStatus | null => readArchiveStatus(lost.DATA_DIR);

    // A restore that is being tried meets the same faults, and is tried again after an hour.
    const isLogAway = (): boolean => /(?:^|; )log: /.test(status()?.problem ?? '');

    await until(() => status()?.archived_until != null, 'a base copy is made', program.log);
    // Every other request goes wrong, in one way or another.
    storage.fault = () => (chance.happens(1 / 2) ? chance.pick(s3Faults) : null);
    await pause(LOAD_MS);
    // The storage is away altogether for a while, and nobody who calls notices.
    journal.takeSilenceMs();
    const calm = storage.fault;
    storage.fault = () => 'hang-up';
    const whileAway = journal.acknowledged();
    await until(isLogAway, 'the trouble is told', program.log);
    await until(() => journal.acknowledged() > whileAway + 20, 'callers are answered', program.log);
    const silenceMs = journal.takeSilenceMs();
    storage.fault = calm;
    await until(() => !isLogAway(), 'it goes on', program.log);

    const moment = new Date();
    const atMoment = copyOf(journal);
    await pause(LOAD_MS / 2);
    const safe = copyOf(journal);
    const safeAtMs = Date.now();
    const archivedMs = (): number => Date.parse(status()?.archived_until ?? '');
    await until(() => archivedMs() > safeAtMs, 'what was acknowledged is told as archived', program.log);
    const lostMs = Date.now() - safeAtMs;
    await program.end('SIGKILL');
    // With all that ran on the machine: a restore that was being tried as well.
    await endTrial(join(lost.DATA_DIR, 'backup.trial'));
    await killDatabase(lost.DATA_DIR);
    await journal.stop();
    await removeWhole(lost.DATA_DIR);
    storage.fault = () => null;
    const objects = new Map(storage.objects);

    // As late as there is, after restores that were killed anywhere.
    const found = { ...backup, DATA_DIR: join(place.folder, 'found') };
    const whole = await killRestores(found, chance);
    const restoredMs = performance.now();
    await runCommand(found, ['restore', '--at', 'latest']);
    const seconds = ((performance.now() - restoredMs) / 1_000).toFixed(1);
    expect(await runCommand(found, ['verify'])).toContain('Everything that is promised holds');
    expect(await audit(found, journal.entries, safe)).toEqual([]);

    // As it stood at a moment, in a third place.
    const before = { ...backup, DATA_DIR: join(place.folder, 'before') };
    expect(await runCommand(before, ['restore', '--at', moment.toISOString()])).toMatch(
      /Next: DATA_DIR=\S+before (npx --no -- )?cottontree verify/,
    );
    expect(await audit(before, journal.entries.slice(0, atMoment.length), atMoment)).toEqual([]);

    // What was restored archives under a name of its own, beside what was there.
    await using again = await startProgram(before);
    await until(() => readArchiveStatus(before.DATA_DIR)?.base_at != null, 'a base copy is made', again.log);
    expect((await again.end('SIGTERM')).code).toBe(0);
    for (const [name, bytes] of objects) expect(storage.objects.get(name)?.equals(bytes), name).toBe(true);
    expect(new Set([...storage.objects.keys()].map((name) => name.split('/')[2])).size).toBe(2);

    expect(journal.strange).toEqual([]);
    expect(lostMs).toBeLessThan(LOST_MS_MAX);
    tell(
      `R16: ${journal.acknowledged()} acknowledged, each archived after ${(lostMs / 1_000).toFixed(1)} s at most; restored in ${seconds} s after ${KILLS} killed restores, ${whole} of which were whole already, verified clean; at most ${Math.round(silenceMs)} ms without an answer while the storage was away; the storage saw ${JSON.stringify(Object.fromEntries(storage.seen))}`,
    );
  },
);

test(
  'a database left running without a backup is backed up by the next server, which tries a restore by itself, and let go of by one without BACKUP_TO',
  { timeout: DEADLINE_MS + 60_000 },
  async () => {
    await using place = await makeFolder();
    const alone = { DATA_DIR: join(place.folder, 'lost') };
    const slots = (): Promise<string[]> => readdir(join(alone.DATA_DIR, 'postgres', 'pg_replslot'));
    const to = join(place.folder, 'storage');
    await mkdir(to);
    await using first = await startProgram(alone);
    await first.end('SIGKILL');

    await using second = await startProgram({ ...alone, BACKUP_TO: to });
    const status = (): ArchiveStatus | null => readArchiveStatus(alone.DATA_DIR);
    await until(() => status()?.verified_at != null, 'a restore is found right', second.log);
    expect(status()).toMatchObject({ to, verify_problem: null, gaps: 0 });
    expect(await readdir(alone.DATA_DIR)).not.toContain('backup.trial');
    expect((await stat(join(alone.DATA_DIR, 'backup.key'))).mode & 0o777).toBe(0o600);
    expect((await second.end('SIGTERM')).code).toBe(0);
    expect(await slots()).toEqual(['cottontree_backup']);

    await using third = await startProgram(alone);
    expect(await slots()).toEqual([]);
    expect((await third.end('SIGTERM')).code).toBe(0);
  },
);

/** What customers knew at a moment; the orders they had begun stand at its length. */
function copyOf({ entries }: Journal): readonly Entry[] {
  return entries.map((entry) => ({ ...entry }));
}

/** What the restored database has to show: what was known then, for certain, and what was only begun later, perhaps. */
async function audit(
  environment: { readonly DATA_DIR: string },
  entries: readonly Entry[],
  known: readonly Entry[],
): Promise<readonly string[]> {
  const judged = entries.map((entry, place) => ({
    ...entry,
    jobNumber: known[place]?.jobNumber ?? null,
    status: known[place]?.status ?? 'pending',
  }));
  expect(known.filter(({ jobNumber }) => jobNumber !== null).length).toBeGreaterThan(20);
  const log = { info: () => undefined, warn: () => undefined };
  const restored = await openEmbedded({ dataDir: environment.DATA_DIR, log });
  return auditJournal(restored.connection, judged).finally(restored.stop);
}

/** Begins restores and kills each; what one left in its place is whole. Answers with how many were. */
async function killRestores(
  environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  chance: Chance,
): Promise<number> {
  let whole = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const run = await startCommand(environment, ['restore', '--at', 'latest']);
    const ended = endOf(run);
    await Promise.race([ended, pause(chance.between(200, RESTORE_MS_MAX))]);
    run.kill('SIGKILL');
    await ended;
    if (!(await readdir(environment.DATA_DIR).catch((): string[] => [])).includes('postgres')) continue;
    whole += 1;
    expect(await runCommand(environment, ['verify'])).toContain('Everything that is promised holds');
    await removeWhole(environment.DATA_DIR);
  }
  return whole;
}

/** A command of the program as operators run it; what it printed. */
async function runCommand(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<string> {
  const { code, out, err } = await endOf(await startCommand(environment, words));
  expect({ words, code, err }).toEqual({ words, code: 0, err: '' });
  return out;
}

async function startCommand(
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<ChildProcess> {
  const env = { SECRET_KEY: PROGRAM_SECRET_KEY, ...environment };
  return spawn(process.execPath, [await builtProgram(), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function until(reached: () => boolean, what: string, log: () => string): Promise<void> {
  const startedMs = performance.now();
  while (!reached()) {
    if (performance.now() - startedMs > DEADLINE_MS) throw new Error(`Not in time: ${what}.\n${log()}`);
    await pause(20);
  }
}

function placeOf(dataDir: string) {
  return {
    dataDir,
    clusterDir: join(dataDir, 'postgres'),
    clusterName: '',
    logFile: '',
    connectionsMax: 100,
  };
}

async function killDatabase(dataDir: string): Promise<void> {
  const left = await findPostmaster(placeOf(dataDir));
  if (!left) return;
  signalProcess(left.pid, 'SIGKILL');
  await waitForEnd(left.pid, { polls: 500, pollMs: 10 });
}

/** Processes of a postmaster that was killed write their last moments after it. */
async function removeWhole(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function makeFolder(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-backup-')));
  await chmod(folder, 0o711);
  return {
    folder,
    async [Symbol.asyncDispose]() {
      for (const name of ['lost', 'found', 'before'])
        await endTrial(join(folder, name, 'backup.trial')).then(() => killDatabase(join(folder, name)));
      await removeWhole(folder);
    },
  };
}
