import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { onServer } from '../../test/kit/database.ts';
import { makeDatabase } from '../../test/kit/service.ts';
import { endOf, runCommand, startCommand } from './fixtures/run-command.ts';

let folder: string;
let database: Awaited<ReturnType<typeof makeDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cottontree-none-'));
  database = await makeDatabase();
});
afterAll(async () => {
  await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${database.name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

test('a command in a folder without a database says so, and neither makes one nor writes over a backup', async () => {
  const file = join(folder, 'shop.tar');
  await writeFile(file, 'the backup of yesterday');
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere'), PORT: '0' };
  for (const args of [
    ['backup', file],
    ['verify'],
    ['merchants', 'list'],
    ['rotate-secret-key'],
    ['migrate', '--dry-run'],
    ['move', '--to', database.url],
  ])
    expect([args[0], await runCommand(elsewhere, args)]).toEqual([
      args[0],
      { code: 1, out: '', err: expect.stringMatching(`^There is no database in ${elsewhere.DATA_DIR}: `) },
    ]);
  const { code, out } = await runCommand(elsewhere, ['doctor', '--json']);
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    { findings: expect.arrayContaining([expect.objectContaining({ check: 'database', state: 'warning' })]) },
  ]);
  expect(await readdir(folder)).toEqual(['shop.tar']);
  expect(await readFile(file, 'utf8')).toBe('the backup of yesterday');
});

test('whoever reads the answer may go before its end', async () => {
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
    DATA_DIR: folder,
    PORT: '0',
  };
  const child = startCommand(environment, ['merchants', 'list']);
  const ended = endOf(child);
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, out: '', err: '' });
});
