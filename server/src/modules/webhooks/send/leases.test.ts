import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { LostConnection, Unreachable } from '../../../store/index.ts';
import { openTestReceiver, type TestReceiver } from '../../../../test/kit/open-receiver.ts';
import { createOutcomeCounter } from '../health/outcome-counter.ts';
import { claimReady, type Claim, type Claimed } from './claim.queries.ts';
import { onQueue } from './queue.queries.ts';
import { DEAD_MS, LEASE_MS, Sender } from './sender.ts';
import { createEndpointCache } from './endpoint-cache.ts';
import { createMessageCache } from './message-cache.ts';
import { createSettleQueue } from './settle-queue.ts';
import { createSweeps } from './upkeep.ts';
import type { Outcome } from './outcome.ts';

let service: TestService;
let shop: TestMerchant;
let receiver: TestReceiver;
let context: Context;

beforeAll(async () => {
  service = await startService();
  context = service.server.runtime.context;
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await openTestReceiver();
  shop = await service.merchant();
  await shop.client.createWebhook({ body: { url: receiver.url } });
});
afterEach(() => receiver.close());

const fanOut = () => service.server.modules.webhooks.fanOut();
const OTHER_WORKER = 'other-worker';

/** What a worker that is not this node leases, looking on behind a place. */
function claimByOther(after: Claim['places'] = new Map()): Promise<Claim> {
  return onQueue(context.store, (tx) =>
    claimReady(tx, {
      lane: 1,
      cursor: '',
      busy: [],
      single: [],
      endpoints_max: 64,
      per_endpoint: 1,
      rows_max: 1,
      lease_id: OTHER_WORKER,
      lease_ms: LEASE_MS,
      dead_ms: DEAD_MS,
      after: Object.fromEntries(after),
    }),
  );
}

/** What it holds from now on. */
async function leaseByOther(): Promise<Claimed> {
  const [row] = (await claimByOther()).rows;
  if (!row) throw new Error('nothing to lease');
  return row;
}

/** A further sender, of a node of its own. */
const senderOn = (ground: Context): Sender =>
  new Sender(ground, {
    sweeps: createSweeps(ground),
    endpoints: createEndpointCache(ground),
    messages: createMessageCache(ground, 1_000_000),
    counter: createOutcomeCounter(),
  });

/** Lets the leases of the lost worker run out; they go by the database's clock. */
const endLeases = () =>
  service.query(
    `UPDATE webhook_queue SET lease_until = lease_until - interval '31 seconds' WHERE lease_id = $1`,
    [OTHER_WORKER],
  );

/** How much is queued once all that is ready is sent. A lease that has ended is no news: it is found when the sender looks again. */
async function drainedRows(): Promise<unknown> {
  await service.drain();
  return (await service.query('SELECT count(*)::int AS rows FROM webhook_queue'))[0]?.['rows'];
}

const settle = (queue: ReturnType<typeof createSettleQueue>, outcome: Outcome): Promise<void> =>
  new Promise((done) => queue.add(outcome, done));

function outcomeOf(row: Claimed, status: Outcome['status'], response: number): Outcome {
  const attempt = {
    at: context.world.systemNow(),
    durationMs: 3,
    response,
    error: response === 200 ? null : 'status',
    hint: null,
    remoteAddress: '127.0.0.1',
    signatures: '{}',
    responseHeaders: {},
    responseBody: Buffer.from('late'),
    drill: null,
  };
  return {
    row,
    leaseId: OTHER_WORKER,
    status,
    reason: status === 'failed' ? 'attempts_exhausted' : '',
    nextAt: status === 'pending' ? context.world.systemNow() : null,
    tries: row.tries + 1,
    gone: false,
    attempt,
    note: null,
  };
}

async function onlyDelivery() {
  const [listed] = (await shop.client.listWebhookDeliveries({ query: {} })).data;
  if (!listed) throw new Error('no delivery');
  return listed;
}

describe('a worker that is lost', () => {
  test('after it leased a delivery, or while it sent it, holds it until its lease ends; then another sends the same', async () => {
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const held = await leaseByOther();
    await service.drain();
    expect(receiver.received).toEqual([]);
    await endLeases();
    await expect.poll(drainedRows).toBe(0);
    expect(
      receiver.received.map(({ headers }) => [headers['webhook-id'], headers['x-service-attempt']]),
    ).toEqual([[held.message_id, '2']]);
    expect(await onlyDelivery()).toMatchObject({
      status: 'succeeded',
      attempts: [{ number: 2, response_status: 200 }],
    });
  });

  test('and comes back when another has done its work can only log its attempt', async () => {
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const held = await leaseByOther();
    await endLeases();
    await expect.poll(drainedRows).toBe(0);
    await settle(createSettleQueue(context, createOutcomeCounter()), outcomeOf(held, 'pending', 500));
    expect(await onlyDelivery()).toMatchObject({
      status: 'succeeded',
      next_attempt_at: null,
      attempts: [
        { number: 1, response_status: 500 },
        { number: 2, response_status: 200 },
      ],
    });
    expect(
      await service.query(
        'SELECT number, counted FROM webhook_attempts_all WHERE delivery_id = $1 ORDER BY 1',
        [held.delivery_id],
      ),
    ).toEqual([
      { number: 1, counted: false },
      { number: 2, counted: true },
    ]);
    expect(
      await service.query('SELECT * FROM webhook_queue WHERE delivery_id = $1', [held.delivery_id]),
    ).toEqual([]);
  });

  test('with its lease, forgotten by the database in a crash, is told with the attempt that counts', async () => {
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const held = await leaseByOther();
    // What a crash forgets of a commit that did not wait for the disk.
    await service.query(
      'UPDATE webhook_queue SET state = 1, attempt = attempt - 1, lease_id = NULL, lease_until = NULL WHERE delivery_id = $1',
      [held.delivery_id],
    );
    await settle(createSettleQueue(context, createOutcomeCounter()), outcomeOf(held, 'pending', 500));
    await service.drain();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([held.message_id]);
    expect(await onlyDelivery()).toMatchObject({
      status: 'succeeded',
      attempts: [{ number: 1, response_status: 200 }],
    });
    expect(
      await service.query('SELECT number, counted FROM webhook_attempts_all WHERE delivery_id = $1', [
        held.delivery_id,
      ]),
    ).toEqual([{ number: 1, counted: true }]);
  });

  test('and comes back while another is at it moves nothing under its hands', async () => {
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const first = await leaseByOther();
    await endLeases();
    const second = await leaseByOther();
    expect(second).toMatchObject({ delivery_id: first.delivery_id, attempt: 2 });
    const settling = createSettleQueue(context, createOutcomeCounter());
    await settle(settling, outcomeOf(first, 'succeeded', 200));
    expect(
      await service.query('SELECT lease_id, attempt FROM webhook_queue WHERE delivery_id = $1', [
        first.delivery_id,
      ]),
    ).toEqual([{ lease_id: OTHER_WORKER, attempt: 2 }]);
    await settle(settling, outcomeOf(second, 'succeeded', 200));
    expect(
      await service.query('SELECT state FROM webhook_queue WHERE delivery_id = $1', [first.delivery_id]),
    ).toEqual([]);
    expect((await onlyDelivery()).status).toBe('succeeded');
  });
});

describe('a worker that fell silent', () => {
  /** What it held goes out again within ten: a second is for looking. */
  const SOON_MS = 9_000;
  const seconds = (ms: number): string => `interval '${ms} milliseconds'`;
  /** As if what this node and the other did had been so long ago. */
  const letPass = async (ms: number): Promise<void> => {
    await service.query(
      `UPDATE webhook_queue SET lease_until = lease_until - ${seconds(ms)} WHERE lease_id IS NOT NULL`,
    );
    await service.query(
      `UPDATE webhook_senders SET since = since - ${seconds(ms)}, seen_at = seen_at - ${seconds(ms)}`,
    );
  };
  const beatAs = (id: string) =>
    service.query(
      'INSERT INTO webhook_senders (id, seen_at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()',
      [id],
    );
  const sender = () => service.server.modules.webhooks.sender;
  /** What this node sends now. */
  async function sentHere(): Promise<readonly unknown[]> {
    await sender().turn();
    await sender().settled();
    return receiver.received.map(({ headers }) => headers['webhook-id']);
  }

  async function heldByOther(): Promise<Claimed> {
    await service.query('DELETE FROM webhook_senders');
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    await sender().heartbeat();
    await beatAs(OTHER_WORKER);
    return leaseByOther();
  }
  afterEach(async () => {
    await service.query('DELETE FROM webhook_senders');
    await endLeases();
    await expect.poll(drainedRows).toBe(0);
  });

  test('loses what it held within seconds, long before its lease ends', async () => {
    const held = await heldByOther();
    await letPass(SOON_MS);
    await sender().heartbeat();
    expect(await sentHere()).toEqual([held.message_id]);
  });

  test('begins nothing of it when its heart beats again before it looks for more', async () => {
    await service.query('DELETE FROM webhook_senders');
    let silentMs = 0;
    const world = { ...context.world, monotonicMs: () => context.world.monotonicMs() + silentMs };
    const silent = senderOn({ ...context, world });
    let letGo = (): void => undefined;
    receiver.answer((response) => {
      letGo = () => response.end();
    }, 200);
    await service.query('UPDATE webhook_endpoints SET lane = 0, max_in_flight = 1 WHERE merchant_id = $1', [
      shop.id,
    ]);
    for (let count = 0; count < 3; count += 1) await shop.client.createDelivery({ body: parcel });
    await fanOut();
    await silent.heartbeat();
    await silent.turn();
    await receiver.got(1);
    silentMs = DEAD_MS + 1_000;
    await silent.heartbeat();
    letGo();
    await silent.settled();
    expect(receiver.received.length).toBe(1);
    await silent.close();
  });

  test('keeps it while its heart beats, however slow it sends', async () => {
    await heldByOther();
    await letPass(LEASE_MS - 1_000);
    await Promise.all([sender().heartbeat(), beatAs(OTHER_WORKER)]);
    expect(await sentHere()).toEqual([]);
  });

  test('keeps it until it had time for its first heartbeat', async () => {
    await heldByOther();
    await service.query('DELETE FROM webhook_senders WHERE id = $1', [OTHER_WORKER]);
    await service.query(`UPDATE webhook_senders SET since = since - ${seconds(DEAD_MS + 1)}`);
    expect(await sentHere()).toEqual([]);
  });

  test('keeps it where everybody was silent, as after a crash of the database', async () => {
    await heldByOther();
    await letPass(DEAD_MS + 1);
    await service.query('DELETE FROM webhook_senders');
    await sender().heartbeat();
    expect(await sentHere()).toEqual([]);
  });
});

describe('the database', () => {
  /** A context whose next transactions fail as told, before or after they took effect. */
  function failing(...how: readonly ('before' | 'after' | 'full')[]): Context {
    const left = [...how];
    const { system } = context.store;
    const transaction: typeof system.transaction = async (work) => {
      const next = left.shift();
      if (next === 'before') throw new Unreachable();
      if (next === 'full') throw Object.assign(new Error('No space.'), { code: '53100', severity: 'ERROR' });
      const answer = await system.transaction(work);
      if (next === 'after') throw new LostConnection();
      return answer;
    };
    return { ...context, store: { ...context.store, system: { ...system, transaction } } };
  }

  test('that cannot be reached when an attempt ends is waited for', async () => {
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const held = await leaseByOther();
    await settle(
      createSettleQueue(failing('before', 'before'), createOutcomeCounter()),
      outcomeOf(held, 'succeeded', 200),
    );
    expect(await onlyDelivery()).toMatchObject({ status: 'succeeded', attempts: [{ number: 1 }] });
  });

  test('whose disk is full is waited for too, and loses nothing of what the receiver said', async () => {
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const held = await leaseByOther();
    await settle(
      createSettleQueue(failing('full', 'full', 'full'), createOutcomeCounter()),
      outcomeOf(held, 'succeeded', 200),
    );
    expect(await onlyDelivery()).toMatchObject({
      status: 'succeeded',
      attempts: [{ number: 1, response_status: 200 }],
    });
  });

  test('that refuses one outcome of many is not asked about each of the others by itself', async () => {
    for (let nth = 0; nth < 16; nth += 1) await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const held: Claimed[] = [];
    for (let nth = 0; nth < 16; nth += 1) held.push(await leaseByOther());
    const outcomes = held.map((row) => outcomeOf(row, 'failed', 500));
    const refused = outcomes.map((outcome, nth) =>
      nth === 5 && outcome.attempt
        ? { ...outcome, attempt: { ...outcome.attempt, error: '\0', responseHeaders: null } }
        : outcome,
    );
    let asked = 0;
    const { system } = context.store;
    const transaction: typeof system.transaction = (work) => {
      asked += 1;
      return system.transaction(work);
    };
    const counted = { ...context, store: { ...context.store, system: { ...system, transaction } } };
    const queue = createSettleQueue(counted, createOutcomeCounter());
    await Promise.all(refused.map((outcome) => settle(queue, outcome)));
    const left = await service.query('SELECT delivery_id FROM webhook_queue WHERE lease_id = $1', [
      OTHER_WORKER,
    ]);
    expect(left).toEqual([{ delivery_id: held[5]?.delivery_id }]);
    expect(asked).toBeLessThan(12);
    await service.query('DELETE FROM webhook_queue');
  });

  test('that is lost after the commit is told again, to no other effect', async () => {
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const held = await leaseByOther();
    await settle(
      createSettleQueue(failing('after'), createOutcomeCounter()),
      outcomeOf(held, 'pending', 500),
    );
    expect(await onlyDelivery()).toMatchObject({
      status: 'pending',
      attempts: [{ number: 1, response_status: 500 }],
    });
    expect(
      await service.query('SELECT state, tries FROM webhook_queue WHERE delivery_id = $1', [
        held.delivery_id,
      ]),
    ).toEqual([{ state: 0, tries: 1 }]);
    await service.query('DELETE FROM webhook_queue WHERE delivery_id = $1', [held.delivery_id]);
  });

  test('that fails where a drill is looked up has everything given back that was leased and not begun', async () => {
    const [drilled] = (await shop.client.listWebhooks({ query: {} })).data;
    await shop.client.createWebhook({ body: { url: `${receiver.url}/other` } });
    await shop.client.createWebhookFault({ body: { endpoint_id: drilled?.id ?? '', mode: 'slow' } });
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const { system } = context.store;
    const run: typeof system.run = async (statement, values) => {
      if (statement.name === 'webhookFaults.take') throw new Unreachable();
      return system.run(statement, values);
    };
    const sender = senderOn({ ...context, store: { ...context.store, system: { ...system, run } } });
    await expect(sender.turn()).rejects.toThrow();
    await sender.settled();
    expect(await service.query('SELECT * FROM webhook_queue WHERE lease_id IS NOT NULL')).toEqual([]);
    expect(receiver.received).toEqual([]);
    await sender.close();
    await service.query('DELETE FROM webhook_queue');
  });

  test("that refuses what a receiver said keeps everybody else's outcomes and this one's status", async () => {
    await shop.client.createDelivery({ body: parcel });
    await shop.client.createDelivery({ body: parcel });
    await fanOut();
    const [one, other] = [await leaseByOther(), await leaseByOther()];
    const settling = createSettleQueue(context, createOutcomeCounter());
    const strange = outcomeOf(other, 'succeeded', 200);
    await Promise.all([
      settle(settling, outcomeOf(one, 'succeeded', 200)),
      settle(settling, {
        ...strange,
        attempt: strange.attempt && { ...strange.attempt, hint: 'a NUL \u0000 in it' },
      }),
    ]);
    expect((await shop.client.listWebhookDeliveries({ query: {} })).data.map(({ status }) => status)).toEqual(
      ['succeeded', 'succeeded'],
    );
  });
});

test('two nodes on one database send every message once', async () => {
  await using other = await startService({ databaseUrl: service.databaseUrl });
  for (let parcelNumber = 0; parcelNumber < 60; parcelNumber += 1)
    await shop.client.createDelivery({ body: parcel });
  await Promise.all([service.drain(), other.drain()]);
  await Promise.all([service.drain(), other.drain()]);
  expect(receiver.received.length).toBe(60);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
});

test('a node that stops gives back what it had not begun, and finishes what it had', async () => {
  const other = await startService({ databaseUrl: service.databaseUrl });
  for (let parcelNumber = 0; parcelNumber < 20; parcelNumber += 1)
    await shop.client.createDelivery({ body: parcel });
  await service.query('UPDATE webhook_endpoints SET lane = 0, max_in_flight = 2 WHERE merchant_id = $1', [
    shop.id,
  ]);
  await fanOut();
  const { webhooks } = other.server.modules;
  await webhooks.sender.turn();
  await webhooks.close();
  const [left] = await service.query(
    'SELECT count(*)::int AS rows, count(*) FILTER (WHERE lease_id IS NOT NULL)::int AS leased FROM webhook_queue WHERE merchant_id = $1',
    [shop.id],
  );
  expect(left).toMatchObject({ leased: 0 });
  expect(Number(left?.['rows']) + receiver.received.length).toBe(20);
  await other[Symbol.asyncDispose]();
  await service.drain();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  expect(receiver.received.length).toBe(20);
});

describe('a claim that is told up to where was leased', () => {
  test('looks on behind that place, and finds what lies before it when it is told nothing', async () => {
    const [first, second] = [await madeAndPlanned(), await madeAndPlanned()];
    const { rows, places } = await claimByOther();
    expect(rows.map((row) => row.message_id)).toEqual([first]);
    await service.query('UPDATE webhook_queue SET lease_id = NULL, lease_until = NULL');
    const next = await claimByOther(places);
    expect(next.rows.map((row) => row.message_id)).toEqual([second]);
    expect((await claimByOther(next.places)).rows).toEqual([]);
    expect((await claimByOther()).rows.map((row) => row.message_id)).toEqual([first]);
    await endLeases();
    expect(await drainedRows()).toBe(0);
  });

  test('is not told so of an endpoint whose deliveries wait for each other', async () => {
    const [webhook] = (await shop.client.listWebhooks({ query: {} })).data;
    await shop.client.updateWebhook({ params: { id: webhook?.id ?? '' }, body: { ordered: true } });
    await madeAndPlanned();
    const { rows, places } = await claimByOther();
    expect([rows.length, rows[0]?.ordered, places.size]).toEqual([1, true, 0]);
    await endLeases();
    expect(await drainedRows()).toBe(0);
  });
});

/** The id of the message about a delivery that was made now. */
async function madeAndPlanned(): Promise<string> {
  await shop.client.createDelivery({ body: parcel });
  await fanOut();
  const [queued] = await service.query('SELECT message_id FROM webhook_queue ORDER BY position DESC LIMIT 1');
  return String(queued?.['message_id']);
}
