import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { auditJournal } from '../kit/audit.ts';
import { openCustomer, succeeded } from '../kit/customer.ts';
import { startJournal } from '../kit/journal.ts';
import { nextPhone } from '../kit/next-phone.ts';
import { builtProgram, PROGRAM_SECRET_KEY, startProgram, type Program } from '../kit/program.ts';
import { compareReceived, openReceiver } from '../kit/receiver.ts';
import { createChance, seed, tell } from '../kit/seed.ts';
import { emptyDatabase, look } from '../kit/shop.ts';
import { startShopkeepers } from '../kit/shopkeepers.ts';

const EARLIER = process.env['DRILL_FROM'] ?? '';
const KILLED_MIGRATIONS = 6;
const KILLED_NODES = 6;
const LOAD_MS = 5_000;
const DRAINED_MS_MAX = 60_000;
const REST_MS = 10;
const run = promisify(execFile);

test(
  `an earlier version and this one are one service, whatever is killed meanwhile (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const chance = createChance(seed);
    await using database = await emptyDatabase();
    const connection = { connectionString: database.url };
    const environment = { DATABASE_URL: database.url };
    const earlier = (...args: readonly string[]) => runCommand(EARLIER, args, environment);
    const present = await builtProgram();

    // Everything is as the earlier version made it.
    const old = await startProgram(environment, EARLIER);
    const nodes: Program[] = [old];
    await using _ended = {
      [Symbol.asyncDispose]: async () =>
        void (await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()))),
    };
    const key = await openShopBy(earlier);
    await using receiver = await openReceiver();
    await using customer = openCustomer(key);
    expect(
      succeeded(
        await customer.ask(old.baseUrl, {
          method: 'POST',
          path: '/webhooks',
          body: { url: receiver.url, events: ['shipping.delivery.created', 'shipping.status.updated'] },
        }),
      ),
    ).toBe(true);
    const baseUrl = (): string => chance.pick(nodes).baseUrl;
    const journal = startJournal({ customers: 3, key, chance, baseUrl, restMs: REST_MS });
    const shopkeepers = await startShopkeepers({ shopkeepers: 2, key, chance, baseUrl, restMs: REST_MS });
    await pause(LOAD_MS);

    const [before] = await look(connection, APPLIED);
    for (let kills = 0; kills < KILLED_MIGRATIONS; kills += 1) {
      const migrating = spawn(process.execPath, [present, 'migrate'], {
        env: environmentOf(environment),
        stdio: 'ignore',
        cwd: '/',
      });
      await pause(chance.between(100, 1_500));
      migrating.kill('SIGKILL');
      if (migrating.exitCode === null && migrating.signalCode === null) await once(migrating, 'exit');
    }
    await runCommand(present, ['migrate'], environment);
    const [after] = await look(connection, APPLIED);
    // The earlier version goes on beside the newer schema, alone, for a while.
    await pause(LOAD_MS);

    nodes.push(await startProgram(environment));
    await pause(LOAD_MS);
    for (let kills = 0; kills < KILLED_NODES; kills += 1) {
      await pause(chance.between(500, 2_000));
      await nodes[1]?.end('SIGKILL');
      nodes[1] = await startProgram(environment);
    }
    await pause(LOAD_MS);
    await old.end('SIGKILL');
    nodes.splice(0, 1);
    await pause(LOAD_MS);
    await journal.stop();
    await shopkeepers.stop();

    expect(journal.strange).toEqual([]);
    expect(shopkeepers.strange).toEqual([]);
    await drained(connection);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(compareReceived(receiver.received, await happened(connection))).toEqual([]);
    await runCommand(present, ['verify'], environment);

    const migrated = Number(after?.['applied']) - Number(before?.['applied']);
    const back = await goesBack(environment);
    const [left] = await look(connection, APPLIED);
    expect(left, 'going back touches nothing').toEqual(after);
    expect(back).toBe(migrated === 0 ? 'serves' : 'refused');
    tell(
      `Upgrade: ${migrated} migrations, killed ${KILLED_MIGRATIONS} times; ${KILLED_NODES} kills of the newer node, the earlier one killed at last; ${journal.acknowledged()} acknowledged, ${receiver.received.length} webhooks, 0 lost, 0 doubled; the earlier version afterwards: ${back}`,
    );
  },
);

const APPLIED =
  "SELECT count(*)::int AS applied, max(version) AS version, (SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public') AS tables FROM schema_migrations";

function environmentOf(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '',
    SECRET_KEY: PROGRAM_SECRET_KEY,
    LOG_LEVEL: 'warn',
    ...environment,
  };
}

/** What a command says; throws where it fails. */
async function runCommand(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await run(process.execPath, [program, ...args, '--json'], {
    env: environmentOf(environment),
    cwd: '/',
    timeout: 120_000,
  });
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

/** A merchant with a key, and a driver, by the commands that an operator has. */
async function openShopBy(
  cli: (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>,
): Promise<string> {
  const { id } = await cli('merchants', 'create', '--name', 'Aminata Stores', '--email', 'owner@example.sl');
  const perSecond = ['--reads-per-second', '100000', '--writes-per-second', '100000'];
  await cli('merchants', 'update', String(id), ...perSecond);
  await cli('drivers', 'add', '--name', 'Mohamed Kamara', '--phone', nextPhone());
  return String((await cli('keys', 'create', '--merchant', String(id)))['key']);
}

/** Whether the earlier version serves on what this one left, or refuses before it touches anything. */
async function goesBack(environment: Readonly<Record<string, string>>): Promise<'serves' | 'refused'> {
  try {
    const program = await startProgram(environment, EARLIER);
    await program.end('SIGTERM');
    return 'serves';
  } catch (error) {
    expect(String(error)).toContain('newer than this program');
    return 'refused';
  }
}

async function drained(connection: { readonly connectionString: string }): Promise<void> {
  const startedMs = performance.now();
  const left = async (): Promise<number> =>
    Number(
      (
        await look(
          connection,
          'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM webhook_queue) AS left',
        )
      )[0]?.['left'],
    );
  while ((await left()) > 0) {
    expect(performance.now() - startedMs, 'everything is sent in the end').toBeLessThan(DRAINED_MS_MAX);
    await pause(200);
  }
}

async function happened(connection: { readonly connectionString: string }) {
  const rows = await look(
    connection,
    "SELECT job_number, entry ->> 'status' AS status FROM deliveries, jsonb_array_elements(timeline) AS entry",
  );
  return rows.map((row) => ({ jobNumber: String(row['job_number']), status: String(row['status']) }));
}
