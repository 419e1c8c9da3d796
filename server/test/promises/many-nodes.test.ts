import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { auditInvariants, auditJournal } from '../kit/audit.ts';
import { databaseUrl, onServer } from '../kit/database.ts';
import { openCustomer, parcel, succeeded } from '../kit/customer.ts';
import { startJournal } from '../kit/journal.ts';
import { startProgram } from '../kit/program.ts';
import { compareReceived, openReceiver } from '../kit/receiver.ts';
import { createChance, figure, isLong, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const LOAD_MS = figure(2_000, 60_000);
const RATE_MS = figure(6_000, 60_000);
const PER_SECOND = 20;
const BURST_SECONDS = 2;
/** In the long form, which has the machine to itself. */
const REVOKED_MS_MAX = figure(15_000, 5_000);

test(`two nodes on one database are one service (seed ${seed})`, { timeout: LOAD_MS + 120_000 }, async () => {
  const chance = createChance(seed);
  await using database = await openDatabase();
  const connection = { connectionString: database.url };
  const environment = { DATABASE_URL: database.url };
  await using one = await startProgram(environment);
  await using other = await startProgram(environment);
  await using receiver = await openReceiver();
  const shop = await openShop(environment);
  await using customer = openCustomer(shop.key);
  await customer.ask(one.baseUrl, { method: 'POST', path: '/webhooks', body: { url: receiver.url } });

  const journal = startJournal({
    customers: 6,
    key: shop.key,
    chance,
    baseUrl: () => chance.pick([one, other]).baseUrl,
  });
  await pause(LOAD_MS);
  await journal.stop();
  expect(journal.strange).toEqual([]);
  expect([...journal.seen.keys()].filter((kind) => !/^20[01]$/.test(kind))).toEqual([]);
  expect(await auditJournal(connection, journal.entries)).toEqual([]);

  const replays = await Promise.all(
    journal.entries
      .filter((entry) => entry.idempotencyKey !== undefined)
      .slice(0, 20)
      .map(async (entry) => {
        const answer = await customer.ask(other.baseUrl, {
          method: 'POST',
          path: '/shipping/deliveries',
          body: parcel(entry.orderNumber),
          idempotencyKey: entry.idempotencyKey,
        });
        return [answer.headers['idempotent-replayed'], answer.body.data?.['job_number'] === entry.jobNumber];
      }),
  );
  expect(replays.length).toBeGreaterThan(0);
  expect(replays.filter(([replayed, same]) => replayed !== 'true' || same !== true)).toEqual([]);

  const races = await Promise.all(
    Array.from({ length: 10 }, async (_, race) => {
      const asked = {
        method: 'POST',
        path: '/shipping/deliveries',
        body: parcel(`race-${race}`),
        idempotencyKey: `race-${race}`,
      } as const;
      const answers = await Promise.all(
        [one, other, one, other].map(({ baseUrl }) => customer.ask(baseUrl, asked)),
      );
      return new Set(answers.filter(succeeded).map((answer) => answer.body.data?.['job_number'])).size;
    }),
  );
  expect(races).toEqual(races.map(() => 1));

  const drained = async (): Promise<boolean> =>
    Number(
      (
        await look(
          connection,
          'SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM webhook_queue) AS left',
        )
      )[0]?.['left'],
    ) === 0;
  for (let waitedMs = 0; !(await drained()) && waitedMs < 60_000; waitedMs += 50) await pause(50);
  const happened = (
    await look(
      connection,
      `SELECT job_number, entry ->> 'status' AS status FROM deliveries, jsonb_array_elements(timeline) AS entry`,
    )
  ).map((row) => ({ jobNumber: String(row['job_number']), status: String(row['status']) }));
  expect(compareReceived(receiver.received, happened)).toEqual([]);
  expect(receiver.received.length).toBe(happened.length);
  expect(await auditInvariants(connection)).toEqual([]);

  expect((await customer.ask(other.baseUrl, { path: '/shipping/deliveries' })).status).toBe(200);
  const revokedMs = performance.now();
  const revoked = await customer.ask(one.baseUrl, { method: 'DELETE', path: `/keys/${shop.keyId}` });
  expect(succeeded(revoked), JSON.stringify(revoked)).toBe(true);
  while ((await customer.ask(other.baseUrl, { path: '/shipping/deliveries' })).status !== 401) {
    expect(performance.now() - revokedMs).toBeLessThan(REVOKED_MS_MAX);
    await pause(5);
  }
  tell(
    `two nodes: ${journal.acknowledged()} writes, ${happened.length} webhooks sent once each; a revoked key was refused by the other node after ${Math.round(performance.now() - revokedMs)} ms`,
  );
});

test(`two nodes keep one rate together (seed ${seed})`, { timeout: RATE_MS + 180_000 }, async () => {
  await using database = await openDatabase();
  const environment = { DATABASE_URL: database.url };
  await using one = await startProgram(environment);
  await using other = await startProgram(environment);
  const { key } = await openShop(environment, { perSecond: PER_SECOND });
  // Both have said hello to each other after two of their rounds.
  await pause(2_500);
  let admitted = 0;
  const endMs = performance.now() + RATE_MS;
  await Promise.all(
    [one, other, one, other].map(async ({ baseUrl }) => {
      await using customer = openCustomer(key);
      while (performance.now() < endMs) {
        const answer = await customer.ask(baseUrl, { path: '/shipping/deliveries?limit=1' });
        expect([200, 429]).toContain(answer.status);
        if (answer.status === 200) admitted += 1;
        await pause(5);
      }
    }),
  );
  const allowed = PER_SECOND * (RATE_MS / 1_000 + BURST_SECONDS);
  tell(
    `two nodes: ${admitted} reads were admitted in ${RATE_MS / 1_000} s where one node would admit ${allowed}`,
  );
  expect(admitted).toBeGreaterThan(allowed * 0.6);
  // Each node learns what the other admitted a second late.
  expect(admitted).toBeLessThan(isLong ? allowed * 1.1 : allowed + 2 * BURST_SECONDS * PER_SECOND);
});

test('two nodes that start at once on an empty database migrate it once', { timeout: 300_000 }, async () => {
  const name = `empty_${process.pid}_${Date.now()}`;
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  try {
    const environment = { DATABASE_URL: databaseUrl(inject('serverUrl'), name) };
    const nodes = await Promise.all([startProgram(environment), startProgram(environment)]);
    const { key } = await openShop(environment);
    await using customer = openCustomer(key);
    const statuses = await Promise.all(
      nodes.map(
        async ({ baseUrl }) => (await customer.ask(baseUrl, { path: '/shipping/deliveries' })).status,
      ),
    );
    const endings = await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    expect(statuses).toEqual([200, 200]);
    expect(endings.map(({ code }) => code)).toEqual([0, 0]);
  } finally {
    await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
});
