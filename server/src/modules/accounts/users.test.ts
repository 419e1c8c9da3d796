import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestPerson, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let boss: TestPerson;

beforeAll(async () => {
  service = await startService();
  boss = await service.operator();
});
afterAll(() => service[Symbol.asyncDispose]());

const visitor = (): Client => createClient({ baseUrl: service.baseUrl, apiKey: 'none', retries: 0 });
const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' };

describe('an operator', () => {
  test('adds a person, whose password is told once', async () => {
    const { data } = await boss.client.createUser({
      body: { name: 'Abu Sesay', email: 'Abu@Example.sl', role: 'dispatcher' },
    });
    expect(data).toMatchObject({
      id: expect.stringMatching(/^usr_/),
      email: 'abu@example.sl',
      role: 'dispatcher',
      status: 'active',
      last_signed_in_at: null,
      password: expect.stringMatching(/^[a-z2-9-]{19}$/),
    });
    expect(
      (await visitor().signInOperator({ body: { email: 'abu@example.sl', password: data.password ?? '' } }))
        .data.user.id,
    ).toBe(data.id);
    const listed = (await boss.client.listUsers()).data.find(({ id }) => id === data.id);
    expect(listed).toMatchObject({ name: 'Abu Sesay', last_signed_in_at: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain('password');
  });

  test('adds a person once however often the request comes', async () => {
    const call = {
      body: { name: 'Once', email: 'once@example.sl', role: 'cashier' as const },
      idempotencyKey: 'once',
    };
    const [first, again] = [await boss.client.createUser(call), await boss.client.createUser(call)];
    expect(again).toMatchObject({ replayed: true, data: first.data });
  });

  test('gives another role, which holds for the sessions that are open', async () => {
    const { id, client } = await service.operator('dispatcher');
    expect((await client.getOperatorAccount()).data.scopes).toContain('dispatch:write');
    await boss.client.updateUser({ params: { id }, body: { role: 'cashier' } });
    expect((await client.getOperatorAccount()).data.scopes).toEqual([
      'dispatch:read',
      'cash:write',
      'ledger:read',
    ]);
  });

  test('suspends a person, whose sessions end for good', async () => {
    const { id, client, email, password } = await service.operator('dispatcher');
    expect(
      (await boss.client.updateUser({ params: { id }, body: { status: 'suspended' } })).data.status,
    ).toBe('suspended');
    await expect(client.getOperatorAccount()).rejects.toMatchObject(UNAUTHORIZED);
    await expect(visitor().signInOperator({ body: { email, password } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    await boss.client.updateUser({ params: { id }, body: { status: 'active' } });
    await expect(client.getOperatorAccount()).rejects.toMatchObject(UNAUTHORIZED);
    await visitor().signInOperator({ body: { email, password } });
  });

  test('sets a new password for somebody who forgot it', async () => {
    const { id, client, email } = await service.operator('cashier');
    await boss.client.updateUser({ params: { id }, body: { password: 'three ferries to Lungi' } });
    await expect(client.getOperatorAccount()).rejects.toMatchObject(UNAUTHORIZED);
    await visitor().signInOperator({ body: { email, password: 'three ferries to Lungi' } });
  });

  test('does not find somebody who is not there', async () => {
    await expect(
      boss.client.updateUser({ params: { id: 'usr_x' }, body: { name: 'Nobody' } }),
    ).rejects.toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
  });

  test('cannot use an e-mail address twice', async () => {
    const body = {
      name: 'Twin',
      email: 'twin@example.sl',
      role: 'cashier' as const,
      password: 'three ferries to Lungi',
    };
    expect((await boss.client.createUser({ body })).data.password).toBeNull();
    await expect(
      boss.client.createUser({ body: { ...body, email: 'TWIN@example.sl' } }),
    ).rejects.toMatchObject({ status: 409, code: 'EMAIL_TAKEN' });
  });

  test('cannot lock himself out', async () => {
    for (const body of [
      { role: 'cashier' },
      { status: 'suspended' },
      { password: 'three ferries to Lungi' },
    ] as const) {
      await expect(boss.client.updateUser({ params: { id: boss.id }, body })).rejects.toMatchObject({
        status: 409,
        code: 'OWN_ACCOUNT',
      });
    }
    expect(
      (await boss.client.updateUser({ params: { id: boss.id }, body: { name: 'Hawa B.' } })).data.name,
    ).toBe('Hawa B.');
  });
});

test('of two operators who suspend each other at once one is left', async () => {
  for (const change of [{ status: 'suspended' }, { role: 'cashier' }] as const) {
    const [one, other] = [await service.operator(), await service.operator()];
    const ended = await Promise.allSettled([
      one.client.updateUser({ params: { id: other.id }, body: change }),
      other.client.updateUser({ params: { id: one.id }, body: change }),
    ]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const listed = (await boss.client.listUsers({ query: { limit: 100 } })).data.filter(({ id }) =>
      [one.id, other.id].includes(id),
    );
    expect(listed.filter(({ role, status }) => role === 'operator' && status === 'active')).toHaveLength(1);
  }
});

test('nobody else sees or changes the people of the platform', async () => {
  const { client: dispatcher } = await service.operator('dispatcher');
  const { client: merchant } = await service.merchant();
  for (const client of [dispatcher, merchant]) {
    const refused = [
      client.listUsers(),
      client.createUser({ body: { name: 'X', email: 'x@example.sl', role: 'operator' } }),
      client.updateUser({ params: { id: boss.id }, body: { role: 'cashier' } }),
    ];
    await Promise.all(
      refused.map((one) => expect(one).rejects.toMatchObject({ status: 403, code: 'OPERATORS_ONLY' })),
    );
  }
});

describe('a dispatcher', () => {
  test('gives a courier a new PIN, which ends the sessions of the old one', async () => {
    const { client } = await service.operator('dispatcher');
    const courier = await service.courier();
    const { data } = await client.resetDriverPin({ params: { id: courier.id } });
    expect(data).toEqual({ driver_id: courier.id, pin: expect.stringMatching(/^\d{6}$/) });
    await expect(courier.client.getDriverAccount()).rejects.toMatchObject(UNAUTHORIZED);
    expect(
      (await visitor().signInDriver({ body: { phone: courier.phone, pin: data.pin ?? '' } })).data.driver.id,
    ).toBe(courier.id);
    expect(
      (await client.resetDriverPin({ params: { id: courier.id }, body: { pin: '240791' } })).data.pin,
    ).toBeNull();
    await visitor().signInDriver({ body: { phone: courier.phone, pin: '240791' } });
  });

  test('does not find a courier who is not there', async () => {
    const { client } = await service.operator('dispatcher');
    await expect(client.resetDriverPin({ params: { id: 'drv_x' } })).rejects.toMatchObject({
      status: 404,
      code: 'DRIVER_NOT_FOUND',
    });
  });
});

describe("a merchant's key", () => {
  test('sets the PIN of its own riders, and finds no others', async () => {
    const [shop, stranger] = [await service.merchant({ livemode: true }), await service.merchant()];
    const [own, platforms] = [await service.driver(), await service.driver()];
    await service.query('UPDATE drivers SET merchant_id = $2, livemode = true WHERE id = $1', [own, shop.id]);
    for (let times = 0; times < 2; times += 1)
      expect((await shop.client.resetDriverPin({ params: { id: own } })).data.driver_id).toBe(own);
    const refused = [
      shop.client.resetDriverPin({ params: { id: platforms } }),
      stranger.client.resetDriverPin({ params: { id: own } }),
    ];
    await Promise.all(
      refused.map((one) => expect(one).rejects.toMatchObject({ status: 404, code: 'DRIVER_NOT_FOUND' })),
    );
  });

  test('of the other mode finds none of them', async () => {
    const shop = await service.merchant();
    const own = await service.driver();
    await service.query('UPDATE drivers SET merchant_id = $2, livemode = true WHERE id = $1', [own, shop.id]);
    await expect(shop.client.resetDriverPin({ params: { id: own } })).rejects.toMatchObject({
      status: 404,
      code: 'DRIVER_NOT_FOUND',
    });
  });
});
