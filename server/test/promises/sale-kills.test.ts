import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { startInsistentTills } from '../kit/insistent-tills.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const KILLS = figure(2, 60);
const TILLS = 16;

test(
  `a sale repeated until it is answered is one sale with one number, whichever process is killed (seed ${seed})`,
  { timeout: figure(240_000, 3_600_000) },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    const connection = { connectionString: database.url };
    const environment = { DATABASE_URL: database.url };
    const nodes: { one: Program; other: Program } = {
      one: await startProgram(environment),
      other: await startProgram(environment),
    };
    await using _ended = {
      [Symbol.asyncDispose]: async () =>
        void (await Promise.all(Object.values(nodes).map((node) => node[Symbol.asyncDispose]()))),
    };
    const shop = await openShop(environment);
    await using tills = await startInsistentTills({
      tills: TILLS,
      key: shop.key,
      chance,
      baseUrl: () => chance.pick(Object.values(nodes)).baseUrl,
    });

    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(chance.between(200, 900));
      const victim = chance.pick(['one', 'other'] as const);
      await nodes[victim].end('SIGKILL');
      nodes[victim] = await startProgram(environment);
    }
    await tills.stop();

    expect(tills.strange).toEqual([]);
    expect(await readSnapshot(connection, verifyPos)).toEqual([]);
    expect(await readSnapshot(connection, verifyPayments)).toEqual([]);
    const rows = await look(connection, 'SELECT client_id, id, number_text FROM sales');
    expect(
      new Map(
        rows.map((row) => [String(row['client_id']), `${String(row['id'])} ${String(row['number_text'])}`]),
      ),
    ).toEqual(tills.answered);
    tell(`R1, R9: ${tills.answered.size} sales over ${KILLS} kills, each once, their numbers without a gap`);
  },
);
