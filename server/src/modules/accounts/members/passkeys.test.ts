import type { OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedInMember, type TestMember } from '../../../../test/kit/member.ts';
import { testPasskey, type TestPasskey } from '../../../../test/kit/passkey.ts';
import { createProbe, type Probe, type ProbeInput, type Seen } from '../../../../test/kit/probe.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let origin: string;
let place = 0;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  ({ origin } = new URL(service.server.runtime.context.settings.publicUrl));
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (id: OperationId, input: ProbeInput = {}): Promise<Seen> => probe.ask(id, input);
const member = (): Promise<TestMember> => signedInMember(service, { merchantId: shop.id });
/** Each from a place of its own, so that limits of one place stay out of the way. */
const fromAfar = (): { readonly 'x-forwarded-for': string } => ({
  'x-forwarded-for': `203.0.${Math.floor((place += 1) / 250)}.${(place % 250) + 1}`,
});
const challengeOf = (data: Readonly<Record<string, unknown>>): string => String(data['challenge']);

async function begin(one: TestMember): Promise<string> {
  return challengeOf((await one.client.startPasskey({ body: { password: one.password } })).data);
}

async function withPasskey(counter = 0): Promise<TestMember & { readonly device: TestPasskey }> {
  const one = await member();
  const device = testPasskey();
  const credential = device.make({ origin, challenge: await begin(one), counter });
  await one.client.addPasskey({ body: { name: 'Phone', credential } });
  return { ...one, device };
}

async function asked(): Promise<string> {
  const { data } = await ask('startPasskeySignIn', { headers: fromAfar() });
  return challengeOf(data);
}

const signIn = (credential: ReturnType<TestPasskey['use']>): Promise<Seen> =>
  ask('signInWithPasskey', { body: { credential }, headers: fromAfar() });

describe('a passkey', () => {
  test('is made by who knows the password, is told with when it was used, renamed and removed', async () => {
    const one = await member();
    await expect(one.client.startPasskey({ body: { password: 'not the one' } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    const { data: options } = await one.client.startPasskey({ body: { password: one.password } });
    expect(options).toMatchObject({
      rp: { id: new URL(origin).hostname },
      user: { id: Buffer.from(one.id).toString('base64url'), name: one.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const device = testPasskey();
    const credential = device.make({ origin, challenge: challengeOf(options) });
    const { data: made } = await one.client.addPasskey({ body: { name: 'Phone', credential } });
    expect(made).toMatchObject({ name: 'Phone', synced: false, last_used_at: null });
    expect((await one.client.getMemberAccount()).data.passkeys).toBe(1);
    const { data: renamed } = await one.client.updatePasskey({
      params: { id: made.id },
      body: { name: 'Old phone' },
    });
    expect(renamed.name).toBe('Old phone');
    expect((await one.client.startPasskey({ body: { password: one.password } })).data).toMatchObject({
      excludeCredentials: [{ id: device.id }],
    });
    await one.client.deletePasskey({ params: { id: made.id } });
    expect((await one.client.listPasskeys({})).data).toEqual([]);
    expect((await signIn(device.use({ origin, challenge: await asked() }))).code).toBe('PASSKEY_REFUSED');
  });

  test('signs its person in without name and code, also where an app is asked for its code', async () => {
    const { device, id } = await withPasskey();
    await service.query("UPDATE people SET totp_secret = '\\x00' WHERE id = $1", [id]);
    const userHandle = Buffer.from(id).toString('base64url');
    const seen = await signIn(device.use({ origin, challenge: await asked(), userHandle }));
    expect(seen).toMatchObject({ status: 200, data: { id, passkeys: 1 } });
    const cookie = (seen.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const { data } = await ask('listPasskeys', { headers: { cookie } });
    expect(data).toMatchObject([{ name: 'Phone', last_used_at: expect.any(String) as string }]);
  });

  test('answers a question once, within five minutes, and only that which was asked', async () => {
    const { device } = await withPasskey();
    const used = device.use({ origin, challenge: await asked() });
    const tries = await Promise.all([signIn(used), signIn(used), signIn(used)]);
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await signIn(used)).code).toBe('PASSKEY_REFUSED');
    const invented = Buffer.alloc(32, 7).toString('base64url');
    expect((await signIn(device.use({ origin, challenge: invented }))).code).toBe('PASSKEY_REFUSED');
    const late = device.use({ origin, challenge: await asked() });
    service.advance(300_001);
    expect((await signIn(late)).code).toBe('PASSKEY_REFUSED');
  });

  test('opens nothing for a page elsewhere, another name, a person not verified, a signature not its own', async () => {
    const { device, id } = await withPasskey();
    const other = await withPasskey();
    const elsewhere = 'https://pay.example.sl';
    const wrongs = [
      device.use({ origin: elsewhere, rpId: new URL(origin).hostname, challenge: await asked() }),
      device.use({ origin, rpId: 'pay.example.sl', challenge: await asked() }),
      device.use({ origin, verified: false, challenge: await asked() }),
      device.use({
        origin,
        challenge: await asked(),
        userHandle: Buffer.from(other.id).toString('base64url'),
      }),
      { ...other.device.use({ origin, challenge: await asked() }), id: device.id, rawId: device.id },
    ];
    for (const [at, credential] of wrongs.entries())
      expect(await signIn(credential), `wrong ${at}`).toMatchObject({
        status: 401,
        code: 'PASSKEY_REFUSED',
      });
    expect(await signIn(device.use({ origin, challenge: await asked() }))).toMatchObject({ data: { id } });
  });

  test('opens nothing once its counter went back, as that of a copy does', async () => {
    const { device } = await withPasskey(4);
    const use = async (counter: number): Promise<Seen> =>
      signIn(device.use({ origin, challenge: await asked(), counter }));
    expect((await use(5)).status).toBe(200);
    expect((await use(5)).code).toBe('PASSKEY_REFUSED');
    expect((await use(3)).code).toBe('PASSKEY_REFUSED');
    expect((await use(0)).code).toBe('PASSKEY_REFUSED');
    expect((await use(6)).status).toBe(200);
  });
});

describe('making one', () => {
  test('answers only the question that this very person was asked last, once', async () => {
    const [one, other] = [await member(), await member()];
    const device = testPasskey();
    const challenge = await begin(other);
    const credential = device.make({ origin, challenge });
    const add = (who: TestMember, made: typeof credential): Promise<unknown> =>
      who.client.addPasskey({ body: { name: 'Phone', credential: made } }).catch((error: unknown) => error);
    expect(await add(one, credential)).toMatchObject({ code: 'PASSKEY_REFUSED' });
    const toSignIn = device.make({ origin, challenge: await asked() });
    expect(await add(one, toSignIn)).toMatchObject({ code: 'PASSKEY_REFUSED' });
    expect(await add(other, credential)).toMatchObject({ data: { name: 'Phone' } });
    expect(await add(other, credential)).toMatchObject({ code: 'PASSKEY_REFUSED' });
    const stolen = device.make({ origin, challenge: await begin(one) });
    expect(await add(one, stolen)).toMatchObject({ code: 'PASSKEY_REFUSED' });
    expect((await one.client.listPasskeys({})).data).toEqual([]);
    const [first, second] = [await begin(one), await begin(one)];
    expect(await add(one, testPasskey().make({ origin, challenge: first }))).toMatchObject({
      code: 'PASSKEY_REFUSED',
    });
    expect(await add(one, testPasskey().make({ origin, challenge: second }))).toMatchObject({
      data: { name: 'Phone' },
    });
  });

  test('is refused for a page elsewhere, another name, a person not verified, certificates; the question is gone', async () => {
    const one = await member();
    const device = testPasskey();
    const wrongs = [
      { origin: 'https://pay.example.sl', rpId: new URL(origin).hostname },
      { origin, rpId: 'pay.example.sl' },
      { origin, verified: false },
      { origin, format: 'fido-u2f' },
    ];
    for (const wrong of wrongs) {
      const challenge = await begin(one);
      const add = (made: ReturnType<TestPasskey['make']>): Promise<unknown> =>
        one.client.addPasskey({ body: { name: 'Phone', credential: made } });
      await expect(add(device.make({ ...wrong, challenge })), JSON.stringify(wrong)).rejects.toMatchObject({
        code: 'PASSKEY_REFUSED',
      });
      if (!wrong.format)
        await expect(add(device.make({ origin, challenge }))).rejects.toMatchObject({
          code: 'PASSKEY_REFUSED',
        });
    }
  });

  test('ends at twenty, and nobody changes those of others', async () => {
    const one = await withPasskey();
    const other = await member();
    const [{ id } = { id: '' }] = (await one.client.listPasskeys({})).data;
    for (const act of [
      other.client.deletePasskey({ params: { id } }),
      other.client.updatePasskey({ params: { id }, body: { name: 'Mine' } }),
    ])
      await expect(act).rejects.toMatchObject({ status: 404, code: 'PASSKEY_NOT_FOUND' });
    const challenge = await begin(one);
    await service.query(
      `INSERT INTO passkeys (id, person_id, credential_id, public_key, counter, transports, name, synced, created_at)
       SELECT 'psk_' || n, person_id, decode(lpad(n::text, 8, '0'), 'hex'), public_key, 0, transports, name, synced, created_at
       FROM passkeys, generate_series(1, 19) n WHERE id = $1`,
      [id],
    );
    const full = { code: 'TOO_MANY_PASSKEYS' };
    await expect(begin(one)).rejects.toMatchObject(full);
    const credential = testPasskey().make({ origin, challenge });
    await expect(one.client.addPasskey({ body: { name: 'One more', credential } })).rejects.toMatchObject(
      full,
    );
  });
});

test('questions from one place end at thirty in a quarter of an hour', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  for (let n = 0; n < 30; n += 1) expect((await ask('startPasskeySignIn', { headers })).status).toBe(200);
  expect((await ask('startPasskeySignIn', { headers })).code).toBe('RATE_LIMITED');
});
