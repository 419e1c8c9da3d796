import { chmod, cp, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOf, runCommand, startCommand, type Ran } from '../../src/cli/fixtures/run-command.ts';
import { parcel } from '../kit/parcel.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { demoKey } from '../kit/demo-key.ts';

/** On a machine with other work whoever asks is refused at the door for a while, and told when to come again: no fault of what is proved here. */
const RETRIES_MAX = 10;
const PARCELS = 40;
/** How often a backup is killed, and how often a restore of one. */
const KILLS = figure(4, 40);
/** So long they take here at the most, the database's own making with it. */
const RUN_MS_MAX = 3_500;

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-restore-')));
  // The embedded database is somebody else's where root starts it.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environmentOf = (name: string) => ({
  PATH: process.env['PATH'] ?? '',
  DATA_DIR: join(folder, name),
  LOG_LEVEL: 'warn',
});

/** Runs a command, and kills it after so long unless it ended before. */
async function killed(
  afterMs: number,
  environment: Record<string, string>,
  args: readonly string[],
): Promise<Ran> {
  const run = startCommand(environment, args);
  const ended = endOf(run);
  await Promise.race([ended, pause(afterMs)]);
  run.kill('SIGKILL');
  return ended;
}

test(
  `backups and restores that are killed anywhere are begun again, and all is there (seed ${seed})`,
  { timeout: 900_000 },
  async () => {
    const chance = createChance(seed);
    const from = environmentOf('from');
    const shop = await startProgram({ ...from, SECRET_KEY: '', DEMO: '1' });
    const client = createClient({
      baseUrl: shop.baseUrl,
      apiKey: await demoKey(from.DATA_DIR),
      retries: RETRIES_MAX,
    });
    const codes = new Map<string, string>();
    for (let made = 0; made < PARCELS; made += 1) {
      const { data } = await client.createDelivery({ body: parcel });
      codes.set(data.job_number, data.pickup_code);
    }
    const file = join(folder, 'shop.tar');
    for (let kill = 0; kill < KILLS; kill += 1)
      await killed(chance.between(300, RUN_MS_MAX), from, ['backup', file, '--json']);
    expect(await runCommand(from, ['backup', file, '--json'])).toMatchObject({ code: 0 });
    await shop.end('SIGTERM');

    let whole = 0;
    let to = environmentOf('to-0');
    for (let kill = 0; kill < KILLS; kill += 1) {
      to = environmentOf(`to-${kill}`);
      await cp(join(from.DATA_DIR, 'secret.key'), join(to.DATA_DIR, 'secret.key'));
      for (let tries = 0; tries < 2; tries += 1) {
        const { code } = await killed(chance.between(300, RUN_MS_MAX), to, ['restore', file, '--json']);
        if (code === 0) whole += 1;
      }
      const last = await runCommand(to, ['restore', file, '--json']);
      // It may have been killed after the last row: then what is there is whole, and it is told that something is.
      if (last.code !== 0) expect(last.out + last.err).toMatch(/Restore into a new database/);
      const proof = await runCommand(to, ['verify', '--json']);
      expect([proof.code, JSON.parse(proof.out)], last.out + last.err).toMatchObject([0, { ok: true }]);
    }
    tell(`restores that were quicker than their kill: ${whole} of ${2 * KILLS}`);
    const again = await startProgram({ ...to, SECRET_KEY: '', DEMO: '0' });
    const there = createClient({
      baseUrl: again.baseUrl,
      apiKey: await demoKey(from.DATA_DIR),
      retries: RETRIES_MAX,
    });
    for (const [jobNumber, code] of codes)
      expect((await there.getDelivery({ params: { jobNumber } })).data.pickup_code).toBe(code);
    await again.end('SIGTERM');
    // What a killed one left lies beside until the next that comes an hour later.
    const beside = (await readdir(folder)).filter(
      (name) => name.startsWith('shop.tar') && name !== 'shop.tar',
    );
    expect(beside.filter((name) => !/^shop\.tar\.\w+\.unfinished$/.test(name))).toEqual([]);
  },
);
