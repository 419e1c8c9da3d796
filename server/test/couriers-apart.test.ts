import { createClient, type Client } from '@cottontree/client';
import { Client as Database } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionNames } from '../src/store/index.ts';
import { jobIn } from './kit/job-in.ts';
import { nextPhone } from './kit/next-phone.ts';
import { parcel } from './kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

type Rider = { readonly id: string; readonly phone: string; readonly pin: string };
type Desk = { readonly client: Client; readonly livemode: boolean };

const PLACE = { lat: 8.484, lng: -13.234 };
const NOT_FOUND = { status: 404, code: 'DRIVER_NOT_FOUND' };

let service: TestService;
let shop: TestMerchant;
/** The same merchant in the other mode, and another merchant in both. */
let live: Client;
let strangers: Readonly<Record<'test' | 'live', Client>>;
let chief: Client;

const clientOf = (apiKey: string): Client => createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 });
const visitor = (): Client => clientOf('none');

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  live = clientOf(await service.key(shop.id, { livemode: true }));
  const stranger = await service.merchant();
  strangers = { test: stranger.client, live: clientOf(await service.key(stranger.id, { livemode: true })) };
  chief = (await service.operator()).client;
});
afterAll(() => service[Symbol.asyncDispose]());

/** A rider who is on shift and has a position. */
async function riderOf(client: Client, phone = nextPhone()): Promise<Rider & { readonly client: Client }> {
  const { data } = await client.createDispatchDriver({ body: { name: 'Sorie Kanu', phone } });
  const pin = (await client.resetDriverPin({ params: { id: data.id } })).data.pin ?? '';
  const { token } = (await visitor().signInDriver({ body: { phone, pin, driver_id: data.id } })).data;
  const signedIn = clientOf(token);
  await signedIn.setShift({ body: { online: true, ...PLACE } });
  return { id: data.id, phone, pin, client: signedIn };
}

const desks = (): readonly (Desk & { readonly whose: string })[] => [
  { whose: 'the other mode', client: live, livemode: true },
  { whose: 'another merchant', client: strangers.test, livemode: false },
  { whose: 'another merchant in the other mode', client: strangers.live, livemode: true },
];

/** Everything of a courier that a merchant's key is shown. */
const seenBy = async (client: Client) => [
  (await client.listDispatchDrivers()).data,
  (await client.getDispatchBoard()).data.drivers,
];

describe('a rider', () => {
  test('shows in no list and no count of another merchant or mode, whatever he does', async () => {
    const before = await Promise.all(desks().map(({ client }) => seenBy(client)));
    const rider = await riderOf(shop.client);
    const { data } = await shop.client.createDelivery({ body: parcel });
    await shop.client.assignDelivery({
      params: { jobNumber: data.job_number },
      body: { driver_id: rider.id },
    });
    expect(await Promise.all(desks().map(({ client }) => seenBy(client)))).toEqual(before);
    expect((await shop.client.getDispatchBoard()).data.drivers).toEqual({
      active: 1,
      on_shift: 1,
      free: 0,
      carrying: 1,
    });
    expect((await shop.client.listDispatchDrivers()).data).toMatchObject([
      { id: rider.id, livemode: false, jobs: 1 },
    ]);
  });

  test('is given, offered and changed by nobody else, and nobody is told that he is there', async () => {
    const rider = await riderOf(shop.client);
    for (const { whose, client } of desks()) {
      const params = { jobNumber: (await client.createDelivery({ body: parcel })).data.job_number };
      const told = (id: string) =>
        [
          client.assignDelivery({ params, body: { driver_id: id } }),
          client.startOffers({ params, body: { mode: 'manual', driver_ids: [id] } }),
          client.updateDispatchDriver({ params: { id }, body: { active: false } }),
          client.resetDriverPin({ params: { id }, body: {} }),
        ].map((asked) =>
          asked.then(
            () => 'done',
            (error: Error) => error.message.replaceAll(id, 'ID'),
          ),
        );
      const absent = await Promise.all(told('drv_00000000000000000000000000'));
      expect(await Promise.all(told(rider.id)), whose).toEqual(absent);
      for (const id of [rider.id, 'drv_00000000000000000000000000']) {
        await expect(client.assignDelivery({ params, body: { driver_id: id } }), whose).rejects.toMatchObject(
          NOT_FOUND,
        );
        const { data } = await client.assignDeliveries({
          body: { assignments: [{ job_number: params.jobNumber, driver_id: id }] },
        });
        expect(
          data.results.map(({ error }) => error?.code),
          whose,
        ).toEqual(['DRIVER_NOT_FOUND']);
      }
      expect((await client.getDelivery({ params })).data.driver, whose).toBeNull();
    }
    expect((await rider.client.listJobs()).data).toEqual([]);
  });

  test('cannot be given to others by the platform either', async () => {
    const rider = await riderOf(shop.client);
    for (const { client } of desks()) {
      const params = { jobNumber: (await client.createDelivery({ body: parcel })).data.job_number };
      await expect(chief.assignDelivery({ params, body: { driver_id: rider.id } })).rejects.toMatchObject(
        NOT_FOUND,
      );
    }
  });

  test('is never the one whom a test takes', async () => {
    const stranger = await service.merchant();
    await riderOf(shop.client);
    await riderOf(live);
    const { params } = await jobIn(stranger.client, 'assigned');
    expect((await stranger.client.getDelivery({ params })).data.driver).toBeNull();
  });

  test('sees no waiting test parcel of anybody else', async () => {
    const stranger = await service.merchant();
    const [ours, theirs] = [await riderOf(live), await riderOf(stranger.client)];
    const { data } = await shop.client.createDelivery({ body: parcel });
    for (const { client } of [ours, theirs])
      expect((await client.listOffers()).data.map(({ job_number }) => job_number)).not.toContain(
        data.job_number,
      );
  });

  test('keeps owner and mode while a parcel is under way, and changes both afterwards', async () => {
    const rider = await riderOf(shop.client);
    const { data } = await shop.client.createDelivery({ body: parcel });
    await shop.client.assignDelivery({
      params: { jobNumber: data.job_number },
      body: { driver_id: rider.id },
    });
    const turned = () => chief.updateDispatchDriver({ params: { id: rider.id }, body: { livemode: true } });
    await expect(turned()).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    await expect(
      shop.client.updateDispatchDriver({ params: { id: rider.id }, body: { livemode: true } }),
    ).rejects.toMatchObject({ code: 'OPERATORS_ONLY' });
    await shop.client.unassignDelivery({
      params: { jobNumber: data.job_number },
      body: { reason: 'Fell ill.' },
    });
    expect((await turned()).data).toMatchObject({ livemode: true, merchant_id: shop.id });
  });
});

describe('a courier of the platform', () => {
  test('shows a merchant what he has of its own only', async () => {
    const stranger = await service.merchant();
    const courier = await service.courier('Isatu Conteh');
    for (const { client } of [shop, stranger]) {
      const { data } = await client.createDelivery({ body: parcel });
      await client.assignDelivery({
        params: { jobNumber: data.job_number },
        body: { driver_id: courier.id },
      });
    }
    const [seen] = (await stranger.client.listDispatchDrivers()).data;
    expect(seen).toMatchObject({ id: courier.id, jobs: 1, livemode: null });
    expect((await chief.listDispatchDrivers({ query: { q: courier.phone } })).data).toMatchObject([
      { jobs: 2 },
    ]);
  });

  test('may be for one mode, and then carries in no other', async () => {
    const { data: added } = await chief.createDispatchDriver({
      body: { name: 'Hawa Turay', phone: nextPhone(), livemode: true },
    });
    const params = { jobNumber: (await shop.client.createDelivery({ body: parcel })).data.job_number };
    await expect(shop.client.assignDelivery({ params, body: { driver_id: added.id } })).rejects.toMatchObject(
      NOT_FOUND,
    );
  });
});

describe('a phone', () => {
  test('may ride for several, and nobody is told for whom', async () => {
    const phone = nextPhone();
    await chief.createDispatchDriver({ body: { name: 'Sorie Kanu', phone } });
    for (const client of [shop.client, live, strangers.test, strangers.live]) {
      expect((await client.createDispatchDriver({ body: { name: 'Sorie Kanu', phone } })).data.phone).toBe(
        phone,
      );
      await expect(
        client.createDispatchDriver({ body: { name: 'Sorie Kanu', phone } }),
      ).rejects.toMatchObject({ status: 409, code: 'PHONE_TAKEN' });
    }
  });

  test('signs in as whoever has the PIN; where several have it, as the live one or the one that is named', async () => {
    const phone = nextPhone();
    const [testing, earning] = [await riderOf(shop.client, phone), await riderOf(live, phone)];
    const signIn = async (body: object) =>
      (await visitor().signInDriver({ body: { phone, pin: testing.pin, ...body } })).data;
    expect((await signIn({})).driver.id).toBe(testing.id);
    await live.resetDriverPin({ params: { id: earning.id }, body: { pin: testing.pin } });
    expect(await signIn({})).toMatchObject({
      driver: { id: earning.id },
      accounts: [
        { driver_id: earning.id, livemode: true },
        { driver_id: testing.id, livemode: false },
      ],
    });
    expect((await signIn({ driver_id: testing.id })).driver.id).toBe(testing.id);
    const session = clientOf((await signIn({})).token);
    expect((await session.getDriverAccount()).data.id).toBe(earning.id);
  });

  test('is not guessed at without limit by who has a rider with the same one', async () => {
    const phone = nextPhone();
    await riderOf(strangers.test, phone);
    const { pin } = await riderOf(shop.client, phone);
    const codes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (const guess of ['111222', '333444', '555666', pin])
        codes.push(
          await visitor()
            .signInDriver({ body: { phone, pin: guess } })
            .then(
              () => 'in',
              (error: { code: string }) => error.code,
            ),
        );
    }
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS').length).toBeLessThanOrEqual(5);
    expect(codes).toContain('RATE_LIMITED');
  });
});

describe('the wall in the database', () => {
  test('shows the app role neither riders of others nor where couriers are who carry nothing for it', async () => {
    const stranger = await service.merchant();
    const [ours, theirs, platforms] = [
      await riderOf(shop.client),
      await riderOf(stranger.client),
      await service.courier(),
    ];
    await platforms.client.setShift({ body: { online: true, ...PLACE } });
    const database = new Database({ connectionString: service.databaseUrl });
    await database.connect();
    const seen = async (sql: string): Promise<readonly string[]> => {
      await database.query('BEGIN');
      await database.query(
        `SELECT set_config('role', 'cottontree_app', true), set_config('cottontree.tenants', $1, true)`,
        [`{${shop.id}}`],
      );
      const { rows } = await database.query<{ id: string }>(sql);
      await database.query('ROLLBACK');
      return rows.map(({ id }) => id);
    };
    const [drivers, places] = [
      await seen('SELECT id FROM drivers'),
      await seen('SELECT driver_id AS id FROM driver_positions'),
    ];
    expect([drivers.includes(ours.id), drivers.includes(theirs.id), drivers.includes(platforms.id)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([places.includes(ours.id), places.includes(theirs.id), places.includes(platforms.id)]).toEqual([
      true,
      false,
      false,
    ]);
    const { data } = await shop.client.createDelivery({ body: parcel });
    await shop.client.assignDelivery({
      params: { jobNumber: data.job_number },
      body: { driver_id: platforms.id },
    });
    expect(await seen('SELECT driver_id AS id FROM driver_positions')).toContain(platforms.id);
    expect(
      await seen(
        `SELECT on_shift::text AS id FROM ${functionNames['lock_driver_load']}('${theirs.id}', '${shop.id}', false)`,
      ),
    ).toEqual([]);
    // Whatever statement comes, nobody gives a parcel to a rider of somebody else.
    const given = database.query('UPDATE deliveries SET driver_id = $1 WHERE job_number = $2', [
      theirs.id,
      data.job_number,
    ]);
    await expect(given).rejects.toThrow('does not carry');
    await database.end();
  });
});
