import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPairedTills, type PairedTills } from '../../../../test/kit/paired-tills.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let ask: PairedTills['ask'];
let till: PairedTills['till'];
let claim: PairedTills['claim'];
let pairedTill: PairedTills['pairedTill'];
let worker: PairedTills['worker'];
let signIn: PairedTills['signIn'];
let session: PairedTills['session'];

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  ({ ask, till, claim, pairedTill, worker, signIn, session } = await openPairedTills(service, shop));
});
afterAll(() => service[Symbol.asyncDispose]());

const current = (key: string) => ask('GET', '/widget-sessions/current', { key });

describe('a till', () => {
  test('is set up, gets the next code, and keeps it', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => till()));
    expect(new Set(many.map(({ code }) => code)).size).toBe(6);
    const named = await till({ code: 'BAR1' });
    expect(named).toMatchObject({
      code: 'BAR1',
      pairing_status: 'none',
      cash_session_id: null,
      is_active: true,
      location_id: expect.stringMatching(/^loc_/),
    });
    await expect(till({ code: 'BAR1' })).rejects.toMatchObject({ code: 'DUPLICATE_CODE' });
    await expect(till({ location_id: 'loc_00000000000000000000000000' })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
    });
    await expect(
      shop.client.updateTerminal({ params: { id: named.id }, body: { code: 'BAR2' } as never }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(
      (await shop.client.updateTerminal({ params: { id: named.id }, body: { ...named, name: 'Bar' } })).data,
    ).toMatchObject({ name: 'Bar', version: 2 });
    expect((await shop.client.listTerminals()).data.map(({ id }) => id)).toContain(named.id);
    await shop.client.deleteTerminal({ params: { id: named.id } });
    await expect(shop.client.getTerminal({ params: { id: named.id } })).rejects.toMatchObject({
      code: 'TERMINAL_NOT_FOUND',
    });
    await expect(till({ code: 'BAR1' })).rejects.toMatchObject({ code: 'DUPLICATE_CODE' });
  });

  test('is bound to a device by a code that works once, and knows who can sign in', async () => {
    const { id } = await till();
    expect((await shop.client.getTerminalPairing({ params: { id } })).data.status).toBe('none');
    const { pairing_code } = (await shop.client.pairTerminal({ params: { id } })).data;
    expect(pairing_code).toMatch(/^\d{8}$/);
    expect((await shop.client.getTerminalPairing({ params: { id } })).data).toMatchObject({
      status: 'waiting',
      code_expires_at: expect.any(String),
    });
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(pairing_code)));
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(claims.filter(({ code }) => code === 'TERMINAL_NOT_PAIRED')).toHaveLength(7);
    const token = String(claims.find(({ status }) => status === 200)?.data['terminal_token']);
    const staffId = await worker({ name: 'Isatu' });
    await shop.client.createStaff({ body: { name: 'Without a PIN' } });
    const here = await ask('GET', '/pos/terminals/current', { token });
    expect(here).toMatchObject({ status: 200, data: { terminal: { id, pairing_status: 'paired' } } });
    expect(here.data['staff']).toContainEqual({ id: staffId, name: 'Isatu' });
    expect(here.data['staff']).not.toContainEqual(expect.objectContaining({ name: 'Without a PIN' }));
    const kept = JSON.stringify(await service.query('SELECT * FROM terminal_pairings'));
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(pairing_code);
  });

  test('goes on with its device while a new code waits, until another device takes over', async () => {
    const { id, token } = await pairedTill();
    const { pairing_code } = (await shop.client.pairTerminal({ params: { id } })).data;
    expect((await ask('GET', '/pos/terminals/current', { token })).status).toBe(200);
    expect((await claim(pairing_code)).status).toBe(200);
    expect(await ask('GET', '/pos/terminals/current', { token })).toMatchObject({
      status: 403,
      code: 'TERMINAL_NOT_PAIRED',
    });
  });

  test("takes no code that is old, another merchant's, or guessed too often", async () => {
    const { id } = await till();
    const old = (await shop.client.pairTerminal({ params: { id } })).data.pairing_code;
    service.advance(601_000);
    expect(await claim(old)).toMatchObject({ status: 403, code: 'TERMINAL_NOT_PAIRED' });
    const fresh = (await shop.client.pairTerminal({ params: { id } })).data.pairing_code;
    const stranger = await service.merchant();
    expect(
      await claim(fresh, undefined, await service.key(stranger.id, { kind: 'public', scopes: [] })),
    ).toMatchObject({ code: 'TERMINAL_NOT_PAIRED' });
    const guesses = await Promise.all(
      Array.from({ length: 24 }, (_, guess) => claim(String(guess).padStart(8, '9'), '203.0.113.9')),
    );
    expect(guesses.filter(({ code }) => code === 'TERMINAL_NOT_PAIRED')).toHaveLength(5);
    expect(guesses.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(19);
    expect(await claim(fresh, '203.0.113.9')).toMatchObject({ status: 429 });
    expect(await claim(fresh, '203.0.113.10')).toMatchObject({ status: 200 });
  });
});

describe('who signs in at a till', () => {
  test('gets a session that may do what the person may', async () => {
    const { key, staffId, till: at } = await session({ role: 'supervisor' });
    expect(key).toMatch(/^wst_test_[\w-]{43}$/);
    const seen = await current(key);
    expect(seen).toMatchObject({
      status: 200,
      data: {
        staff_id: staffId,
        staff_name: 'Aminata',
        terminal_id: at.id,
        widget: 'pos_terminal',
        scopes: expect.arrayContaining(['sales:write', 'refunds:write', 'cash:write', 'inventory:write']),
      },
    });
    expect(seen.data['scopes']).not.toContain('invoices:write');
    expect((await ask('GET', '/pos/locations', { key })).status).toBe(200);
    expect(JSON.stringify(await service.query('SELECT * FROM widget_sessions'))).not.toContain(key);
  });

  test('may do nothing else, neither keep books nor browse customers', async () => {
    const { key } = await session({ role: 'manager' });
    for (const [method, path] of [
      ['GET', '/keys'],
      ['GET', '/webhooks'],
      ['GET', '/payouts'],
      ['GET', '/payments'],
      ['GET', '/pos/staff'],
      ['GET', '/customers'],
      ['GET', '/pos/refunds'],
      ['POST', '/widget-sessions'],
      ['GET', '/shipping/deliveries'],
    ] as const) {
      expect(
        await ask(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) }),
        path,
      ).toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE' });
    }
    const cashier = await session({ role: 'cashier' });
    expect(await ask('GET', '/pos/sales', { key: cashier.key })).toMatchObject({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
    });
    expect(await ask('GET', '/pos/sales?q=MAIN-00001', { key: cashier.key })).toMatchObject({ status: 200 });
    expect(await ask('GET', '/pos/sales', { key })).toMatchObject({ status: 200 });
    expect(
      await ask('POST', '/pos/products', { key: cashier.key, body: { name: 'Cola', price: 1 } }),
    ).toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE' });
  });

  test('is refused with a wrong PIN, and after five for a quarter of an hour, however many come at once', async () => {
    const { token } = await pairedTill();
    const staffId = await worker();
    const tries = await Promise.all(
      Array.from({ length: 16 }, (_, guess) =>
        signIn(token, { staff_id: staffId, pin: `99${String(guess).padStart(2, '0')}` }),
      ),
    );
    expect(tries.filter(({ code }) => code === 'INVALID_CREDENTIALS')).toHaveLength(5);
    expect(tries.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(11);
    expect(await signIn(token, { staff_id: staffId, pin: '4827' })).toMatchObject({ status: 429 });
    expect((await shop.client.getStaff({ params: { id: staffId } })).data.pin_locked_until).not.toBeNull();
    service.advance(15 * 60_000 + 1_000);
    expect(await signIn(token, { staff_id: staffId, pin: '4827' })).toMatchObject({ status: 201 });
    expect(await service.query('SELECT pin_tries FROM staff WHERE id = $1', [staffId])).toEqual([
      { pin_tries: 0 },
    ]);
  });

  test('is let in again at once by a new PIN', async () => {
    const { token } = await pairedTill();
    const staffId = await worker();
    for (let guess = 0; guess < 6; guess += 1) await signIn(token, { staff_id: staffId, pin: '9999' });
    await shop.client.setStaffPin({ params: { id: staffId }, body: { pin: '7391' } });
    expect(await signIn(token, { staff_id: staffId, pin: '7391' })).toMatchObject({ status: 201 });
  });

  test('needs a paired till, a PIN, and to work there', async () => {
    const { token } = await pairedTill();
    const staffId = await worker();
    for (const made of [undefined, 'trt_made-up', `trt_${'A'.repeat(43)}`])
      expect(await signIn(made, { staff_id: staffId, pin: '4827' })).toMatchObject({
        status: 403,
        code: 'TERMINAL_NOT_PAIRED',
      });
    expect(await signIn(token, { staff_id: staffId })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    expect(await signIn(token, { staff_id: 'stf_00000000000000000000000000', pin: '4827' })).toMatchObject({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    });
    const elsewhere = (await shop.client.createLocation({ body: { name: 'Lumley' } })).data.id;
    expect(
      await signIn(token, { staff_id: await worker({ location_ids: [elsewhere] }), pin: '4827' }),
    ).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    expect(
      await signIn((await pairedTill({ location_id: elsewhere })).token, {
        staff_id: await worker({ location_ids: [elsewhere] }),
        pin: '4827',
      }),
    ).toMatchObject({ status: 201 });
  });
});

describe('a session', () => {
  test('ends with signing out, by the merchant, and after its time', async () => {
    const one = await session();
    expect(await ask('DELETE', '/widget-sessions/current', { key: one.key })).toMatchObject({
      status: 200,
      data: { ended_at: expect.any(String) },
    });
    expect((await current(one.key)).status).toBe(401);
    const two = await session();
    expect((await shop.client.endWidgetSession({ params: { id: two.id } })).data.ended_at).not.toBeNull();
    expect((await current(two.key)).status).toBe(401);
    const three = await session();
    service.advance(12 * 3_600_000);
    expect((await current(three.key)).status).toBe(401);
    const listed = (await shop.client.listWidgetSessions({ query: { is_open: true } })).data.map(
      ({ id }) => id,
    );
    for (const { id } of [one, two, three]) expect(listed).not.toContain(id);
  });

  test.each([
    [
      'the person is made inactive',
      ({ staffId }: Awaited<ReturnType<typeof session>>) =>
        shop.client.updateStaff({ params: { id: staffId }, body: { is_active: false } }),
    ],
    [
      'the person is removed',
      ({ staffId }: Awaited<ReturnType<typeof session>>) =>
        shop.client.deleteStaff({ params: { id: staffId } }),
    ],
    [
      'the person gets another PIN',
      ({ staffId }: Awaited<ReturnType<typeof session>>) =>
        shop.client.setStaffPin({ params: { id: staffId }, body: { pin: '7391' } }),
    ],
    [
      'the till is made inactive',
      ({ till: { id } }: Awaited<ReturnType<typeof session>>) =>
        shop.client.updateTerminal({ params: { id }, body: { is_active: false } }),
    ],
    [
      'the till is removed',
      ({ till: { id } }: Awaited<ReturnType<typeof session>>) =>
        shop.client.deleteTerminal({ params: { id } }),
    ],
    [
      'the pairing ends',
      ({ till: { id } }: Awaited<ReturnType<typeof session>>) =>
        shop.client.endTerminalPairing({ params: { id } }),
    ],
  ])('ends when %s', async (_what, end) => {
    const one = await session();
    expect((await current(one.key)).status).toBe(200);
    await end(one);
    expect((await current(one.key)).status).toBe(401);
  });

  test('ends with the key that it was begun with', async () => {
    const { data: key } = await shop.client.createKey({
      body: { name: 'Back office', scopes: ['pos:admin', 'pos:read'] },
    });
    const begun = (await ask('POST', '/widget-sessions', { key: key.key, body: {} })).data;
    expect((await current(String(begun['token']))).status).toBe(200);
    await shop.client.revokeKey({ params: { id: key.id } });
    await expect
      .poll(async () => (await current(String(begun['token']))).status, { timeout: 60_000 })
      .toBe(401);
  });

  test('follows the permissions of its person', async () => {
    const { key, staffId } = await session();
    expect((await current(key)).data['scopes']).not.toContain('refunds:write');
    await shop.client.updateStaff({ params: { id: staffId }, body: { role: 'supervisor' } });
    expect((await current(key)).data['scopes']).toContain('refunds:write');
  });

  test('opens pages that a public key lists and our own, and in live mode no others', async () => {
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    await service.key(shop.id, {
      livemode: true,
      kind: 'public',
      scopes: [],
      origins: ['https://shop.example.sl'],
    });
    const { token } = (await live.createWidgetSession({ body: {} })).data;
    expect(token).toMatch(/^wst_live_/);
    const from = (origin: string | undefined) =>
      ask('GET', '/pos/locations', { key: token, ...(origin ? { origin } : {}) });
    const listed = await from('https://shop.example.sl');
    expect(listed.status).toBe(200);
    expect(listed.headers.get('access-control-allow-origin')).toBe('https://shop.example.sl');
    expect((await from(undefined)).status).toBe(200);
    expect((await from(new URL(service.baseUrl).origin)).status).toBe(200);
    expect(await from('https://evil.example')).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
    const preflight = await fetch(`${service.baseUrl}/pos/locations`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example.sl', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toContain('GET');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Terminal-Token');
  });
});

describe('a drawer in a session', () => {
  test('is that of the till, and opened, moved in and closed in the name of who signed in', async () => {
    const { key, staffId, till: at } = await session({ role: 'supervisor' });
    const opened = await ask('POST', '/pos/cash-sessions', {
      key,
      body: { opening_float: 50, staff_id: await worker() },
    });
    expect(opened).toMatchObject({ status: 201, data: { terminal_id: at.id, opened_by: staffId } });
    const path = `/pos/cash-sessions/${String(opened.data['id'])}`;
    expect(
      await ask('POST', `${path}/movements`, { key, body: { type: 'pay_out', amount: 5, reason: 'Water' } }),
    ).toMatchObject({ status: 201, data: { staff_id: staffId } });
    const cashier = await session({ role: 'cashier' });
    expect(await ask('POST', `${path}/close`, { key: cashier.key, body: { counted: [] } })).toMatchObject({
      status: 403,
      code: 'STAFF_PERMISSION_REQUIRED',
    });
    expect(
      await ask('POST', `${path}/close`, { key, body: { counted: [{ tender: 'cash', amount: 45 }] } }),
    ).toMatchObject({
      status: 200,
      data: { closed_by: staffId, tenders: [{ expected: 45, difference: 0 }] },
    });
  });
});

describe("the merchant's own server", () => {
  test('begins a session for a widget, with no more than its key may', async () => {
    const narrow = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { scopes: ['pos:admin', 'pos:read', 'sales:write'] }),
      retries: 0,
    });
    const { data } = await narrow.createWidgetSession({ body: { expires_in: 60 } });
    expect(data).toMatchObject({ scopes: ['pos:read', 'sales:write'], staff_id: null, terminal_id: null });
    await expect(narrow.createWidgetSession({ body: { scopes: ['cash:write'] } })).rejects.toMatchObject({
      code: 'INSUFFICIENT_SCOPE',
    });
    await expect(narrow.createWidgetSession({ body: { scopes: ['pos:admin'] } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(narrow.createWidgetSession({ body: { pin: '4827' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(
      narrow.createWidgetSession({ body: { staff_id: 'stf_00000000000000000000000000' } }),
    ).rejects.toMatchObject({ code: 'STAFF_NOT_FOUND' });
    const cashier = (await shop.client.createWidgetSession({ body: { staff_id: await worker() } })).data;
    expect(cashier.scopes).not.toContain('refunds:write');
    await expect(shop.client.getCurrentWidgetSession()).rejects.toMatchObject({
      code: 'WIDGET_SESSION_NOT_FOUND',
    });
    await expect(
      shop.client.endWidgetSession({ params: { id: 'wse_00000000000000000000000000' } }),
    ).rejects.toMatchObject({ code: 'WIDGET_SESSION_NOT_FOUND' });
  });
});

test('whoever may see reports, and nothing else, lists sales too', async () => {
  const staffId = await worker({ permissions: ['reports'] });
  const { token } = (await shop.client.createWidgetSession({ body: { staff_id: staffId } })).data;
  expect((await ask('GET', '/pos/sales', { key: token })).status).toBe(200);
  expect(
    (
      await ask('POST', '/pos/sales', {
        key: token,
        body: { items: [{ custom_name: 'Soap', unit_price: 5 }] },
      })
    ).code,
  ).toBe('INSUFFICIENT_SCOPE');
});
