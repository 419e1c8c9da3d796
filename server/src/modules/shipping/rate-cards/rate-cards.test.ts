import { createHash } from 'node:crypto';
import type { JsonObject, RateCardPreview } from '@cottontree/contract';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCall } from '../../../../test/kit/operator-call.ts';
import { parcel, UNKNOWN_JOB } from '../../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import type { Shipping } from '../module.ts';
import { createRateCard, deleteRateCard, getRateCard, listRateCards, updateRateCard } from './rate-cards.ts';
import { previewRateCard } from './preview-rate-card.ts';
import { publishRateCard } from './publish-rate-card.ts';
import { replayRateCard } from './replay-rate-card.ts';

let service: TestService;
let module: Shipping;
let shop: TestMerchant;
let merchantsKey: Partial<DispatchCall>;

beforeAll(async () => {
  service = await startService();
  module = service.server.modules.shipping;
  shop = await service.merchant();
  merchantsKey = {
    operator: { id: 'key_x', name: 'Key', role: 'merchant' },
    reach: { merchantId: shop.id, livemode: false },
  };
});
afterAll(() => service[Symbol.asyncDispose]());

type CallOptions = Partial<DispatchCall>;
const given = <Body extends object>(body: Body, version = '1') => ({ params: { version }, query: {}, body });
const draft = async (card: JsonObject = {}, input: CallOptions = {}) =>
  (await createRateCard(given({ card }), operatorCall(service, input), module)).data;
const read = async (version: number, input: CallOptions = {}) =>
  (await getRateCard(given({}, String(version)), operatorCall(service, input), module)).data;
const change = (version: number, body: object, input: CallOptions = {}) =>
  updateRateCard(given(body, String(version)), operatorCall(service, input), module);
const publish = async (version: number, body: object = {}, input: CallOptions = {}) =>
  (await publishRateCard(given(body, String(version)), operatorCall(service, input), module)).data;
const publishNew = async (card: JsonObject) => publish((await draft(card)).version);
const list = async (input: CallOptions = {}) =>
  (await listRateCards({ params: {}, query: {}, body: {} }, operatorCall(service, input), module)).data;
const preview = async (version: number, body: object = {}): Promise<RateCardPreview> =>
  (await previewRateCard(given({ livemode: false, ...body }, String(version)), operatorCall(service), module))
    .data;
const replay = async (version: number, job_number: string, input: CallOptions = {}) =>
  (await replayRateCard(given({ job_number }, String(version)), operatorCall(service, input), module)).data;
const inForce = async () => (await list()).filter((card) => card.in_force).map((card) => card.version);
const quote = async (query: object = {}) =>
  (await shop.client.getQuote({ query: { pickup_city: 'Freetown', delivery_city: 'Lumley', ...query } }))
    .data;
const create = async (body: object = {}) =>
  (await shop.client.createDelivery({ body: { ...parcel, ...body } })).data;

describe('a rate card', () => {
  test('is drafted from the one in force, and prices nothing until it is published', async () => {
    const before = await quote();
    const made = await draft({ base_fee: 40 });
    expect(made).toMatchObject({
      status: 'draft',
      in_force: false,
      created_by: 'Hawa Bangura',
      published_at: null,
      effective_at: null,
      card: { base_fee: 40, per_km: 4, version: made.version },
    });
    await module.refreshMap();
    expect((await quote()).shipping_fee).toBe(before.shipping_fee);
    const published = await publish(made.version);
    expect(published).toMatchObject({ status: 'published', in_force: true, published_by: 'Hawa Bangura' });
    expect(await quote()).toMatchObject({
      rate_card_version: made.version,
      shipping_fee: before.shipping_fee + 15,
    });
    expect((await read(1)).status).toBe('retired');
    await publishNew({ base_fee: 25 });
  });

  test('of later takes effect at its time, and the one before keeps pricing until then', async () => {
    const [now] = await inForce();
    const { version } = await draft({ base_fee: 99 });
    const effective_at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await publish(version, { effective_at })).toMatchObject({
      status: 'published',
      in_force: false,
      effective_at,
    });
    expect(await inForce()).toEqual([now]);
    service.advance(3_600_001);
    await module.refreshMap();
    expect(await inForce()).toEqual([version]);
    expect((await quote()).rate_card_version).toBe(version);
    await publishNew({ base_fee: 25 });
  });

  test('is the same on every node within five seconds', async () => {
    const other = await startService({ databaseUrl: service.databaseUrl, running: true });
    await using _ = other;
    other.advance(3_600_001);
    const { version } = await publishNew({ per_km: 5 });
    await expect
      .poll(() => other.server.modules.shipping.map().card.version, { timeout: 60_000 })
      .toBe(version);
    await publishNew({ per_km: 4 });
  });

  test('can be changed while it is a draft, by who saw it last', async () => {
    const { version } = await draft({}, {});
    const first = await change(version, { card: { min_fee: 30 }, note: 'Dearer' }, { ifMatch: 'W/"1"' });
    expect(first).toMatchObject({ version: '2', data: { note: 'Dearer', card: { min_fee: 30, per_km: 4 } } });
    await expect(change(version, { card: { min_fee: 31 } }, { ifMatch: '"1"' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    await expect(publish(version, {}, { ifMatch: '"1"' })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    });
    expect(
      (await publishRateCard(given({}, String(version)), operatorCall(service, { ifMatch: '"2"' }), module))
        .data.card,
    ).toMatchObject({ min_fee: 30 });
    for (const late of [
      () => change(version, { note: 'x' }),
      () => publish(version),
      () => deleteRateCard(given({}, String(version)), operatorCall(service), module),
    ]) {
      await expect(late()).rejects.toMatchObject({ code: 'STATE_CONFLICT', details: { from: 'published' } });
    }
    await publishNew({ min_fee: 25 });
  });

  test('is published as it is then where somebody else changes it at that moment', async () => {
    const { version } = await draft();
    const other = new Connection({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(
        `UPDATE rate_cards SET revision = revision + 1, card = jsonb_set(card, '{min_fee}', '27') WHERE version = $1`,
        [version],
      );
      const publishing = publish(version);
      const waiting = () =>
        service.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toHaveLength(1);
      await other.query('COMMIT');
      expect((await publishing).card).toMatchObject({ min_fee: 27 });
    } finally {
      await other.end();
    }
    await publishNew({ min_fee: 25 });
  });

  test('is changed by ten at once without one change being lost', async () => {
    const { version } = await draft();
    const fields = ['base_fee', 'per_km', 'per_kg', 'min_fee', 'express_fee'];
    await Promise.all(fields.map((field, at) => change(version, { card: { [field]: at + 50 } })));
    expect((await read(version)).card).toMatchObject(
      Object.fromEntries(fields.map((field, at) => [field, at + 50])),
    );
    await deleteRateCard(given({}, String(version)), operatorCall(service), module);
    await expect(read(version)).rejects.toMatchObject({ code: 'RATE_CARD_NOT_FOUND', status: 404 });
  });

  test('is drafted once for a request sent twice', async () => {
    const idempotency = { key: 'draft-1', hash: createHash('sha256').update('x').digest() };
    const [first, second] = [await draft({}, { idempotency }), await draft({}, { idempotency })];
    expect(second).toEqual(first);
    await expect(
      draft({}, { idempotency: { ...idempotency, hash: Buffer.alloc(32) } }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('drafted by many at once gets a number of its own', async () => {
    const versions = (await Promise.all(Array.from({ length: 40 }, () => draft()))).map(
      ({ version }) => version,
    );
    expect(new Set(versions).size).toBe(40);
  });

  test.each([
    [{ base_fee: -1 }, 'card.base_fee'],
    [{ step: 0 }, 'card.step'],
    [{ max_km: 0 }, 'card.max_km'],
    [{ zone_road_factors: { NOWHERE: 2 } }, 'card.zone_road_factors.NOWHERE'],
    [{ pairs: [{ from: 'FT', to: 'XX-1', closed: true }] }, 'card.pairs'],
    [{ pairs: [{ from: 'FT', to: 'district:Atlantis' }] }, 'card.pairs'],
    [
      {
        surcharges: [
          { code: 'night', label: 'Night', percent: 10, days: ['fri'], from: '22:00', to: '05:00' },
          { code: 'night', label: 'Night', percent: 10, days: ['sat'], from: '04:00', to: '06:00' },
        ],
      },
      'card.surcharges[1].from',
    ],
    [{ holidays: ['2026-02-30'] }, 'card.holidays[0]'],
    [{ batch_discount: { from: 1, percent: 10 } }, 'card.batch_discount.from'],
    [{ batch_discount: { from: 2, percent: 101 } }, 'card.batch_discount.percent'],
    [{ pairs: [{ from: 'FT', to: 'BO-BO', fixed_fee: 1, base_fee: 1 }] }, 'card.pairs[0].base_fee'],
  ])('with %j is refused by its path', async (card, path) => {
    await expect(draft(card)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [expect.objectContaining({ path })] },
      message: expect.stringContaining(path),
    });
  });

  test("is nothing that a merchant's key may write or try, nor sees as a draft", async () => {
    const { version } = await draft();
    const [named, call] = [given({}, String(version)), operatorCall(service, merchantsKey)];
    const refused = [
      () => draft({}, merchantsKey),
      () => change(version, {}, merchantsKey),
      () => publish(version, {}, merchantsKey),
      () => deleteRateCard(named, call, module),
      () => previewRateCard(named, call, module),
    ];
    for (const one of refused)
      await expect(one()).rejects.toMatchObject({ code: 'OPERATORS_ONLY', status: 403 });
    await expect(read(version, merchantsKey)).rejects.toMatchObject({ code: 'RATE_CARD_NOT_FOUND' });
    expect((await list(merchantsKey)).some((card) => card.status === 'draft')).toBe(false);
    expect((await read(1, merchantsKey)).version).toBe(1);
  });

  test.each(['0', '-1', '1.5', 'x', '999999', '9999999999'])(
    'of version %s is not there',
    async (version) => {
      for (const one of [getRateCard, publishRateCard, updateRateCard, deleteRateCard, previewRateCard]) {
        await expect(one(given({}, version) as never, operatorCall(service), module)).rejects.toMatchObject({
          code: 'RATE_CARD_NOT_FOUND',
        });
      }
    },
  );
});

describe('a quote', () => {
  test('keeps its fee and its card when another card is published meanwhile', async () => {
    const before = await quote();
    const dearer = await publishNew({ base_fee: 60, pairs: [{ from: 'FT', to: 'FT-LUM', closed: true }] });
    await expect(quote()).rejects.toMatchObject({ code: 'ROUTE_NOT_SERVICED' });
    const made = await create({ quote_id: before.quote_id });
    expect([made.shipping_fee, made.fee_breakdown]).toEqual([before.shipping_fee, before.fee_breakdown]);
    expect(await replay(before.rate_card_version, made.job_number)).toMatchObject({
      equal: true,
      made_with_version: before.rate_card_version,
      shipping_fee: made.shipping_fee,
    });
    expect(await replay(dearer.version, made.job_number)).toMatchObject({
      equal: false,
      replayed_fee: null,
      refusal: { code: 'ROUTE_NOT_SERVICED' },
    });
    await publishNew({ base_fee: 25, pairs: [] });
  });

  test('for a batch is lower from the second parcel on that is fetched in the same zone', async () => {
    const card = await publishNew({ batch_discount: { from: 2, percent: 20 } });
    const alone = await create({ batch_id: 'van-7' });
    expect(alone).toMatchObject({ batch_id: 'van-7' });
    const next = await quote({ batch_id: 'van-7' });
    const transport = alone.fee_breakdown
      .filter(({ code }) => code !== 'rounding')
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(next.fee_breakdown).toContainEqual({
      code: 'batch',
      label: 'Batch discount',
      amount: -Math.round(transport * 20) / 100,
    });
    await expect(create({ quote_id: next.quote_id })).rejects.toMatchObject({
      code: 'QUOTE_MISMATCH',
      message: expect.stringContaining('batch_id'),
    });
    const second = await create({ batch_id: 'van-7', quote_id: next.quote_id });
    expect(second.shipping_fee).toBe(next.shipping_fee);
    expect(
      (await quote({ batch_id: 'van-7', pickup_city: 'Bo' })).fee_breakdown.map(({ code }) => code),
    ).not.toContain('batch');
    for (const job of [alone, second]) expect((await replay(card.version, job.job_number)).equal).toBe(true);
    await publishNew({ batch_discount: null });
  });
});

describe('a preview', () => {
  test('prices past deliveries beside what they cost, and changes nothing', async () => {
    const fresh = await service.merchant();
    await service.query("UPDATE deliveries SET created_at = created_at - interval '1 year'");
    const body = { ...parcel, pickup_city: 'Freetown' };
    for (const extra of [
      {},
      { delivery_city: 'Bo' },
      { weight_kg: 10 },
      { service_level: 'standard' as const },
    ])
      await fresh.client.createDelivery({ body: { ...body, ...extra } });
    const { version } = await draft({ per_km: 3, base_fee: 30, max_km: 100 });
    const seen = await preview(version, { days: 7 });
    expect(seen).toMatchObject({
      version,
      days: 7,
      livemode: false,
      jobs: 4,
      sampled: 4,
      sampling: 'all',
      unknown: 0,
      unquotable: 1,
      unquotable_reasons: [{ code: 'DISTANCE_TOO_LONG', jobs: 1 }],
      currency: 'SLE',
    });
    expect(seen.cheaper + seen.dearer + seen.same).toBe(3);
    expect(Math.round((seen.after - seen.before) * 100)).toBe(Math.round(seen.difference * 100));
    expect(seen.by_zone).toEqual([
      expect.objectContaining({ code: 'FT-LUM', jobs: 3, difference: seen.difference }),
    ]);
    expect(seen.by_service_level).toEqual([expect.objectContaining({ code: 'standard', jobs: 3 })]);
    expect(seen.dearest.length + seen.cheapest.length).toBe(seen.cheaper + seen.dearer);
    expect(await preview((await inForce())[0] ?? 1, { days: 7 })).toMatchObject({
      cheaper: 0,
      dearer: 0,
      same: 4,
      unquotable: 0,
      difference: 0,
    });
    expect((await preview(version, { livemode: true })).jobs).toBe(0);
  });

  test('of more than 5,000 takes 5,000, spread evenly', async () => {
    await service.query(`INSERT INTO deliveries SELECT (jsonb_populate_record(d, jsonb_build_object('job_number', 'SHP-' || n, 'quote_nonce', null, 'tracking_token', 't' || n, 'order_guarded', false))).*
      FROM deliveries d, generate_series(1, 12000) n WHERE d.job_number = (SELECT job_number FROM deliveries WHERE created_at > now() - interval '7 days' LIMIT 1)`);
    const seen = await preview((await inForce())[0] ?? 1, { days: 7 });
    expect(seen).toMatchObject({ sampled: 5_000, sampling: 'even', same: 5_000, unknown: 0 });
    expect(seen.jobs).toBe(12_004);
    await service.query(`DELETE FROM deliveries WHERE job_number ~ '^SHP-[0-9]+$'`);
  });
});

describe('a replay', () => {
  test('is line for line the fee that was made, after three more cards', async () => {
    const surcharge = {
      code: 'always',
      label: 'Always',
      percent: 12.5,
      days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'],
      from: '00:00',
      to: '24:00',
    };
    const jobs: { readonly job_number: string; readonly card: number }[] = [];
    for (const card of [
      { per_km: 3.33 },
      { surcharges: [surcharge] },
      { insurance_percent: 0.3333, base_fee: 31.07, step: 0.05 },
    ]) {
      const { version } = await publishNew(card);
      for (const body of [
        {},
        { weight_kg: 7.3, cod_amount: 333.33 },
        { delivery_city: 'Lungi', declared_value: 999.99 },
      ])
        jobs.push({ job_number: (await create(body)).job_number, card: version });
    }
    await service.query(`UPDATE zones SET base_fee = 7777 WHERE code IN ('FT-LUM', 'PL-LUN')`);
    await module.refreshMap();
    for (const { job_number, card } of jobs)
      expect(await replay(card, job_number)).toMatchObject({
        equal: true,
        made_with_version: card,
        refusal: null,
      });
    await service.query(`UPDATE zones SET base_fee = NULL`);
    await publishNew({ per_km: 4, surcharges: [], insurance_percent: 1, base_fee: 25, step: 0.5 });
  });

  test('shows which line another card changes', async () => {
    const { job_number } = await create({ weight_kg: 5 });
    const { version } = await draft({ per_kg: 3 });
    const seen = await replay(version, job_number);
    expect(seen).toMatchObject({ equal: false, version });
    expect(seen.lines.find(({ code }) => code === 'weight')).toEqual({
      code: 'weight',
      label: 'Weight',
      was: 4,
      is: 6,
      equal: false,
    });
    expect(seen.lines.find(({ code }) => code === 'base')?.equal).toBe(true);
  });

  test("is refused for another merchant's delivery, one that is not there, and one whose making was not kept", async () => {
    const [current = 1] = await inForce();
    const { job_number } = await create();
    expect((await replay(current, job_number, merchantsKey)).equal).toBe(true);
    const stranger = {
      ...merchantsKey,
      reach: { merchantId: (await service.merchant()).id, livemode: false },
    };
    const otherMode = { ...merchantsKey, reach: { merchantId: shop.id, livemode: true } };
    for (const input of [stranger, otherMode])
      await expect(replay(current, job_number, input)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    for (const unknown of [UNKNOWN_JOB, 'x'])
      await expect(replay(current, unknown)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    await service.query(`UPDATE deliveries SET details = details - 'pricing' WHERE job_number = $1`, [
      job_number,
    ]);
    await expect(replay(current, job_number)).rejects.toMatchObject({
      code: 'PRICING_NOT_KEPT',
      status: 409,
    });
  });
});

test('a card may have another currency than zones without a fee of their own, which follow it', async () => {
  const { client } = await service.operator();
  const lumley = async () =>
    (await client.listDispatchZones({ query: { q: 'FT-LUM' } })).data.find(({ code }) => code === 'FT-LUM');
  const setFee = async (base_fee: number | null) =>
    (await client.updateZone({ params: { id: (await lumley())?.id ?? '' }, body: { base_fee } })).data;
  const before = await lumley();
  await setFee(30);
  const card = { currency: 'XOF', base_fee: 1500, step: 25, cod_max: 5_000_000 };
  await expect(draft(card)).rejects.toMatchObject({
    details: { fields: [{ path: 'card.currency', message: 'must be SLE, that of the fee of zone FT-LUM' }] },
  });
  await setFee(null);
  await publishNew(card);
  expect(await lumley()).toMatchObject({ base_fee: 1500, currency: 'XOF' });
  expect(await setFee(2000)).toMatchObject({ base_fee: 2000, currency: 'XOF' });
  expect(await quote()).toMatchObject({ currency: 'XOF' });
  await setFee(null);
  await publishNew({ currency: 'SLE', base_fee: 25, step: 0.5 });
  expect(await lumley()).toMatchObject({ base_fee: before?.base_fee, currency: 'SLE' });
});
