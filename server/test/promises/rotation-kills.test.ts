import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOf, runCommand, startCommand } from '../../src/cli/fixtures/run-command.ts';
import { demoKey } from '../kit/demo-key.ts';
import { parcel } from '../kit/parcel.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed } from '../kit/seed.ts';

/** On a machine with other work whoever asks is refused at the door for a while, and told when to come again: no fault of what is proved here. */
const RETRIES_MAX = 10;
/** How many rotations are begun; each is cut off twice: once it has made a key, and once it goes on. */
const ROTATIONS = figure(3, 20);
/** A run tells of the new key, waits a second, then seals anew. */
const AFTER_KEY_MS_MAX = 1_300;
const AGAIN_MS = [900, 2_600] as const;
const LOOK_EVERY_MS = 2;

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-rotation-')));
  // The embedded database is somebody else's where root starts it.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  `a rotation of the secret key that is killed anywhere leaves everything legible, and the next ends it (seed ${seed})`,
  { timeout: 400_000 },
  async () => {
    const chance = createChance(seed);
    const environment = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, LOG_LEVEL: 'warn' };
    const start = () => startProgram({ ...environment, SECRET_KEY: '', DEMO: '1' });
    let program = await start();
    const keyFile = join(folder, 'secret.key');
    const shop = async () =>
      createClient({ baseUrl: program.baseUrl, apiKey: await demoKey(folder), retries: RETRIES_MAX });
    const codes = new Map<string, string>();
    const send = async (): Promise<void> => {
      const { data } = await (await shop()).createDelivery({ body: parcel });
      codes.set(data.job_number, data.pickup_code);
    };
    const allAreLegible = async (): Promise<void> => {
      const client = await shop();
      for (const [jobNumber, code] of codes)
        expect((await client.getDelivery({ params: { jobNumber } })).data.pickup_code).toBe(code);
    };
    const rotate = () => startCommand(environment, ['rotate-secret-key', '--json']);

    await send();
    for (let made = 0; made < ROTATIONS; made += 1) {
      const before = await readFile(keyFile, 'utf8');
      const run = rotate();
      const ended = endOf(run);
      while ((await readFile(keyFile, 'utf8')) === before && run.exitCode === null)
        await pause(LOOK_EVERY_MS);
      // At once, before anybody was told, or later.
      await pause(made === 0 ? 0 : chance.between(0, AFTER_KEY_MS_MAX));
      run.kill('SIGKILL');
      await ended;
      await send();
      await allAreLegible();
      const again = rotate();
      const endedAgain = endOf(again);
      await pause(chance.between(...AGAIN_MS));
      again.kill('SIGKILL');
      await endedAgain;
      if (chance.happens(0.5)) {
        await program.end('SIGKILL');
        program = await start();
      }
      await send();
      await allAreLegible();
      const whole = await runCommand(environment, ['rotate-secret-key', '--json']);
      expect([whole.code, whole.err]).toEqual([0, '']);
      expect(JSON.parse(whole.out)).toMatchObject({ left: 0 });
    }
    expect(codes.size).toBe(1 + 2 * ROTATIONS);
    const proof = await runCommand(environment, ['verify', '--json']);
    expect([proof.code, JSON.parse(proof.out)]).toMatchObject([0, { ok: true }]);
    await program.end('SIGTERM');
    program = await start();
    await allAreLegible();
    await program[Symbol.asyncDispose]();
  },
);
