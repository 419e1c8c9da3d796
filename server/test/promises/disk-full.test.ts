import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findPostmaster } from '../../src/store/embedded/find-postmaster.ts';
import { signalProcess } from '../../src/store/embedded/processes.ts';
import { readArchiveStatus } from '../../src/store/index.ts';
import { auditJournal, retryUnresolved } from '../kit/audit.ts';
import { openCustomer, parcel, succeeded } from '../kit/customer.ts';
import { startJournal } from '../kit/journal.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { openShop } from '../kit/shop.ts';
import { openSmallDisk, whyNoSmallDisk } from '../kit/small-disk.ts';

const MIB = 1_048_576;
/** A fresh database, its log at its largest, the reserve, and some room to fill. */
const DISK_BYTES = 512 * MIB;
const ROUNDS = figure(1, 10);
const HEALED_MS_MAX = 60_000;
const missing = whyNoSmallDisk();

test.skipIf(missing !== null)(
  `a full disk stops writing, not reading, and loses nothing (seed ${seed})${missing ? `: ${missing}` : ''}`,
  { timeout: 120_000 + ROUNDS * 90_000 },
  async () => {
    const chance = createChance(seed);
    await using disk = await openSmallDisk(DISK_BYTES);
    await using backup = await makeBackup();
    const environment = {
      DATA_DIR: join(disk.folder, 'data'),
      BACKUP_TO: backup.folder,
      BACKUP_EVERY_SECONDS: '1',
    };
    const place = {
      dataDir: environment.DATA_DIR,
      clusterDir: join(environment.DATA_DIR, 'postgres'),
      clusterName: '',
      logFile: '',
      connectionsMax: 100,
    };
    await using program = await startProgram(environment);
    const { key } = await openShop(environment);
    await using customer = openCustomer(key);
    const read = () => customer.ask(program.baseUrl, { path: '/shipping/deliveries?limit=1' });
    const write = () =>
      customer.ask(program.baseUrl, { method: 'POST', path: '/shipping/deliveries', body: parcel('probe') });
    // The storage of the backup is away from here on, so log waits for it on the disk that gets full.
    await until(
      async () => readArchiveStatus(environment.DATA_DIR)?.archived_until != null,
      'the backup has a base copy',
    );
    await backup.takeAway();
    const journal = startJournal({ customers: 4, key, chance, baseUrl: () => program.baseUrl });
    const healedMs: number[] = [];

    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await pause(500);
        await disk.fill(0);
        let refusal = await write();
        await until(
          async () => (refusal = await write()).body.error?.code === 'STORAGE_FULL',
          'writing is refused',
        );
        expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
        for (let times = 0; times < 20; times += 1) expect((await read()).status, program.log()).toBe(200);

        // Nothing is left for the log that PostgreSQL writes when it comes back.
        await disk.fill(0);
        const postmaster = await findPostmaster(place);
        signalProcess(postmaster?.pid ?? 0, 'SIGKILL');
        await until(
          async () => (await findPostmaster(place))?.status === 'ready' && (await read()).status === 200,
          'reading goes on after a crash',
        );
        expect((await write()).body.error?.code).toBe('STORAGE_FULL');

        const emptiedMs = performance.now();
        await disk.empty();
        await until(async () => succeeded(await write()), 'writing goes on');
        healedMs.push(performance.now() - emptiedMs);
      }
    } finally {
      await journal.stop();
    }
    const { socketDir } = (await findPostmaster(place)) ?? { socketDir: '' };
    const connection = { host: socketDir, port: 5432, user: 'cottontree', database: 'cottontree' };
    const probes = (problem: string): boolean => !/^\d+ deliveries of \d+ orders$/.test(problem);
    expect((await auditJournal(connection, journal.entries)).filter(probes)).toEqual([]);
    expect(await retryUnresolved(connection, journal.entries, { baseUrl: program.baseUrl, key })).toEqual([]);
    expect(journal.strange).toEqual([]);
    expect(journal.seen.get('503 STORAGE_FULL')).toBeGreaterThan(0);
    tell(
      `R11: ${ROUNDS} times full to the last byte, ${journal.acknowledged()} acknowledged, 0 lost; writing again ${Math.round(Math.max(...healedMs))} ms after there was room; seen ${JSON.stringify(Object.fromEntries(journal.seen))}`,
    );
    expect((await program.end('SIGTERM')).code).toBe(0);

    async function until(reached: () => Promise<boolean>, what: string): Promise<void> {
      const startedMs = performance.now();
      while (!(await reached())) {
        if (performance.now() - startedMs > HEALED_MS_MAX)
          throw new Error(
            `Not within a minute: ${what}. ${await disk.freeBytes()} bytes are free. ${JSON.stringify(readArchiveStatus(environment.DATA_DIR))}\n${program.log()}`,
          );
        await pause(50);
      }
    }
  },
);

async function makeBackup() {
  const folder = await mkdtemp(join(tmpdir(), 'ct-full-'));
  const away = `${folder}-away`;
  return {
    folder,
    /** In one go, for something may just be written into it. */
    takeAway: () => rename(folder, away),
    async [Symbol.asyncDispose]() {
      for (const left of [folder, away]) await rm(left, { recursive: true, force: true });
    },
  };
}
