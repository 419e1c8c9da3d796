import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectExact, isUnderstood, putOnSale, type OnSale } from '../kit/buyers.ts';
import { openCustomer, succeeded, type Answer, type Customer } from '../kit/customer.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell, type Chance } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const ROUNDS = figure(2, 20);
const KILLS = figure(3, 40);
const CUSTOMERS = 32;
const PAYERS = ['+23200000001', '+23200000002', '+23200000005', '+23200000007'];

type Rush = {
  readonly chance: Chance;
  readonly customers: readonly Customer[];
  readonly nodes: readonly Program[];
  readonly event: OnSale;
  readonly strange: Answer[];
};

async function openRush(environment: Readonly<Record<string, string>>) {
  const shop = await openShop(environment);
  const customers = Array.from({ length: CUSTOMERS }, () => openCustomer(shop.key));
  return {
    shop,
    customers,
    [Symbol.asyncDispose]: async () =>
      void (await Promise.all(customers.map((customer) => customer[Symbol.asyncDispose]()))),
  };
}

/** One buyer's way through, as chance will have it; answers which order came of it. */
async function buy(
  { chance, customers, nodes, event, strange }: Rush,
  buyer: number,
): Promise<string | null> {
  const customer = customers[buyer % customers.length] as Customer;
  const ask = async (path: string, body: object): Promise<Answer> => {
    const answer = await customer.ask(chance.pick(nodes).baseUrl, { method: 'POST', path, body });
    if (!isUnderstood(answer)) strange.push(answer);
    return answer;
  };
  const items = Array.from({ length: chance.between(1, 2) }, () => ({
    ticket_type_id: chance.pick(event.typeIds),
    quantity: chance.between(1, 3),
  }));
  const way = chance.pick(['cash', 'phone', 'phone', 'phone', 'cancel', 'leave', 'box office']);
  const held = await ask(`/events/${event.eventId}/orders`, {
    items,
    ...(way === 'box office' ? { payment: { method: 'cash' } } : {}),
  });
  if (held.status !== 201) return null;
  const id = String(held.body.data?.['id']);
  const both = chance.happens(0.2) ? [ask(`/ticket-orders/${id}/cancel`, {})] : [];
  if (way === 'cash') await Promise.all([ask(`/ticket-orders/${id}/pay`, { method: 'cash' }), ...both]);
  if (way === 'phone')
    await Promise.all([
      ask(`/ticket-orders/${id}/pay`, { method: 'mobile_money', phone: chance.pick(PAYERS) }),
      ...both,
    ]);
  if (way === 'cancel') await ask(`/ticket-orders/${id}/cancel`, {});
  if (way === 'box office' && chance.happens(0.5))
    await ask(`/ticket-orders/${id}/refund`, chance.happens(0.5) ? {} : { amount: 1 });
  return id;
}

test(
  `many more buyers than tickets, by two processes: nothing is sold twice, nothing is lost (seed ${seed})`,
  { timeout: figure(240_000, 3_600_000) },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    const connection = { connectionString: database.url };
    const environment = { DATABASE_URL: database.url };
    await using one = await startProgram(environment);
    await using other = await startProgram(environment);
    await using opened = await openRush(environment);
    const [first] = opened.customers as [Customer];
    const clock = (await first.ask(one.baseUrl, { method: 'POST', path: '/test/clocks', body: {} })).body
      .data;
    const strange: Answer[] = [];
    let sold = 0;

    for (let round = 0; round < ROUNDS; round += 1) {
      const event = await putOnSale(
        first,
        one.baseUrl,
        chance.pick([
          { capacities: [50] },
          { capacities: [100] },
          { capacities: [40, 40, 40], capacity: 90, pool: 70 },
        ]),
      );
      const rush: Rush = { chance, customers: opened.customers, nodes: [one, other], event, strange };
      let isOver = false;
      const clockwork = (async () => {
        // Holds last a minute and payments some: time runs while people buy.
        for (; !isOver; await pause(150))
          await first.ask(chance.pick([one, other]).baseUrl, {
            method: 'POST',
            path: `/test/clocks/${String(clock?.['id'])}/advance`,
            body: { seconds: chance.between(1, 45) },
          });
      })();
      await Promise.all(Array.from({ length: figure(200, 500) }, (_, buyer) => buy(rush, buyer)));
      isOver = true;
      await clockwork;
      await first.ask(one.baseUrl, {
        method: 'POST',
        path: `/test/clocks/${String(clock?.['id'])}/advance`,
        body: { seconds: 7_200 },
      });
      await settled(connection);
      await expectExact(connection);
      const [counted] = await look(
        connection,
        `SELECT sum(sold)::int AS sold, sum(held)::int AS held, max(sold + held - capacity)::int AS over FROM capacity_counters WHERE event_id = $1 AND kind = 'type'`,
        [event.eventId],
      );
      expect([counted?.['held'], Number(counted?.['over']) <= 0]).toEqual([0, true]);
      sold += Number(counted?.['sold']);
    }
    expect(strange).toEqual([]);
    expect(sold).toBeGreaterThan(0);
    expect([one.log(), other.log()].join('\n')).not.toMatch(/deadlock/i);
    tell(`R9: ${ROUNDS} rushes on two nodes, ${sold} tickets sold, exact after each`);
  },
);

/** Waits until every payment has ended and every order for it has been told. */
async function settled(connection: { readonly connectionString: string }): Promise<void> {
  const left = `SELECT (SELECT count(*) FROM payment_ends WHERE NOT settled) + (SELECT count(*) FROM ticket_orders WHERE status IN ('held', 'awaiting_payment', 'refund_pending')) + (SELECT count(*) FROM ticket_order_refunds WHERE status = 'pending') AS left`;
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 250) {
    if (Number((await look(connection, left))[0]?.['left']) === 0) return;
    await pause(250);
  }
}

test(
  `a request repeated until it is answered makes one order, whichever process is killed (seed ${seed})`,
  { timeout: figure(240_000, 3_600_000) },
  async () => {
    const chance = createChance(seed + 1);
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
    await using opened = await openRush(environment);
    const event = await putOnSale(opened.customers[0] as Customer, nodes.one.baseUrl, {
      capacities: [figure(300, 20_000)],
    });
    const answered = new Map<string, string>();
    const strange: Answer[] = [];
    let isOver = false;
    let keys = 0;

    async function insist(customer: Customer): Promise<void> {
      const idempotencyKey = `order-${(keys += 1)}`;
      const payment = chance.happens(0.5) ? { payment: { method: 'cash' } } : {};
      const body = {
        items: [{ ticket_type_id: event.typeIds[0], quantity: chance.between(1, 2) }],
        ...payment,
      };
      for (;;) {
        const answer = await customer.ask(chance.pick(Object.values(nodes)).baseUrl, {
          method: 'POST',
          path: `/events/${event.eventId}/orders`,
          body,
          idempotencyKey,
        });
        if (succeeded(answer)) answered.set(idempotencyKey, String(answer.body.data?.['id']));
        if (
          answer.broken === null &&
          answer.status < 500 &&
          answer.body.error?.code !== 'IDEMPOTENCY_IN_PROGRESS'
        ) {
          if (!isUnderstood(answer)) strange.push(answer);
          return;
        }
        await pause(20);
      }
    }

    const buyers = opened.customers.slice(0, 16).map(async (customer) => {
      while (!isOver) await insist(customer);
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(chance.between(200, 900));
      const victim = chance.pick(['one', 'other'] as const);
      await nodes[victim].end('SIGKILL');
      nodes[victim] = await startProgram(environment);
    }
    isOver = true;
    await Promise.all(buyers);

    expect(strange).toEqual([]);
    await expectExact(connection);
    const rows = await look(
      connection,
      `SELECT o.id, k.key FROM ticket_orders o LEFT JOIN idempotency_keys k ON k.effect = o.id AND k.merchant_id = o.merchant_id WHERE o.event_id = $1`,
      [event.eventId],
    );
    const kept = new Map(rows.map((row) => [String(row['key']), String(row['id'])]));
    expect(rows.length).toBe(kept.size);
    for (const [key, id] of answered) expect([key, kept.get(key)]).toEqual([key, id]);
    expect(kept.size).toBe(answered.size);
    tell(`R9: ${answered.size} orders over ${KILLS} kills, one for each key`);
  },
);
