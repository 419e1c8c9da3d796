import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@cottontree/client';
import { newEvent } from '../../../test/kit/event.ts';
import { signedInMember } from '../../../test/kit/member.ts';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { updateMerchant } from '../merchants/index.ts';

let service: TestService;
let chief: Client;
let chiefId: string;

beforeAll(async () => {
  service = await startService();
  const operator = await service.operator();
  [chief, chiefId] = [operator.client, operator.id];
});
afterAll(() => service[Symbol.asyncDispose]());

const actsOf = async (id: string) =>
  (await chief.listPlatformActs({ query: { merchant_id: id } })).data.map(({ action }) => action);

test('an operator adds a merchant, whose owner signs up by the link and has a merchant to work for', async () => {
  const { data: made } = await chief.createPlatformMerchant({
    body: { name: 'Kadiatu Cloth', email: 'Kadiatu@example.sl' },
  });
  expect(made).toMatchObject({
    name: 'Kadiatu Cloth',
    status: 'active',
    currency: 'SLE',
    time_zone: 'Africa/Freetown',
    suspension: null,
    members: 0,
    invitation: { email: 'kadiatu@example.sl', mailed: false },
  });
  const token = made.invitation.link.split('#')[1] ?? '';
  const accepted = await chief.acceptInvitation({
    params: { token },
    body: { name: 'Kadiatu Kargbo', password: 'three ferries to Lungi' },
  });
  expect(accepted.data.memberships).toMatchObject([{ merchant_id: made.id, role: 'owner' }]);
  const { data } = await chief.getPlatformMerchant({ params: { id: made.id } });
  expect(data.members).toBe(1);
  expect(await actsOf(made.id)).toEqual(['createPlatformMerchant']);
  expect(
    JSON.stringify((await chief.listPlatformActs({ query: { merchant_id: made.id } })).data),
  ).not.toContain(token);
});

test('a country whose money is not known, and an address that is none, are refused at their field', async () => {
  for (const [body, path] of [
    [{ name: 'Shop', email: 'owner@example.sl', country: 'XX' }, 'country'],
    [{ name: 'Shop', email: 'no address' }, 'email'],
  ] as const)
    await expect(chief.createPlatformMerchant({ body })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path }] },
    });
});

test('another owner is invited; who belongs to the merchant already is not', async () => {
  const { id } = await service.merchant();
  const { email } = await signedInMember(service, { merchantId: id });
  const { data } = await chief.inviteOwner({ params: { id }, body: { email: 'second@example.sl' } });
  expect(data).toMatchObject({
    email: 'second@example.sl',
    link: expect.stringContaining('/dashboard/invitation#'),
  });
  await expect(chief.inviteOwner({ params: { id }, body: { email } })).rejects.toMatchObject({
    code: 'ALREADY_MEMBER',
  });
  await expect(chief.inviteOwner({ params: { id: 'mch_none' }, body: { email } })).rejects.toMatchObject({
    code: 'MERCHANT_NOT_FOUND',
  });
  await service.query(
    `INSERT INTO invitations SELECT (jsonb_populate_record(i, jsonb_build_object('id', 'ivt_' || n, 'email', n || '@example.sl', 'token_hash', decode(md5(n::text), 'hex')))).* FROM invitations i, generate_series(1, 500) n WHERE i.merchant_id = $1`,
    [id],
  );
  await expect(
    chief.inviteOwner({ params: { id }, body: { email: 'late@example.sl' } }),
  ).rejects.toMatchObject({ code: 'TOO_MANY_MEMBERS' });
});

describe('a merchant who is suspended', () => {
  test('is refused with keys and people, sells nothing more, and keeps what was sold', async () => {
    const shop = await service.merchant();
    const person = await signedInMember(service, { merchantId: shop.id });
    const event = await newEvent(shop, { status: 'published' });
    const { data: parcelMade } = await shop.client.createDelivery({ body: parcel });
    const params = { id: shop.id };
    const { data: suspended } = await chief.suspendMerchant({
      params,
      body: { reason: 'Goods never came.' },
    });
    expect(suspended).toMatchObject({
      status: 'suspended',
      suspension: { reason: 'Goods never came.', by: chiefId, at: expect.any(String) },
    });
    for (const client of [shop.client, person.client])
      await expect
        .poll(() => client.listDeliveries().catch(({ code }: { code: string }) => code))
        .toBe('MERCHANT_SUSPENDED');
    const origin = new URL(service.baseUrl).origin;
    const statusOf = async (path: string): Promise<number> => (await fetch(`${origin}${path}`)).status;
    // What is kept of an event is a second old at most.
    service.advance(2_000);
    await expect.poll(() => statusOf(`/e/${event.id}`)).toBe(404);
    expect(await statusOf(new URL(parcelMade.tracking_url).pathname)).toBe(200);
    const dispatched = await chief.getDispatchDelivery({ params: { jobNumber: parcelMade.job_number } });
    expect(dispatched.data.status).toBe('pending');

    const again = await chief.suspendMerchant({ params, body: { reason: 'Another reason.' } });
    expect(again.data).toEqual(suspended);
    expect((await chief.reinstateMerchant({ params })).data).toMatchObject({
      status: 'active',
      suspension: null,
    });
    await chief.reinstateMerchant({ params });
    await expect
      .poll(() =>
        shop.client.listDeliveries().then(
          ({ meta }) => meta.total,
          () => null,
        ),
      )
      .toBe(1);
    expect(await actsOf(shop.id)).toEqual(['reinstateMerchant', 'suspendMerchant']);
  });

  test('by the command line has no reason, and none of an earlier suspension', async () => {
    const { id } = await service.merchant();
    const { context } = service.server.runtime;
    await chief.suspendMerchant({ params: { id }, body: { reason: 'First.' } });
    await updateMerchant(context, id, { status: 'active' });
    await updateMerchant(context, id, { status: 'suspended' });
    expect((await chief.getPlatformMerchant({ params: { id } })).data).toMatchObject({
      status: 'suspended',
      suspension: { reason: null, by: null, at: null },
    });
  });
});

test('limits are changed on the version that was read, and hold', async () => {
  const shop = await service.merchant();
  const params = { id: shop.id };
  const { data: before, etag } = await chief.getPlatformMerchant({ params });
  const { data } = await chief.updatePlatformMerchant({
    params,
    body: { reads_per_second: 7 },
    ifMatch: etag ?? '',
  });
  expect(data).toMatchObject({
    reads_per_second: 7,
    writes_per_second: before.writes_per_second,
    version: before.version + 1,
  });
  await expect(
    chief.updatePlatformMerchant({ params, body: { reads_per_second: 8 }, ifMatch: etag ?? '' }),
  ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await expect
    .poll(async () => {
      const answer = await fetch(`${service.baseUrl}/shipping/deliveries`, {
        headers: { authorization: `Bearer ${shop.key}` },
      });
      return answer.headers.get('ratelimit-limit');
    })
    .toBe('14');
});

test('merchants are found by a part of their name or address, and by status', async () => {
  const { id } = await service.merchant({ name: 'Needle & Thread' });
  await chief.suspendMerchant({ params: { id }, body: { reason: 'Moved away.' } });
  const found = async (query: object) =>
    (await chief.listPlatformMerchants({ query: { limit: 100, ...query } })).data.map((one) => one.id);
  expect(await found({ q: 'needle' })).toEqual([id]);
  expect(await found({ q: 'needle', status: 'active' })).toEqual([]);
  expect(await found({ status: 'suspended', sort: 'created_at' })).toContain(id);
});

test('the health of the server tells what waits, the database, the schema and the nodes', async () => {
  const { data } = await chief.getPlatformHealth();
  expect(data).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    queues: { facts: expect.any(Number), ready: expect.any(Number), notices: expect.any(Number) },
    database: { server_version: expect.stringMatching(/^\d+/), embedded: false },
    disk: null,
    migrations: { count: expect.any(Number), latest: expect.stringMatching(/\w+/) },
  });
  expect(data.database.size_bytes).toBeGreaterThan(1_000_000);
  expect(data.database.connections).toBeLessThanOrEqual(data.database.connections_max);
  const [applied] = await service.query('SELECT count(*)::int AS count FROM schema_migrations');
  expect(data.migrations.count).toBe(applied?.['count']);
});

test('only people with the role operator see and change any of it', async () => {
  const { id, client: shopClient } = await service.merchant();
  const { client: dispatcher } = await service.operator('dispatcher');
  for (const client of [dispatcher, shopClient])
    for (const ask of [
      () => client.listPlatformMerchants(),
      () => client.getPlatformMerchant({ params: { id } }),
      () => client.createPlatformMerchant({ body: { name: 'Shop', email: 'owner@example.sl' } }),
      () => client.updatePlatformMerchant({ params: { id }, body: { reads_per_second: 1 } }),
      () => client.suspendMerchant({ params: { id }, body: { reason: 'No.' } }),
      () => client.reinstateMerchant({ params: { id } }),
      () => client.inviteOwner({ params: { id }, body: { email: 'owner@example.sl' } }),
      () => client.listPlatformActs(),
      () => client.getPlatformHealth(),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'OPERATORS_ONLY' });
  expect(await actsOf(id)).toEqual([]);
});

test('what operators did cannot be changed afterwards', async () => {
  const rights = await service.query(
    `SELECT has_table_privilege('cottontree_system', 'platform_acts', 'UPDATE') AS changes,
            has_table_privilege('cottontree_system', 'platform_acts', 'DELETE') AS deletes,
            has_table_privilege('cottontree_app', 'platform_acts', 'SELECT') AS shops`,
  );
  expect(rights).toEqual([{ changes: false, deletes: false, shops: false }]);
});
