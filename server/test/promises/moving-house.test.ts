import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditJournal, retryUnresolved } from '../kit/audit.ts';
import { brokenIn, embeddedOf, endingOf, freshDatabase, succeeds } from '../kit/house.ts';
import { startInsistentTills } from '../kit/insistent-tills.ts';
import { readHouse } from '../../src/house-file.ts';
import { startJournal } from '../kit/journal.ts';
import { startMove } from '../kit/move.ts';
import { openPostgres, type Postgres } from '../kit/postgres.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openShop } from '../kit/shop.ts';

const SILENCE_MS_MAX = figure(30_000, 10_000);
const KILLS = figure(4, 40);
/** What a move says before each of its parts. */
const PARTS = ['Copying', 'Copied', 'Holding', 'All writes'] as const;

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
  `a database moves out and back while it is written to; nothing acknowledged is lost or doubled (seed ${seed})`,
  { timeout: 400_000 },
  async () => {
    const chance = createChance(seed);
    const environment = { DATA_DIR: join(folder, 'there-and-back'), SECRET_KEY: '' };
    await using program = await startProgram(environment);
    await using _postmaster = endingOf(environment.DATA_DIR);
    const { baseUrl } = program;
    const { key } = await openShop(environment);
    await using tills = await startInsistentTills({ tills: 2, key, chance, baseUrl: () => baseUrl });
    const journal = startJournal({ customers: 4, key, chance, baseUrl: () => baseUrl, restMs: 10 });
    await using _stopped = { [Symbol.asyncDispose]: journal.stop };
    await succeeds(journal, program);

    const silences: number[] = [];
    for (const to of [await freshDatabase(own), 'embedded']) {
      journal.takeSilenceMs();
      const moved = await (await startMove(environment, to)).ended;
      expect(moved, moved.out).toMatchObject({ code: 0 });
      expect(moved.out).toMatch(/^Moved \d+ rows of \d+ tables/m);
      await succeeds(journal, program);
      silences.push(journal.takeSilenceMs());
    }
    await Promise.all([journal.stop(), tills.stop()]);

    const connection = await embeddedOf(environment.DATA_DIR);
    expect(journal.strange).toEqual([]);
    expect(tills.strange).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await retryUnresolved(connection, journal.entries, { baseUrl, key })).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await salesIn(connection)).toEqual(tills.answered);
    expect(await brokenIn(connection)).toEqual([]);
    expect(Math.max(...silences)).toBeLessThan(SILENCE_MS_MAX);
    tell(
      `moving house: ${journal.acknowledged()} acknowledged and ${tills.answered.size} sales, 0 lost, 0 doubled; no success for ${silences.map(Math.round).join(' and ')} ms; seen ${JSON.stringify(Object.fromEntries(journal.seen))}`,
    );
    expect((await program.end('SIGTERM')).code).toBe(0);
  },
);

test(
  `a move that is killed at any point leaves one side serving and can be run again (seed ${seed})`,
  { timeout: 200_000 + KILLS * 60_000 },
  async () => {
    const chance = createChance(seed + 1);
    const environment = { DATA_DIR: join(folder, 'killed'), SECRET_KEY: '' };
    const running = { program: await startProgram(environment) };
    await using _ended = { [Symbol.asyncDispose]: () => running.program[Symbol.asyncDispose]() };
    await using _postmaster = endingOf(environment.DATA_DIR);
    const baseUrl = (): string => running.program.baseUrl;
    const { key } = await openShop(environment);
    const journal = startJournal({ customers: 3, key, chance, baseUrl, restMs: 20 });
    await using _stopped = { [Symbol.asyncDispose]: journal.stop };
    await succeeds(journal, running.program);

    let to = await freshDatabase(own);
    const [movedBy, leftBy]: [string[], string[]] = [[], []];
    for (let kills = 0; kills < KILLS; kills += 1) {
      const part = kills < PARTS.length ? (PARTS[kills] ?? 'Copying') : chance.pick(PARTS);
      const withServer = chance.happens(0.4);
      const move = await startMove(environment, to);
      await move.said(part);
      await pause(chance.between(0, part === 'Copying' ? 500 : 60));
      move.kill();
      if (withServer) await running.program.end('SIGKILL');
      const { out } = await move.ended;
      expect(out, 'the move came no further').toContain(part);
      if (withServer) running.program = await startProgram(environment);
      await succeeds(journal, running.program);
      const here = readHouse(environment.DATA_DIR);
      const hasMoved = here !== null && (here.url ?? 'embedded') === to;
      (hasMoved ? movedBy : leftBy).push(`${part}${withServer ? ' and the server' : ''}`);
      if (hasMoved) to = to === 'embedded' ? await freshDatabase(own) : 'embedded';
    }
    const { code, out } = await (await startMove(environment, to)).ended;
    expect(code, out).toBe(0);
    await succeeds(journal, running.program);
    await journal.stop();

    const connection = to === 'embedded' ? await embeddedOf(environment.DATA_DIR) : { connectionString: to };
    expect(journal.strange).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await retryUnresolved(connection, journal.entries, { baseUrl: baseUrl(), key })).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await brokenIn(connection)).toEqual([]);
    tell(
      `moving house: ${journal.acknowledged()} acknowledged over ${KILLS} kills, 0 lost, 0 doubled; moved although killed at ${JSON.stringify(movedBy)}, not moved when killed at ${JSON.stringify(leftBy)}`,
    );
  },
);

async function salesIn(connection: ClientConfig): Promise<ReadonlyMap<string, string>> {
  const rows = await look(connection, 'SELECT client_id, id, number_text FROM sales');
  return new Map(
    rows.map((row) => [String(row['client_id']), `${String(row['id'])} ${String(row['number_text'])}`]),
  );
}
