import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { auditInvariants } from '../kit/audit.ts';
import {
  isHonestRefusal,
  openCustomer,
  parcel,
  succeeded,
  type Ask,
  type Customer,
} from '../kit/customer.ts';
import { openPostgres } from '../kit/postgres.ts';
import { startProgram } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openShop } from '../kit/shop.ts';
import { openWire } from '../kit/wire.ts';

const REQUESTS = figure(300, 10_000);
const CUSTOMERS = 8;
const TRIES_MAX = 200;
/** The statement that creates, and the end of every other transaction. */
const COMMITS = [Buffer.from('\0deliveries.insert\0'), Buffer.from('COMMIT\0')];

test(
  `a commit whose answer was lost has its one effect, however often it is asked for again (seed ${seed})`,
  { timeout: figure(120_000, 3_600_000) },
  async () => {
    const chance = createChance(seed);
    await using postgres = await openPostgres();
    await using wire = await openWire({
      socketPath: postgres.socketPath,
      commits: (message) => COMMITS.some((text) => message.includes(text)),
      chance: chance.next,
      lossRate: 0.25,
    });
    const environment = { DATABASE_URL: `postgresql://cottontree@127.0.0.1:${wire.port}/cottontree` };
    await using program = await startProgram(environment);
    const { key } = await openShop({ DATABASE_URL: postgres.url });
    const problems: string[] = [];
    let requests = 0;
    let tries = 0;
    let unkeyedDone = 0;

    /** Sends the same until it is answered, and once more; both answers are the same. */
    async function insist(customer: Customer, ask: Ask): Promise<Readonly<Record<string, unknown>> | null> {
      for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
        const answer = await customer.ask(program.baseUrl, ask);
        tries += 1;
        if (succeeded(answer)) return answer.body.data ?? {};
        if (!isHonestRefusal(answer) && answer.body.error?.code !== 'IDEMPOTENCY_IN_PROGRESS') {
          problems.push(`${ask.path}: ${answer.status} ${answer.body.error?.code ?? answer.broken}`);
          return null;
        }
        await pause(10);
      }
      problems.push(`${ask.path} is never answered`);
      return null;
    }

    async function live(number: number): Promise<void> {
      await using customer = openCustomer(key);
      for (let turn = 0; requests < REQUESTS; turn += 1) {
        const name = `${number}-${turn}`;
        requests += 2;
        const create: Ask = {
          method: 'POST',
          path: '/shipping/deliveries',
          body: parcel(`keyed-${name}`),
          idempotencyKey: `create-${name}`,
        };
        const created = await insist(customer, create);
        const again = await insist(customer, create);
        if (created?.['job_number'] !== again?.['job_number']) problems.push(`${name} became two deliveries`);
        const advance: Ask = {
          method: 'POST',
          path: `/test/deliveries/${String(created?.['job_number'])}/advance`,
          body: { to_status: 'assigned' },
          idempotencyKey: `advance-${name}`,
        };
        const moved = await insist(customer, advance);
        if (moved?.['status'] !== 'assigned') problems.push(`${name} is ${String(moved?.['status'])}`);
        // Without a key the server must settle it by itself, or refuse.
        const answer = await customer.ask(program.baseUrl, {
          method: 'POST',
          path: '/shipping/deliveries',
          body: parcel(`unkeyed-${name}`),
        });
        if (succeeded(answer)) unkeyedDone += 1;
        else if (!isHonestRefusal(answer))
          problems.push(`create without a key: ${answer.status} ${answer.body.error?.code ?? answer.broken}`);
      }
    }

    wire.become('forgetful');
    await Promise.all(Array.from({ length: CUSTOMERS }, (_, number) => live(number)));
    wire.become('sound');

    expect(problems).toEqual([]);
    const connection = { connectionString: postgres.url };
    const [counts] = await look(connection, COUNTS);
    expect(counts).toEqual({
      keyed: requests / 2,
      keyed_orders: requests / 2,
      assigned: requests / 2,
      unkeyed_twice: 0,
      keys: requests,
    });
    const [unkeyed] = await look(
      connection,
      `SELECT count(*)::int AS there FROM deliveries WHERE order_number LIKE 'unkeyed-%'`,
    );
    expect(Number(unkeyed?.['there'])).toBeGreaterThanOrEqual(unkeyedDone);
    expect(await auditInvariants(connection)).toEqual([]);
    expect(wire.lostAnswers()).toBeGreaterThan(REQUESTS / 20);
    tell(
      `R4: ${requests} requests with a key, 1 effect each; ${wire.lostAnswers()} commits lost their answer; ${tries} tries; ${unkeyedDone} of ${requests / 2} without a key were settled and answered`,
    );
  },
);

const COUNTS = `SELECT
  count(*) FILTER (WHERE order_number LIKE 'keyed-%')::int AS keyed,
  count(DISTINCT order_number) FILTER (WHERE order_number LIKE 'keyed-%')::int AS keyed_orders,
  count(*) FILTER (WHERE order_number LIKE 'keyed-%' AND status = 'assigned' AND jsonb_array_length(timeline) = 2)::int AS assigned,
  (count(*) FILTER (WHERE order_number LIKE 'unkeyed-%') - count(DISTINCT order_number) FILTER (WHERE order_number LIKE 'unkeyed-%'))::int AS unkeyed_twice,
  (SELECT count(*)::int FROM idempotency_keys) AS keys
FROM deliveries`;
