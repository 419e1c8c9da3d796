import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { givePin } from './driver-pins.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const clientOf = (apiKey: string): Client => createClient({ baseUrl: service.baseUrl, apiKey, retries: 0 });
const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' };

describe('a courier', () => {
  test('reads who he is', async () => {
    const courier = await service.courier('Isatu Conteh');
    expect((await courier.client.getDriverAccount()).data).toMatchObject({
      id: courier.id,
      name: 'Isatu Conteh',
      phone: courier.phone,
    });
  });

  test('signs out of this session and no other', async () => {
    const courier = await service.courier();
    await givePin(service.server.modules.accounts, { driver: courier.id, pin: '240791' });
    const [one, other] = await Promise.all(
      [0, 1].map(async () =>
        clientOf(
          (await clientOf('none').signInDriver({ body: { phone: courier.phone, pin: '240791' } })).data.token,
        ),
      ),
    );
    if (!one || !other) throw new Error('There are two sessions.');
    await one.getDriverAccount();
    expect((await one.signOutDriver()).data).toEqual({ signed_out: true });
    await expect(one.getDriverAccount()).rejects.toMatchObject(UNAUTHORIZED);
    expect((await other.getDriverAccount()).data.id).toBe(courier.id);
  });

  test('changes the PIN, which ends the other sessions', async () => {
    const courier = await service.courier();
    await givePin(service.server.modules.accounts, { driver: courier.phone, pin: '240791' });
    await expect(
      courier.client.getDriverAccount(),
      'a new PIN ends what the old one let in',
    ).rejects.toMatchObject(UNAUTHORIZED);
    const signIn = async (pin: string): Promise<Client> =>
      clientOf((await clientOf('none').signInDriver({ body: { phone: courier.phone, pin } })).data.token);
    const [mine, lost] = [await signIn('240791'), await signIn('240791')];
    const change = { body: { pin: '240791', new_pin: '7193' }, idempotencyKey: 'change-1' };
    expect((await mine.changePin(change)).data).toEqual({ changed: true });
    expect((await mine.changePin(change)).replayed, 'the answer that was lost comes again').toBe(true);
    await expect(lost.getDriverAccount()).rejects.toMatchObject(UNAUTHORIZED);
    expect((await mine.getDriverAccount()).data.id).toBe(courier.id);
    await expect(signIn('240791')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await signIn('7193');
  });

  test('cannot have a PIN that everybody tries first, or that is none', async () => {
    const { client } = await service.courier();
    for (const pin of ['0000', '1212', '1234', '98765', '123', '123456789', 'abcd', '٣٤٥٦']) {
      await expect(client.changePin({ body: { pin: '1', new_pin: pin } }), pin).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { fields: [{ path: 'new_pin' }] },
      });
    }
  });
});

describe('a person of the platform', () => {
  test('reads who is signed in', async () => {
    const { client, id, email } = await service.operator('dispatcher');
    expect((await client.getOperatorAccount()).data).toEqual({
      id,
      email,
      name: 'Hawa Bangura',
      role: 'dispatcher',
      scopes: ['dispatch:read', 'dispatch:write', 'reports:read'],
    });
  });

  test('lists the open sessions and ends one that was left somewhere', async () => {
    const { client, email, password } = await service.operator('cashier');
    const { token } = (await clientOf('none').signInOperator({ body: { email, password } })).data;
    const { data, meta } = await client.listSessions();
    expect(meta.total).toBe(2);
    expect(data.map(({ current }) => current)).toEqual([false, true]);
    const [left] = data;
    expect((await client.endSession({ params: { id: left?.id ?? '' } })).data).toEqual({
      id: left?.id,
      ended: true,
    });
    await expect(clientOf(token).getOperatorAccount()).rejects.toMatchObject(UNAUTHORIZED);
    await expect(client.endSession({ params: { id: left?.id ?? '' } })).rejects.toMatchObject({
      status: 404,
      code: 'SESSION_NOT_FOUND',
    });
  });

  test('cannot end the session of somebody else', async () => {
    const [mine, other] = [await service.operator(), await service.operator()];
    const [theirs] = (await other.client.listSessions()).data;
    await expect(mine.client.endSession({ params: { id: theirs?.id ?? '' } })).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
    expect((await other.client.listSessions()).meta.total).toBe(1);
  });

  test('changes the password, which ends the other sessions', async () => {
    const { client, email, password } = await service.operator();
    const lost = clientOf((await clientOf('none').signInOperator({ body: { email, password } })).data.token);
    await expect(
      client.changePassword({
        body: { password: 'not the password', new_password: 'three ferries to Lungi' },
      }),
    ).rejects.toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    for (const short of ['nine char', 'a'.repeat(129), 'abababababab'])
      await expect(client.changePassword({ body: { password, new_password: short } })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    expect(
      (await client.changePassword({ body: { password, new_password: 'three ferries to Lungi' } })).data,
    ).toEqual({ changed: true });
    await expect(lost.getOperatorAccount()).rejects.toMatchObject(UNAUTHORIZED);
    await clientOf('none').signInOperator({ body: { email, password: 'three ferries to Lungi' } });
  });

  test('changes the password once, where several who know it do so at once', async () => {
    const { client, email, password } = await service.operator();
    const wished = ['three ferries to Lungi', 'four ferries to Lungi', 'five ferries to Lungi'];
    const changes = await Promise.allSettled(
      wished.map((new_password) => client.changePassword({ body: { password, new_password } })),
    );
    const done = wished.filter((_, at) => changes[at]?.status === 'fulfilled');
    expect(done).toHaveLength(1);
    for (const change of changes)
      if (change.status === 'rejected') expect(change.reason).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await clientOf('none').signInOperator({ body: { email, password: done[0] ?? '' } });
  });

  test('signs out', async () => {
    const { client } = await service.operator();
    await client.signOutOperator();
    await expect(client.getOperatorAccount()).rejects.toMatchObject(UNAUTHORIZED);
  });

  test('is no merchant, whose key has no account', async () => {
    const { client } = await service.merchant();
    const refused = [
      client.getOperatorAccount(),
      client.signOutOperator(),
      client.changePassword({ body: { password: 'x', new_password: 'three ferries to Lungi' } }),
      client.listSessions(),
      client.endSession({ params: { id: 'ses_x' } }),
    ];
    await Promise.all(
      refused.map((one) => expect(one).rejects.toMatchObject({ status: 403, code: 'OPERATORS_ONLY' })),
    );
  });
});
