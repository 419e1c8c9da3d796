import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAccounts } from '../../src/modules/accounts/index.ts';
import { verifyMerchants } from '../../src/modules/merchants/index.ts';
import { verifyShipping } from '../../src/modules/shipping/index.ts';
import { readSnapshot } from '../../src/store/index.ts';
import { openDoors } from '../kit/doors.ts';
import { parcel } from '../kit/parcel.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService, type TestMerchant, type TestPerson, type TestService } from '../kit/service.ts';
import { openReceiver, type Receiver } from '../kit/receiver.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEPS = figure(8, 200);

let service: TestService;
let shop: TestMerchant;
let courier: TestPerson;
let port: Awaited<ReturnType<TestService['operator']>>;
let receiver: Receiver;

/** PostgreSQL's clock is the machine's; the service's is stepped, so that the two differ. */
beforeAll(async () => {
  service = await startService({ judgesClock: true });
  shop = await service.merchant();
  [courier, port] = [await service.courier(), await service.operator()];
  receiver = await openReceiver();
  await shop.client.createWebhook({ body: { url: receiver.url, events: ['*'] } });
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function whileOff<T>(ms: number, work: () => Promise<T>): Promise<T> {
  service.advance(ms);
  try {
    return await work();
  } finally {
    service.advance(-ms);
  }
}
const create = (idempotencyKey?: string) =>
  shop.client.createDelivery({ body: parcel, ...(idempotencyKey ? { idempotencyKey } : {}) });
/** What lets somebody in, and the longest it may. */
const LETTING_IN = [
  ['sessions', 'expires_at', '31 days'],
  ['widget_sessions', 'expires_at', '1 day'],
  ['scanner_devices', 'expires_at', '1 day'],
  ['scanner_devices', 'pairing_expires_at', '11 minutes'],
  ['terminal_pairings', 'pairing_expires_at', '11 minutes'],
] as const;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  );

test.each([-HOUR_MS, HOUR_MS])('a clock that is an hour off (%i ms) ends nothing early', async (ms) => {
  const key = `order-${ms}`;
  const first = await create(key);
  const { data: quote } = await shop.client.getQuote({
    query: { pickup_city: 'Freetown', delivery_city: 'Lumley' },
  });
  await whileOff(ms, async () => {
    expect((await create(key)).data.job_number).toBe(first.data.job_number);
    await courier.client.getDriverAccount({});
    await port.client.getOperatorAccount({});
    await service.drain();
  });
  expect((await create(key)).data.job_number).toBe(first.data.job_number);
  expect(await codeOf(shop.client.createDelivery({ body: { ...parcel, quote_id: quote.quote_id } }))).toBe(
    'ok',
  );
  expect(await codeOf(courier.client.getDriverAccount({}))).toBe('ok');
  expect(await codeOf(port.client.getOperatorAccount({}))).toBe('ok');
});

test('a clock that was 400 days ahead for a while has ended, deleted and forgotten nothing for good', async () => {
  const first = await create('before');
  await shop.client.advanceDelivery({
    params: { jobNumber: first.data.job_number },
    body: { to_status: 'completed' },
  });
  await service.drain();
  const kept = async () =>
    (
      await service.query(`SELECT (SELECT count(*)::int FROM idempotency_keys) AS keys, (SELECT count(*)::int FROM webhook_messages) AS messages, (SELECT count(*)::int FROM webhook_attempts_all) AS attempts,
    (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM deliveries WHERE erased_at IS NULL) AS remembered, (SELECT count(*)::int FROM notices) AS notices`)
    )[0];
  const before = await kept();
  await whileOff(400 * DAY_MS, async () => {
    expect(await codeOf(shop.client.trackDelivery({ params: { jobNumber: first.data.job_number } }))).toBe(
      'ok',
    );
    await service.drain();
  });
  expect(await kept()).toEqual(before);
  expect((await create('before')).data.job_number).toBe(first.data.job_number);
  expect(await codeOf(courier.client.getDriverAccount({}))).toBe('ok');
});

test.each([-400, 400])(
  'a clock that is %i days off lets in whoever may come in, and nobody for longer',
  async (days) => {
    const doors = await openDoors(service, shop, {
      end_date: '2090-01-01',
      scan_policy: { scanner_auth: 'paired' },
    });
    const publicKey = await service.key(shop.id, { kind: 'public', scopes: [] });
    const asPage = createClient({ baseUrl: service.baseUrl, apiKey: publicKey, retries: 0 });
    const prepare = async () =>
      (await shop.client.createScannerDevice({ params: { id: doors.id }, body: { name: 'Door' } })).data;
    const { data: location } = await shop.client.createLocation({ body: { name: `Shop ${days}` } });
    const { data: till } = await shop.client.createTerminal({
      body: { name: 'Till', location_id: location.id },
    });
    const pairedUntil = async (pairing_code: string) =>
      (await asPage.pairScanner({ body: { pairing_code } })).data;
    const beginSession = async () =>
      (await shop.client.createWidgetSession({ body: { widget: 'pos_terminal' } })).data;
    const [before, waiting, session, binding] = [
      await pairedUntil((await prepare()).pairing_code),
      await prepare(),
      await beginSession(),
      (await shop.client.pairTerminal({ params: { id: till.id } })).data,
    ];
    const atDoor = async (scannerToken: string) =>
      (
        await fetch(`${service.baseUrl}/public/events/${doors.id}/scan-stats`, {
          headers: { authorization: `Bearer ${publicKey}`, 'x-scanner-token': scannerToken },
        })
      ).ok
        ? 'ok'
        : 'refused';
    const atTill = (apiKey: string) =>
      codeOf(createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 }).getCurrentWidgetSession({}));
    const everybody = async () => [
      await atDoor(before.scanner_token),
      await atTill(session.token),
      await codeOf(courier.client.getDriverAccount({})),
      await codeOf(port.client.getOperatorAccount({})),
    ];

    await whileOff(days * DAY_MS, async () => {
      expect(await everybody()).toEqual(['ok', 'ok', 'ok', 'ok']);
      expect(await codeOf(asPage.claimTerminal({ body: { pairing_code: binding.pairing_code } }))).toBe('ok');
      const begun = [await pairedUntil(waiting.pairing_code), await beginSession()] as const;
      expect([await atDoor(begun[0].scanner_token), await atTill(begun[1].token)]).toEqual(['ok', 'ok']);
      expect(
        await codeOf(port.client.signInOperator({ body: { email: port.email, password: port.password } })),
      ).toBe('ok');
      await prepare();
      await service.drain();
    });

    expect(await everybody()).toEqual(['ok', 'ok', 'ok', 'ok']);
    let looked = 0;
    for (const [table, column, most] of LETTING_IN) {
      const [found] = await service.query(
        `SELECT count(*)::int AS rows, count(*) FILTER (WHERE ${column} NOT BETWEEN now() - interval '1 hour' AND now() + interval '${most}')::int AS wrong FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      expect(found, `${table}.${column}`).toMatchObject({ wrong: 0 });
      looked += Number(found?.['rows']);
    }
    expect(looked).toBeGreaterThan(8);
  },
);

/** What the service itself partitions, orders, leases, lets expire and clears away; a merchant's own times are business. */
const OWN =
  /^(webhook_|fan_out_clock|idempotency_keys|request_(log|bodies)|notices|notice_counters|files|nodes|rate_usage)/;
/** Longer than anything of it is kept. */
const AHEAD_DAYS = 100;

test('nothing of the service itself is dated by a clock that is 400 days off', async () => {
  await whileOff(400 * DAY_MS, async () => {
    const { data } = await create('while-off');
    await shop.client.advanceDelivery({
      params: { jobNumber: data.job_number },
      body: { to_status: 'completed' },
    });
    await service.drain();
  });
  await create('after-it');
  await service.drain();

  const defaults = await service.query('SELECT name FROM partitioned_tables ORDER BY name');
  expect(defaults.length).toBeGreaterThan(4);
  for (const { name } of defaults)
    expect(
      await service.query(`SELECT * FROM ${String(name)}_default`),
      `rows outside the days of ${String(name)}`,
    ).toEqual([]);

  const columns =
    await service.query(`SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.atttypid = 'timestamptz'::regtype AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 2`);
  const own = columns.filter(({ table }) => OWN.test(String(table)));
  expect(own.length).toBeGreaterThan(30);
  let looked = 0;
  for (const { table, column } of own) {
    const [found] = await service.query(
      `SELECT count(*)::int AS rows, count(*) FILTER (WHERE "${String(column)}" > now() + interval '${AHEAD_DAYS} days')::int AS ahead FROM "${String(table)}"`,
    );
    expect(found?.['ahead'], `${String(table)}.${String(column)}`).toBe(0);
    if (Number(found?.['rows']) > 0) looked += 1;
  }
  expect(looked).toBeGreaterThan(15);
  const [dedup] = await service.query(
    `SELECT count(*)::int AS missing FROM webhook_messages m WHERE NOT EXISTS (SELECT FROM webhook_dedup d WHERE d.message_id = m.id)`,
  );
  expect(dedup).toEqual({ missing: 0 });
});

test(
  `steps to and fro under work leave every time in order and every message sent once (seed ${seed})`,
  { timeout: 60_000 + STEPS * 5_000 },
  async () => {
    const chance = createChance(seed);
    let offMs = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const { data } = await create();
      const params = { jobNumber: data.job_number };
      for (const to_status of ['assigned', 'picked_up', 'in_transit', 'delivered'] as const) {
        const ms = chance.between(-HOUR_MS, HOUR_MS);
        service.advance(ms);
        offMs += ms;
        await shop.client.advanceDelivery({ params, body: { to_status } });
        if (chance.happens(0.3)) await service.drain();
      }
      const { timeline } = (await shop.client.trackDelivery({ params })).data;
      const times = timeline.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
    }
    service.advance(-offMs);
    await service.drain();
    service.advance(2 * HOUR_MS);
    await service.drain();
    const [row] = await service.query(
      `SELECT (SELECT count(*)::int FROM webhook_attempts_all WHERE duration_ms < 0) AS negative, (SELECT count(*)::int FROM webhook_queue) AS queued, (SELECT count(*)::int FROM outbox) AS left`,
    );
    expect(row).toEqual({ negative: 0, queued: 0, left: 0 });
    const ids = receiver.received.map(({ webhookId }) => webhookId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const verify of [verifyShipping, verifyMerchants, verifyAccounts])
      expect(await readSnapshot(service.server.runtime.ownerConnection, verify)).toEqual([]);
    tell(
      `R12: ${STEPS * 4} steps of up to an hour, ${ids.length} webhooks sent once each, no time out of order`,
    );
  },
);
