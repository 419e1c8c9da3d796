import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { auditInvariants, auditJournal } from '../kit/audit.ts';
import { openCustomer } from '../kit/customer.ts';
import { startJournal } from '../kit/journal.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { compareReceived, openReceiver, type Receiver } from '../kit/receiver.ts';
import { createChance, figure, isLong, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const EVENTS = figure(200, 10_000);
const ROUNDS_MAX = figure(1, 200);
const POINT_MS_MAX = 60_000;
const LEASE_MS = 30_000;
/** Polls, a busy machine, and the attempt itself. */
const SLACK_MS = 5_000;

/** A moment of the sender's work: how it is brought about, and how it is known to be there. */
type Point = {
  readonly name: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly killThere: (stage: Stage) => Promise<void>;
};
type Stage = {
  readonly program: Program;
  readonly receiver: Receiver;
  readonly connection: { readonly connectionString: string };
};

const points: readonly Point[] = [
  {
    name: 'after the commit, before the fan-out',
    environment: { ROLES: 'http' },
    killThere: async ({ program, connection }) => {
      await until('facts wait', async () => (await count(connection, 'SELECT count(*) FROM outbox')) > 10);
      await program.end('SIGKILL');
    },
  },
  {
    name: 'after the claim',
    killThere: async ({ program, receiver, connection }) => {
      receiver.behave({ answerAfterMs: 400 });
      await until(
        'more is leased than is sent',
        async () =>
          (await count(connection, 'SELECT count(*) FROM webhook_queue WHERE lease_id IS NOT NULL')) >
          receiver.inFlight() + 1,
      );
      await program.end('SIGKILL');
    },
  },
  {
    name: 'while the request is under way',
    killThere: async ({ program, receiver }) => {
      receiver.behave({ answerAfterMs: null, onRequest: () => program.signal('SIGKILL') });
      await until('it is killed', async () => program.ending() !== null);
    },
  },
  {
    name: 'after the answer, before it is recorded',
    killThere: async ({ program, receiver }) => {
      receiver.behave({ answerAfterMs: 20, onAnswered: () => program.signal('SIGKILL') });
      await until('it is killed', async () => program.ending() !== null);
    },
  },
  {
    name: 'while outcomes are recorded',
    killThere: async ({ program, receiver, connection }) => {
      receiver.behave({ answerAfterMs: 0 });
      await whileLocked(connection, {
        table: 'webhook_deliveries',
        blocked: '^WITH won AS MATERIALIZED',
        act: () => program.end('SIGKILL'),
      });
    },
  },
  {
    // The reaper goes in the transaction of what makes delayed rows ready, right behind it.
    name: 'while leases are reaped',
    killThere: async ({ program, receiver, connection }) => {
      receiver.behave({ answerAfterMs: null });
      await until('something is leased', async () => receiver.inFlight() > 0);
      await whileLocked(connection, {
        table: 'webhook_queue',
        blocked: 'due AS MATERIALIZED|lease_until <',
        act: () => program.end('SIGKILL'),
      });
    },
  },
];

test(
  `no message is lost wherever the sender is killed, and repeated ones keep their id (seed ${seed})`,
  { timeout: figure(300_000, 3_600_000) },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    const connection = { connectionString: database.url };
    const environment = {
      DATABASE_URL: database.url,
      WEBHOOK_RETRY_BASE_MS: '50',
      WEBHOOK_RETRY_FACTOR: '2',
    };
    await using receiver = await openReceiver();
    const shop = await openShop(environment);
    const running: { program: Program | null } = { program: await startProgram(environment) };
    await using _ended = { [Symbol.asyncDispose]: async () => running.program?.[Symbol.asyncDispose]() };
    await register(running.program?.baseUrl ?? '', shop.key, receiver.url);
    const journal = startJournal({
      customers: figure(3, 12),
      key: shop.key,
      chance,
      baseUrl: () => running.program?.baseUrl ?? null,
      restMs: figure(20, 1),
    });
    await using _stopped = { [Symbol.asyncDispose]: journal.stop };
    let kills = 0;

    for (let round = 0; round < ROUNDS_MAX && (round === 0 || journal.acknowledged() < EVENTS); round += 1) {
      for (const point of points) {
        if (point.environment) {
          await running.program?.end('SIGTERM');
          running.program = await startProgram({ ...environment, ...point.environment });
        }
        const { program } = running;
        if (!program) throw new Error('There is no server.');
        await point.killThere({ program, receiver, connection }).catch((error: unknown) => {
          throw new Error(`${point.name}: ${String(error)}\n${program.log()}`, { cause: error });
        });
        kills += 1;
        receiver.behave({ answerAfterMs: chance.between(0, 5) });
        // A lease is a matter of 30 s; most of them are made to have passed.
        if (!isLong || round % 10 !== 0)
          await look(
            connection,
            `UPDATE webhook_queue SET lease_until = lease_until - interval '30 s' WHERE lease_id IS NOT NULL`,
          );
        running.program = await startProgram(environment);
        if (isLong) await pause(chance.between(100, 1_500));
      }
    }
    await journal.stop();
    const stoppedMs = performance.now();
    await until(
      'everything is sent',
      async () =>
        (await count(
          connection,
          'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM webhook_queue)',
        )) === 0,
      LEASE_MS + 60_000,
    );
    const drainedMs = performance.now() - stoppedMs;

    const happened = (
      await look(
        connection,
        `SELECT job_number, entry ->> 'status' AS status FROM deliveries, jsonb_array_elements(timeline) AS entry`,
      )
    ).map((row) => ({ jobNumber: String(row['job_number']), status: String(row['status']) }));
    expect(compareReceived(receiver.received, happened)).toEqual([]);
    expect(await auditInvariants(connection)).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(
      await look(connection, `SELECT status, count(*)::int AS deliveries FROM webhook_deliveries GROUP BY 1`),
    ).toEqual([{ status: 'succeeded', deliveries: happened.length }]);
    tell(
      `R5: ${happened.length} events, 0 lost, over ${kills} kills at ${points.length} points; ${receiver.received.length - happened.length} repeated, each under its id; drained in ${Math.round(drainedMs)} ms`,
    );
  },
);

test.runIf(isLong)(
  `what a killed sender held is sent within its lease of 30 s (seed ${seed})`,
  { timeout: 300_000 },
  async () => {
    await using database = await openDatabase();
    const connection = { connectionString: database.url };
    const environment = { DATABASE_URL: database.url };
    await using receiver = await openReceiver();
    const { key } = await openShop(environment);
    await using first = await startProgram(environment);
    await register(first.baseUrl, key, receiver.url);
    receiver.behave({ answerAfterMs: null });
    const journal = startJournal({
      customers: 2,
      key,
      chance: createChance(seed),
      baseUrl: () => first.baseUrl,
      restMs: 20,
    });
    await until('something is leased', async () => receiver.inFlight() > 0);
    await journal.stop();
    await first.end('SIGKILL');
    const killedMs = performance.now();
    receiver.behave({ answerAfterMs: 0 });
    await using _second = await startProgram(environment);
    await until(
      'everything is sent',
      async () =>
        (await count(
          connection,
          'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM webhook_queue)',
        )) === 0,
      LEASE_MS + SLACK_MS,
    );
    tell(
      `R5: stuck claims were free and sent ${Math.round((performance.now() - killedMs) / 100) / 10} s after the kill`,
    );
  },
);

async function register(baseUrl: string, key: string, url: string): Promise<void> {
  await using customer = openCustomer(key);
  const answer = await customer.ask(baseUrl, {
    method: 'POST',
    path: '/webhooks',
    body: { url, max_in_flight: 4 },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

async function until(what: string, holds: () => Promise<boolean>, withinMs = POINT_MS_MAX): Promise<void> {
  const startedMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedMs > withinMs) throw new Error(`In vain it was waited until ${what}.`);
    await pause(3);
  }
}

async function count(connection: { readonly connectionString: string }, sql: string): Promise<number> {
  return Number(Object.values((await look(connection, sql))[0] ?? {})[0]);
}

type Locked = { readonly table: string; readonly blocked: string; readonly act: () => Promise<unknown> };

/** Holds a table so that a statement of the server must wait for it, and acts while it does. */
async function whileLocked(
  connection: { readonly connectionString: string },
  { table, blocked, act }: Locked,
): Promise<void> {
  const holder = new Client(connection);
  await holder.connect();
  try {
    // A lease that has passed meanwhile gives the reaper something to do.
    await holder.query(
      `UPDATE webhook_queue SET lease_until = now() - interval '1 s' WHERE lease_id IS NOT NULL`,
    );
    await until(`a statement waits for ${table}`, async () => {
      await holder.query('BEGIN');
      await holder.query(`LOCK TABLE ${table} IN SHARE MODE`);
      for (let look = 0; look < 100; look += 1) {
        // Within a transaction it would be the same picture again and again.
        await holder.query('SELECT pg_stat_clear_snapshot()');
        const { rows } = await holder.query(
          `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND relation = $1::regclass AND query ~ $2`,
          [table, blocked],
        );
        if (rows.length > 0) return true;
        await pause(5);
      }
      await holder.query('ROLLBACK');
      return false;
    });
    await act();
    await holder.query('ROLLBACK');
  } finally {
    await holder.end();
  }
}
