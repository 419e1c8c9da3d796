import { operations, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COOKIE, clientWith, signedInMember } from '../../../../test/kit/member.ts';
import { createProbe, type Probe, type ProbeInput, type Seen } from '../../../../test/kit/probe.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let probe: Probe;
let shop: TestMerchant;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (id: OperationId, input: ProbeInput = {}): Promise<Seen> => probe.ask(id, input);
const signIn = ({ email, password }: { readonly email: string; readonly password: string }): Promise<Seen> =>
  ask('signInMember', { body: { email, password } });
const cookieOf = ({ headers }: Seen): string => headers.get('set-cookie') ?? '';

describe('signing in', () => {
  test('sets a cookie that no script reads and no other site sends, and tells where one belongs', async () => {
    const member = await signedInMember(service, { merchantId: shop.id, role: 'staff', refundMax: 50_000n });
    const seen = await signIn({ ...member, email: member.email.toUpperCase() });
    expect(seen).toMatchObject({
      status: 200,
      data: {
        id: member.id,
        email: member.email,
        locale: 'en',
        totp_enabled: false,
        passkeys: 0,
        memberships: [
          {
            id: member.membershipId,
            merchant_id: shop.id,
            merchant_name: 'Aminata Stores',
            role: 'staff',
            limits: { refund_max: 500 },
          },
        ],
      },
    });
    expect(cookieOf(seen)).toMatch(
      /^__Host-cottontree=cms_[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(seen.text).not.toContain('cms_');
    const cookie = cookieOf(seen).split(';')[0] ?? '';
    expect((await ask('getMemberAccount', { headers: { cookie } })).data['id']).toBe(member.id);
    const kept = await service.query('SELECT token_hash FROM sessions WHERE subject_id = $1', [member.id]);
    expect(JSON.stringify(kept)).not.toContain(cookie.slice(cookie.indexOf('=') + 1));
  });

  test('it names owners and admins of each shop beside the person, owners first, whom to ask for a right', async () => {
    const shop = await service.merchant({ name: 'Bo Stores' });
    const admin = await signedInMember(service, { merchantId: shop.id, role: 'admin' });
    await signedInMember(service, { merchantId: shop.id, role: 'developer' });
    const owner = await signedInMember(service, { merchantId: shop.id, role: 'owner' });
    const staff = await signedInMember(service, { merchantId: shop.id, role: 'staff' });
    const helpersOf = async (who: { readonly email: string; readonly password: string }) =>
      ((await signIn(who)).data['memberships'] as { readonly helpers: readonly object[] }[])[0]?.helpers;
    expect(await helpersOf(staff)).toMatchObject([
      { email: owner.email, role: 'owner' },
      { email: admin.email, role: 'admin' },
    ]);
    expect(await helpersOf(owner)).toMatchObject([{ email: admin.email }]);
  });

  test('a wrong password and an address that nobody has are refused alike, and guesses end', async () => {
    const member = await signedInMember(service, { merchantId: shop.id });
    const nobody = `nobody-${member.email}`;
    for (const email of [member.email, nobody]) {
      for (const left of [4, 3, 2, 1, 0])
        expect(await signIn({ email, password: 'ferry to Lungi' })).toMatchObject({
          status: 401,
          code: 'INVALID_CREDENTIALS',
          details: { tries_left: left },
        });
      expect(await signIn({ email, password: member.password })).toMatchObject({ code: 'RATE_LIMITED' });
    }
    service.advance(15 * 60_000 + 1_000);
    expect((await signIn(member)).status).toBe(200);
  });

  test("another site's page signs nobody in", async () => {
    const member = await signedInMember(service, { merchantId: shop.id });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://shop.example.sl' },
      { origin: 'null' },
    ] as Record<string, string>[])
      expect(await ask('signInMember', { body: member, headers })).toMatchObject({
        code: 'ORIGIN_NOT_ALLOWED',
      });
  });

  test('signing out ends the session and takes the cookie back', async () => {
    const { headers } = await signedInMember(service, { merchantId: shop.id });
    const seen = await ask('signOutMember', { headers });
    expect(seen).toMatchObject({ status: 200, data: { signed_out: true } });
    expect(cookieOf(seen)).toBe(`${COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`);
    expect(await ask('getMemberAccount', { headers })).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await ask('listKeys', { headers })).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('a session ends after 12 hours without use and after 30 days in any case', async () => {
    const hour = 3_600_000;
    const { headers } = await signedInMember(service, { merchantId: shop.id });
    const isOpen = async (): Promise<boolean> => (await ask('getMemberAccount', { headers })).status === 200;
    service.advance(11 * hour);
    expect(await isOpen()).toBe(true);
    const { sessions } = service.server.modules.accounts;
    await sessions.noteUse();
    for (let hours = 11; hours < 29 * 24; hours += 11) {
      service.advance(11 * hour);
      await isOpen();
      await sessions.noteUse();
    }
    expect(await isOpen()).toBe(true);
    service.advance(24 * hour);
    expect(await isOpen()).toBe(false);
    const idle = await signedInMember(service, { merchantId: shop.id });
    service.advance(12 * hour + 61_000);
    expect(await ask('getMemberAccount', { headers: idle.headers })).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('behind plain HTTP the cookie goes without what browsers would refuse there', async () => {
    await using plain = await startService({ environment: { PUBLIC_URL: 'http://192.0.2.7:8080' } });
    const { id } = await plain.merchant();
    const member = await signedInMember(plain, { merchantId: id });
    const seen = await createProbe(plain.baseUrl).ask('signInMember', {
      body: { email: member.email, password: member.password },
    });
    expect(cookieOf(seen)).toMatch(
      /^cottontree=cms_[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('the own account', () => {
  test('has a name and a language that one changes oneself', async () => {
    const { client } = await signedInMember(service, { merchantId: shop.id });
    await client.updateMemberAccount({ body: { name: 'Isatu Kamara', locale: 'kri' } });
    expect((await client.getMemberAccount()).data).toMatchObject({ name: 'Isatu Kamara', locale: 'kri' });
  });

  test('is opened by no key, nor by the token in a header', async () => {
    const { token, headers } = await signedInMember(service, { merchantId: shop.id });
    for (const key of [shop.key, token])
      expect(await ask('getMemberAccount', { key, headers })).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await ask('listKeys', { key: token })).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await ask('getMemberAccount', { headers, query: { token } })).toMatchObject({
      code: 'UNAUTHORIZED',
      message: expect.stringContaining('URL'),
    });
  });
});

describe('a session of the dashboard', () => {
  test('calls what a secret key of the merchant and mode may, and is told apart by mode', async () => {
    const { client, headers } = await signedInMember(service, { merchantId: shop.id });
    const made = await client.createCustomer({ body: { name: 'Fatmata Koroma' } });
    expect((await shop.client.listCustomers()).data.map(({ id }) => id)).toContain(made.data.id);
    const live = clientWith(service, () => ({ ...headers, 'x-mode': 'live' }));
    expect((await live.listCustomers()).data).toEqual([]);
    await expect(live.createTestClock({ body: {} })).rejects.toMatchObject({ code: 'TEST_ONLY' });
    await expect(live.getCustomer({ params: { id: made.data.id } })).rejects.toMatchObject({
      code: 'CUSTOMER_NOT_FOUND',
    });
  });

  test('must name merchant and mode, and one that the person belongs to', async () => {
    const { headers } = await signedInMember(service, { merchantId: shop.id });
    const { 'x-merchant': _merchant, 'x-mode': _mode, ...bare } = headers;
    expect(await ask('listCustomers', { headers: bare })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'X-Merchant' }, { path: 'X-Mode' }] },
    });
    const stranger = await service.merchant();
    for (const merchant of [stranger.id, 'mch_00000000000000000000000000'])
      expect(await ask('listCustomers', { headers: { ...headers, 'x-merchant': merchant } })).toMatchObject({
        status: 403,
        code: 'NOT_A_MEMBER',
      });
  });

  test('gives way to a key that comes beside it', async () => {
    const { headers } = await signedInMember(service, { merchantId: shop.id });
    const { 'sec-fetch-site': _site, ...sent } = headers;
    const stranger = await service.merchant();
    const { data } = await stranger.client.createCustomer({ body: { name: 'Of another shop' } });
    const seen = await ask('getCustomer', { key: stranger.key, headers: sent, params: { id: data.id } });
    expect(seen.status).toBe(200);
  });

  test('changes nothing unless a page of ours asks, and is read by no page of another site', async () => {
    const { headers } = await signedInMember(service, { merchantId: shop.id });
    const { 'sec-fetch-site': _site, ...bare } = headers;
    const ours = new URL(service.baseUrl).origin;
    const body = operations.createCustomer.example.body;
    const asking = (more: Record<string, string>) =>
      ask('createCustomer', { headers: { ...bare, ...more }, body });
    for (const more of [
      {},
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: ours },
      { 'sec-fetch-site': 'none' },
      { origin: 'null' },
      { origin: 'https://shop.example.sl' },
    ] as Record<string, string>[])
      expect(await asking(more), JSON.stringify(more)).toMatchObject({
        status: 403,
        code: 'ORIGIN_NOT_ALLOWED',
      });
    expect((await asking({ origin: ours })).status).toBe(201);
    const reading = (more: Record<string, string>) => ask('listCustomers', { headers: { ...bare, ...more } });
    for (const more of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://shop.example.sl' }] as Record<
      string,
      string
    >[])
      expect(await reading(more)).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
    for (const more of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }] as Record<
      string,
      string
    >[])
      expect((await reading(more)).status).toBe(200);
  });

  test('goes as far as the role: who only looks changes nothing', async () => {
    const viewer = await signedInMember(service, { merchantId: shop.id, role: 'viewer' });
    expect((await viewer.client.listCustomers()).status).toBe(200);
    await expect(viewer.client.createCustomer({ body: { name: 'X' } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
      details: { scope: 'customers:write', role: 'viewer' },
    });
    const staff = await signedInMember(service, { merchantId: shop.id, role: 'staff' });
    await expect(staff.client.listKeys()).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  });

  test('repeats for nobody else: an Idempotency-Key is the own of the person', async () => {
    const [one, other] = [
      await signedInMember(service, { merchantId: shop.id }),
      await signedInMember(service, { merchantId: shop.id }),
    ];
    const create = async (client: typeof one.client): Promise<string> =>
      (await client.createCustomer({ body: { name: 'Once' }, idempotencyKey: 'form-1' })).data.id;
    const first = await create(one.client);
    expect(await create(one.client)).toBe(first);
    expect(await create(other.client)).not.toBe(first);
  });
});
