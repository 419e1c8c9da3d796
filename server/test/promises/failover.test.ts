import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { connectionFromUrl, readSnapshot } from '../../src/store/index.ts';
import { auditJournal, retryUnresolved } from '../kit/audit.ts';
import { openCluster, type Cluster, type Member } from '../kit/cluster.ts';
import { openCustomer } from '../kit/customer.ts';
import { startInsistentTills } from '../kit/insistent-tills.ts';
import { startJournal } from '../kit/journal.ts';
import { startProgram } from '../kit/program.ts';
import { compareReceived, openReceiver, type Received } from '../kit/receiver.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openShop } from '../kit/shop.ts';

const KILLS = figure(2, 100);
const BACK_MS_MAX = 30_000;
/** By then the node has asked all of them again. */
const LOOKED_AGAIN_MS = 3_500;

test(
  `when the primary is killed and a standby promoted, nothing acknowledged is lost or doubled (seed ${seed})`,
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    const chance = createChance(seed);
    await using cluster = await openCluster();
    const environment = { DATABASE_URL: cluster.url };
    await using receiver = await openReceiver();
    await using program = await startProgram({
      ...environment,
      WEBHOOK_RETRY_BASE_MS: '50',
      WEBHOOK_RETRY_FACTOR: '2',
    });
    const { baseUrl } = program;
    const { key } = await openShop(environment);
    await using customer = openCustomer(key);
    await customer.ask(baseUrl, { method: 'POST', path: '/webhooks', body: { url: receiver.url } });
    await using tills = await startInsistentTills({ tills: 3, key, chance, baseUrl: () => baseUrl });
    const journal = startJournal({ customers: 4, key, chance, baseUrl: () => baseUrl, restMs: 10 });
    await using _stopped = { [Symbol.asyncDispose]: journal.stop };
    const backMs: number[] = [];

    async function answersAgain(): Promise<void> {
      const sinceMs = performance.now();
      while (journal.lastSuccessMs() < sinceMs) {
        expect(program.ending(), program.log()).toBeNull();
        if (performance.now() - sinceMs > BACK_MS_MAX)
          throw new Error(
            `Nothing succeeds after a promotion: ${JSON.stringify([...journal.seen])}\n${program.log()}`,
          );
        await pause(2);
      }
      backMs.push(journal.lastSuccessMs() - sinceMs);
    }

    for (let kills = 0; kills < KILLS; kills += 1) {
      await pause(chance.between(200, figure(700, 1_500)));
      const killed = await cluster.killPrimary();
      await pause(chance.between(0, 300));
      await cluster.promote();
      await answersAgain();
      if (kills === KILLS - 1) await comesBackAsItWas(cluster, killed);
      else {
        await cluster.rebuild(killed);
        await cluster.settled();
      }
    }
    await Promise.all([journal.stop(), tills.stop()]);

    const connection = { connectionString: cluster.primary().url };
    expect(program.ending()).toBeNull();
    expect(journal.strange).toEqual([]);
    expect(tills.strange).toEqual([]);
    expect(
      [...journal.seen.keys()].filter(
        (kind) => !/^(20[01]|503 SERVICE_UNAVAILABLE|409 IDEMPOTENCY_IN_PROGRESS)$/.test(kind),
      ),
    ).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await retryUnresolved(connection, journal.entries, { baseUrl, key })).toEqual([]);
    expect(await auditJournal(connection, journal.entries)).toEqual([]);
    expect(await salesIn(connection)).toEqual(tills.answered);
    expect(await readSnapshot(connection, verifyPos)).toEqual([]);
    expect(await readSnapshot(connection, verifyPayments)).toEqual([]);
    const happened = [...(await drained(connection)), ...salesOf(tills.answered)];
    expect(compareReceived(toldOf(receiver.received), happened)).toEqual([]);
    tell(
      `R20: ${journal.acknowledged()} acknowledged and ${tills.answered.size} sales over ${KILLS} failovers, 0 lost, 0 doubled, ${happened.length} events all told; back ${describe(backMs)} after the promotion; seen ${JSON.stringify(Object.fromEntries(journal.seen))}`,
    );
  },
);

/** Neither fenced nor made a standby, an overtaken primary takes writes as before; nobody goes there. */
async function comesBackAsItWas(cluster: Cluster, killed: Member): Promise<void> {
  const sql = "SELECT current_setting('cluster_name') AS name, pg_is_in_recovery() AS is_standby";
  await killed.start();
  expect(await killed.ask(sql)).toMatchObject({ is_standby: false });
  const chosen = await readSnapshot(connectionFromUrl(cluster.url), (_, client) => client.query(sql));
  expect(chosen.rows[0]).toEqual(await cluster.primary().ask(sql));
  await pause(LOOKED_AGAIN_MS);
}

type Connection = { readonly connectionString: string };

async function salesIn(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await look(connection, 'SELECT client_id, id, number_text FROM sales');
  return new Map(
    rows.map((row) => [String(row['client_id']), `${String(row['id'])} ${String(row['number_text'])}`]),
  );
}

type Happening = { readonly jobNumber: string; readonly status: string };

function salesOf(answered: ReadonlyMap<string, string>): readonly Happening[] {
  return [...answered.values()].map((sale) => ({ jobNumber: sale.split(' ')[0] ?? '', status: 'completed' }));
}

/** Of all messages those about deliveries and sales, each under the name of what it is about. */
function toldOf(received: readonly Received[]): readonly Received[] {
  return received.flatMap((one) => {
    if (one.jobNumber !== undefined) return [one];
    if (one.event !== 'pos.sale.completed') return [];
    const { data } = JSON.parse(one.body) as { readonly data: { readonly object: { readonly id: string } } };
    return [{ ...one, jobNumber: data.object.id }];
  });
}

/** Waits until every message is sent; answers with what happened. */
async function drained(connection: Connection): Promise<readonly Happening[]> {
  // What was claimed by an answer that never came is free when its lease ends.
  await look(
    connection,
    `UPDATE webhook_queue SET lease_until = lease_until - interval '30 s' WHERE lease_id IS NOT NULL`,
  );
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
    const [row] = await look(
      connection,
      'SELECT (SELECT count(*)::int FROM outbox) + (SELECT count(*)::int FROM webhook_queue) AS left',
    );
    if (row?.['left'] === 0) break;
    await pause(50);
  }
  const rows = await look(
    connection,
    `SELECT job_number, entry ->> 'status' AS status FROM deliveries, jsonb_array_elements(timeline) AS entry`,
  );
  return rows.map((row) => ({ jobNumber: String(row['job_number']), status: String(row['status']) }));
}

function describe(times: readonly number[]): string {
  const sorted = [...times].sort((left, right) => left - right);
  const [median = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${Math.round(median)} ms (most ${Math.round(most)})`;
}
