import { randomUUID } from 'node:crypto';
import type { CreatedDelivery, SyncEvent } from '@cottontree/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNKNOWN_JOB, wrongCode } from '../../../../../test/kit/parcel.ts';
import { recorded, startRide, type Ride } from '../../../../../test/kit/ride.ts';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let mohamed: Ride;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  mohamed = await startRide(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const MINUTE = 60_000;
const nowMs = (): number => service.server.runtime.context.world.now().getTime();
const time = (ms: number): string => new Date(ms).toISOString();

/** A parcel's whole way, as a phone without network records it. */
function wayOf(job: CreatedDelivery, from: number): SyncEvent[] {
  const jobNumber = job.job_number;
  const at = (minute: number) => ({ occurred_at: time(from + minute * MINUTE) });
  return [
    recorded('arrive', jobNumber, { at: 'pickup', ...at(1) }),
    recorded('verify', jobNumber, { type: 'pickup', code: job.pickup_code, ...at(2) }),
    recorded('depart', jobNumber, at(3)),
    recorded('arrive', jobNumber, { at: 'dropoff', ...at(9) }),
    recorded('attempt', jobNumber, { reason: 'recipient_not_home', contact: 'call', ...at(10) }),
    recorded('proof', jobNumber, { recipient_name: 'Fatmata Koroma', ...at(14) }),
    recorded('verify', jobNumber, {
      type: 'delivery',
      code: job.delivery_code,
      recipient_name: 'Fatmata Koroma',
      cod_collected: { amount: 150 },
      ...at(15),
    }),
  ];
}

const factsOf = async (jobNumber: string) =>
  (
    await service.query(
      `SELECT kind, facts->>'status' AS status, facts->>'milestone' AS milestone FROM outbox WHERE entity = $1 ORDER BY id`,
      [jobNumber],
    )
  ).map(({ kind, status, milestone }) => `${String(kind)} ${String(status ?? milestone ?? '')}`.trim());

describe('what a phone recorded offline', () => {
  test('takes effect in the order in which it happened, with both times', async () => {
    const job = await mohamed.job({ cod_amount: 150 });
    const from = nowMs();
    service.advance(20 * MINUTE);
    const events = wayOf(job, from);
    const results = await mohamed.sync(events.toReversed());
    expect(results.map(({ outcome }) => outcome)).toEqual(events.map(() => 'done'));
    expect(results.map(({ client_id }) => client_id)).toEqual(
      events.toReversed().map(({ client_id }) => client_id),
    );
    expect(results[0]).toMatchObject({
      at: time(from + 15 * MINUTE),
      recorded_at: expect.any(String),
      job: { status: 'delivered', cod_status: 'collected' },
    });
    const { timeline } = (await shop.client.trackDelivery({ params: { jobNumber: job.job_number } })).data;
    expect(timeline.slice(2).map(({ status, at }) => [status, at])).toEqual([
      ['picked_up', time(from + 2 * MINUTE)],
      ['in_transit', time(from + 3 * MINUTE)],
      ['delivered', time(from + 15 * MINUTE)],
    ]);
    for (const { at, recorded_at } of timeline.slice(2)) expect(recorded_at > at).toBe(true);
  });

  test('and sent again does nothing, and says so', async () => {
    const job = await mohamed.job({ cod_amount: 150 });
    const from = nowMs();
    service.advance(20 * MINUTE);
    const events = wayOf(job, from);
    const first = await mohamed.sync(events);
    const before = await factsOf(job.job_number);
    const again = await mohamed.sync(events);
    expect(again.map(({ outcome }) => outcome)).toEqual(events.map(() => 'repeated'));
    expect(again.map(({ at, recorded_at }) => [at, recorded_at])).toEqual(
      first.map(({ at, recorded_at }) => [at, recorded_at]),
    );
    expect(await factsOf(job.job_number)).toEqual(before);
    const racing = await Promise.all(Array.from({ length: 8 }, () => mohamed.sync(events)));
    expect(racing.flat().every(({ outcome }) => outcome === 'repeated')).toBe(true);
  });

  test('by many requests at once takes effect once', async () => {
    const job = await mohamed.job({ cod_amount: 150 });
    const from = nowMs();
    service.advance(20 * MINUTE);
    const events = wayOf(job, from);
    await Promise.all(Array.from({ length: 6 }, () => mohamed.sync(events, true)));
    await mohamed.sync(events);
    expect((await factsOf(job.job_number)).toSorted()).toEqual(
      [...new Set(await factsOf(job.job_number))].toSorted(),
    );
    expect(await mohamed.get(job.job_number)).toMatchObject({
      status: 'delivered',
      contact_attempts: [{ contact: 'call' }],
    });
  });

  test('is refused one by one, and a refusal holds up nothing else', async () => {
    const job = await mohamed.job();
    const other = await mohamed.job();
    const now = time(nowMs());
    const results = await mohamed.sync([
      recorded('arrive', UNKNOWN_JOB, { at: 'pickup', occurred_at: now }),
      recorded('depart', job.job_number, { occurred_at: now }),
      recorded('arrive', job.job_number, { occurred_at: now }),
      recorded('proof', job.job_number, { signature_svg: '<script>', occurred_at: now }),
      recorded('verify', other.job_number, { type: 'pickup', code: other.pickup_code, occurred_at: now }),
    ]);
    expect(results.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
      'DELIVERY_NOT_FOUND',
      'STATE_CONFLICT',
      'VALIDATION_ERROR',
      'VALIDATION_ERROR',
      'done',
    ]);
    expect(results[2]?.error?.message).toBe('at is required for arrive.');
  });

  test('and refused too early, may be sent again in its time', async () => {
    const job = await mohamed.job();
    const depart = recorded('depart', job.job_number, { occurred_at: time(nowMs()) });
    expect((await mohamed.sync([depart]))[0]?.outcome).toBe('refused');
    await mohamed.take('verifyCode', job.job_number, { type: 'pickup', code: job.pickup_code });
    expect((await mohamed.sync([depart]))[0]).toMatchObject({
      outcome: 'done',
      job: { status: 'in_transit' },
    });
  });

  test('and what took effect did so also when another courier has the parcel by then; nothing else is told of it', async () => {
    const job = await mohamed.job();
    const other = await startRide(service, shop, 'Abu Kamara');
    const occurred_at = time(nowMs());
    const [there, guess, later] = [
      recorded('arrive', job.job_number, { at: 'pickup', occurred_at }),
      recorded('verify', job.job_number, {
        type: 'pickup',
        code: wrongCode(job.pickup_code),
        occurred_at,
      }),
      recorded('pick_up', job.job_number, { occurred_at }),
    ];
    const [first] = await mohamed.sync([there, guess]);
    await shop.client.assignDelivery({
      params: { jobNumber: job.job_number },
      body: { driver_id: other.driverId },
    });
    const again = await mohamed.sync([there, guess, later, { ...later, client_id: there.client_id }]);
    expect(again.map(({ outcome, error }) => error?.code ?? outcome)).toEqual([
      'repeated',
      'INVALID_HANDOFF_CODE',
      'DELIVERY_NOT_FOUND',
      'DELIVERY_NOT_FOUND',
    ]);
    expect([again[0]?.at, again[0]?.job]).toEqual([first?.at, undefined]);
    expect([again[2]?.at, again[3]?.at]).toEqual([null, null]);
  });

  test('with a wrong code counts once, however often it is sent', async () => {
    const job = await mohamed.job();
    const guess = recorded('verify', job.job_number, {
      type: 'pickup',
      code: wrongCode(job.pickup_code),
      occurred_at: time(nowMs()),
    });
    for (let sent = 0; sent < 3; sent += 1)
      expect((await mohamed.sync([guess]))[0]).toMatchObject({
        outcome: 'refused',
        error: { code: 'INVALID_HANDOFF_CODE', details: { attempts_left: 4 } },
      });
    expect((await mohamed.get(job.job_number)).attempts_left.pickup).toBe(4);
  });

  test('under an id that stands for something else is refused', async () => {
    const job = await mohamed.job();
    const event = recorded('arrive', job.job_number, { at: 'pickup', occurred_at: time(nowMs()) });
    await mohamed.sync([event]);
    expect((await mohamed.sync([{ ...event, kind: 'depart' }]))[0]?.error?.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  test('neither happened in the future nor before the last complete sync', async () => {
    const job = await mohamed.job();
    await mohamed.sync([recorded('arrive', job.job_number, { at: 'pickup', occurred_at: time(nowMs()) })]);
    const synced = nowMs();
    service.advance(30 * MINUTE);
    const [picked, left] = await mohamed.sync([
      recorded('verify', job.job_number, {
        type: 'pickup',
        code: job.pickup_code,
        occurred_at: time(synced - 60 * MINUTE),
      }),
      recorded('depart', job.job_number, { occurred_at: time(nowMs() + 60 * MINUTE) }),
    ]);
    expect(new Date(picked?.at ?? 0).getTime()).toBeGreaterThanOrEqual(synced - 2_000);
    expect(left?.at).toBe(left?.recorded_at);
  });

  test('is at most a hundred events in one request', async () => {
    const event = recorded('depart', UNKNOWN_JOB, { occurred_at: time(nowMs()) });
    const many = Array.from({ length: 101 }, () => ({ ...event, client_id: randomUUID() }));
    await expect(mohamed.sync(many)).rejects.toMatchObject({ code: 'TOO_MANY_ITEMS', status: 400 });
  });
});

/** All of a job that a log decides, without the times at which it became known. */
async function stateOf(jobNumber: string): Promise<unknown> {
  const [row] = await service.query(
    `SELECT status, phase, cod_status, proof - 'at' AS proof, pickup_attempts, delivery_attempts, details->'arrivals' AS arrivals,
       (SELECT jsonb_agg(e - 'recorded_at') FROM jsonb_array_elements(attempts) e) AS attempts,
       (SELECT jsonb_agg(e - 'recorded_at' ORDER BY (e->>'sequence')::int) FROM jsonb_array_elements(timeline) WITH ORDINALITY AS t(e, n) WHERE n > 2) AS timeline
     FROM deliveries WHERE job_number = $1`,
    [jobNumber],
  );
  return JSON.parse(JSON.stringify(row));
}

test('whatever a log holds, and however it is cut, shuffled and repeated, it leads to the same deliveries, each message once and the cash right', async () => {
  const logs = fc.record({
    kept: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
    wrongFirst: fc.boolean(),
    cuts: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  });
  await fc.assert(
    fc.asyncProperty(logs, async ({ kept, wrongFirst, cuts, seed }) => {
      const [plain, messy] = [await mohamed.job({ cod_amount: 150 }), await mohamed.job({ cod_amount: 150 })];
      const from = nowMs();
      service.advance(30 * MINUTE);
      const logOf = (job: CreatedDelivery): SyncEvent[] => [
        ...(wrongFirst
          ? [
              recorded('verify', job.job_number, {
                type: 'pickup',
                code: wrongCode(job.pickup_code),
                occurred_at: time(from + 90_000),
              }),
            ]
          : []),
        ...wayOf(job, from).filter((_event, at) => kept[at]),
      ];
      const log = logOf(messy);
      const pieces = cut(log, cuts).map((piece) => shuffled([...piece, ...piece], seed));
      for (const piece of pieces) if (piece.length > 0) await mohamed.sync(piece, true);
      if (log.length > 0) await mohamed.sync(shuffled(log, seed + 1), true);
      const straight = logOf(plain);
      if (straight.length > 0) await mohamed.sync(straight, true);

      expect(await stateOf(messy.job_number)).toEqual(await stateOf(plain.job_number));
      const facts = await factsOf(messy.job_number);
      expect(facts).toEqual(await factsOf(plain.job_number));
      const statuses = facts.filter((fact) => !fact.startsWith('shipping.attempt'));
      expect(new Set(statuses).size).toBe(statuses.length);
      const { status, cod_status } = await mohamed.get(messy.job_number);
      expect(cod_status).toBe(status === 'delivered' ? 'collected' : 'to_collect');
    }),
    { numRuns: 25 },
  );
}, 300_000);

test('pieces that come in any order, sent until nothing is refused any more, end with the same status, cash, tries and messages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      async (cuts, seed) => {
        const job = await mohamed.job({ cod_amount: 150 });
        const from = nowMs();
        service.advance(30 * MINUTE);
        const log = wayOf(job, from);
        for (const piece of shuffled(cut(log, cuts), seed)) await mohamed.sync(shuffled(piece, seed), true);
        const last = await mohamed.sync(shuffled(log, seed), true);
        expect(last.map(({ error }) => error)).toEqual(log.map(() => undefined));
        expect(await mohamed.get(job.job_number)).toMatchObject({
          status: 'delivered',
          phase: null,
          cod_status: 'collected',
          contact_attempts: [{ contact: 'call' }],
          proof: { recipient_name: 'Fatmata Koroma' },
          arrived_pickup_at: expect.any(String),
          arrived_dropoff_at: expect.any(String),
        });
        expect((await factsOf(job.job_number)).toSorted()).toEqual([
          'shipping.attempt.failed',
          'shipping.cod.updated',
          'shipping.delivery.created pending',
          'shipping.milestone arrived_dropoff',
          'shipping.milestone arrived_pickup',
          'shipping.status.updated assigned',
          'shipping.status.updated delivered',
          'shipping.status.updated in_transit',
          'shipping.status.updated picked_up',
        ]);
      },
    ),
    { numRuns: 15 },
  );
}, 300_000);

function cut(log: readonly SyncEvent[], cuts: readonly number[]): SyncEvent[][] {
  const borders = [...new Set([0, ...cuts.filter((at) => at < log.length), log.length])].toSorted(
    (one, other) => one - other,
  );
  const ordered = log.toSorted((one, other) => (one.occurred_at < other.occurred_at ? -1 : 1));
  return borders.slice(1).map((border, at) => ordered.slice(borders[at], border));
}

/** An order that a seed decides. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, at) => ({ item, rank: ((at + 1) * 2_654_435_761 * seed) % 4_294_967_291 }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
