import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeBackup } from '../process-figures.ts';
import { readConfig } from '../config.ts';
import type { ArchiveStatus } from '../store/index.ts';
import { warnOfNoBackup } from '../keep-backup.ts';
import { examineArchive } from './examine-archive.ts';

const NOW = new Date('2026-11-21T14:05:00Z');
const ago = (seconds: number): string => new Date(NOW.getTime() - seconds * 1_000).toISOString();
const HOUR = 3_600;
const ignore = (): void => undefined;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ct-examine-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const fine: ArchiveStatus = {
  to: '/mnt/backup',
  lineage: '20261101T000000000Z-0a1b2c3d',
  archived_until: ago(12),
  base_at: ago(5 * HOUR),
  base_bytes: 40_000_000,
  verified_at: ago(4 * HOUR),
  verified_seconds: 9,
  verify_problem: null,
  held_bytes: 1_000_000,
  gaps: 0,
  problem: null,
};

/** What doctor says of a status, by what it looked at. */
async function saidOf(status: Partial<ArchiveStatus>): Promise<Readonly<Record<string, string>>> {
  await writeFile(join(dataDir, 'backup.status.json'), JSON.stringify({ ...fine, ...status }));
  const { archive } = readConfig({ BACKUP_TO: '/mnt/backup' });
  const findings = await examineArchive({ archive, dataDir, databaseUrl: null }, NOW);
  return Object.fromEntries(findings.map(({ check, state, message }) => [check, `${state}: ${message}`]));
}

test('a backup that goes on is fine, with its ages', async () => {
  expect(await saidOf({})).toEqual({
    backup: 'ok: /mnt/backup has everything up to 12 s ago, 1 MB wait',
    trial: 'ok: the base copy is 5.0 h old; it was restored by itself 4.0 h ago in 9 s, and found right',
  });
});

test('nothing is said of a database that is not backed up, and nothing was archived is', async () => {
  expect(await examineArchive({ archive: null, dataDir, databaseUrl: null }, NOW)).toEqual([]);
  expect(await saidOf({ to: '/mnt/another' })).toEqual({
    backup: 'warning: nothing is in /mnt/backup yet: it begins when the server is started with BACKUP_TO.',
  });
});

test('a database that a move has led to is not backed up, although the environment still wants it', async () => {
  const { archive } = readConfig({ BACKUP_TO: '/mnt/backup' });
  await writeFile(join(dataDir, 'backup.status.json'), JSON.stringify(fine));
  expect(await examineArchive({ archive, dataDir, databaseUrl: 'postgresql://db1/shop' }, NOW)).toEqual([
    { check: 'backup', state: 'bad', message: expect.stringMatching(/^nothing is sent to \/mnt\/backup: /) },
  ]);
  const said: unknown[] = [];
  const log = { debug: ignore, info: ignore, warn: (...told: unknown[]) => said.push(told), error: ignore };
  warnOfNoBackup({ archive }, log);
  warnOfNoBackup({ archive: null }, log);
  expect(said).toEqual([[{ to: '/mnt/backup' }, expect.stringMatching(/nothing is sent there/)]]);
});

test('a backup that stopped, has trouble or no whole copy is bad, with the reason', async () => {
  expect(await saidOf({ archived_until: ago(600) })).toMatchObject({
    backup: 'bad: /mnt/backup has everything up to 600 s ago, 1 MB wait. Is the server running?',
  });
  expect(await saidOf({ archived_until: ago(600), problem: 'log: away' })).toMatchObject({
    backup: expect.stringMatching(/^bad: .* 600 s ago, 1 MB wait\. log: away$/),
  });
  expect(await saidOf({ problem: 'log: away' })).toMatchObject({
    backup: expect.stringMatching(/^warning: .* log: away$/),
  });
  expect(await saidOf({ archived_until: null, base_at: null })).toMatchObject({
    backup: 'bad: /mnt/backup has no whole base copy yet.',
  });
});

test('a restore that was not right, or was not tried for long, is bad; one that is still to come is worth a look', async () => {
  expect(await saidOf({ verify_problem: 'verify ended with 1' })).toMatchObject({
    trial: 'bad: the last restore that was tried was not right: verify ended with 1',
  });
  expect(await saidOf({ verified_at: ago(31 * HOUR) })).toMatchObject({
    trial: expect.stringMatching(/^bad: .*none since\.$/),
  });
  expect(await saidOf({ verified_at: null })).toMatchObject({ trial: expect.stringMatching(/^warning: /) });
});

test('a key in the data directory is told to be copied', async () => {
  await writeFile(join(dataDir, 'backup.key'), '');
  expect((await saidOf({}))['backup key']).toContain('keep a copy elsewhere');
});

test('the figures tell the same ages, and what never was is as old as 1970', () => {
  const valuesOf = (status: ArchiveStatus | null) =>
    Object.fromEntries(
      describeBackup(status, NOW).flatMap(({ name, values }) =>
        values.map(({ labels, value }) => [labels['what'] ?? name, value]),
      ),
    );
  expect(valuesOf({ ...fine, gaps: 2 })).toEqual({
    log: 12,
    base: 5 * HOUR,
    trial: 4 * HOUR,
    cottontree_backup_held_bytes: 1_000_000,
    cottontree_backup_gaps_total: 2,
  });
  expect(valuesOf(null)).toMatchObject({ log: NOW.getTime() / 1_000, trial: NOW.getTime() / 1_000 });
});
