import { createHash } from 'node:crypto';
import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDoors, type Doors } from '../../../../test/kit/doors.ts';
import { openEvents } from '../../../../test/kit/events.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let doors: Doors;
let publicKey: string;
let addresses = 0;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  doors = await openDoors(service, shop, {
    scan_policy: { gates: ['North', 'South'], scanner_auth: 'paired' },
  });
  publicKey = await service.key(shop.id, { kind: 'public', scopes: [] });
});
afterAll(() => service[Symbol.asyncDispose]());

type Answer = {
  readonly status: number;
  readonly code: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A phone with a public key, and a token once it is paired. */
async function ask(
  method: string,
  path: string,
  {
    body,
    token,
    key = publicKey,
    from,
  }: { readonly body?: object; readonly token?: string; readonly key?: string; readonly from?: string } = {},
): Promise<Answer> {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { 'x-scanner-token': token } : {}),
      'x-forwarded-for': from ?? `198.51.100.${(addresses += 1) % 250}`,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const said = (await answer.json()) as {
    readonly data?: Answer['data'];
    readonly error?: { readonly code: string };
  };
  return { status: answer.status, code: said.error?.code, data: said.data ?? {} };
}

const prepare = async (
  input: Partial<Parameters<Client['createScannerDevice']>[0]['body']> = {},
  eventId = doors.id,
) =>
  (await shop.client.createScannerDevice({ params: { id: eventId }, body: { name: 'Door 2', ...input } }))
    .data;
const pair = (code: string, from?: string) =>
  ask('POST', '/public/scanner/pair', { body: { pairing_code: code }, ...(from ? { from } : {}) });
async function paired(input: Parameters<typeof prepare>[0] = {}, eventId = doors.id) {
  const device = await prepare(input, eventId);
  return { id: device.id, token: String((await pair(device.pairing_code)).data['scanner_token']) };
}
const buyOne = async (input: Parameters<Doors['buy']>[1] = {}) =>
  (await doors.buy(1, input))[0] ?? expect.fail('no ticket was sold');
const at = (rest: string, eventId = doors.id) => `/public/events/${eventId}${rest}`;

describe('a device', () => {
  test('is prepared with a code, paired with it once, and scans from then on for its gate', async () => {
    const device = await prepare({ gate: 'North' });
    expect(device).toMatchObject({
      name: 'Door 2',
      gate: 'North',
      role: 'steward',
      status: 'waiting',
      paired_at: null,
      pairing_code: expect.stringMatching(/^\d{8}$/),
    });
    const answer = await pair(device.pairing_code);
    expect(answer).toMatchObject({
      status: 200,
      data: {
        scanner_token: expect.stringMatching(/^sct_[\w-]{43}$/),
        device: { id: device.id, status: 'paired' },
        event: { id: doors.id, name: 'Freetown Jazz' },
      },
    });
    expect(await pair(device.pairing_code)).toMatchObject({ status: 403, code: 'SCANNER_NOT_PAIRED' });
    const ticket = await buyOne();
    const token = String(answer.data['scanner_token']);
    expect(
      await ask('POST', at('/scans'), {
        body: { code: ticket.code, gate: 'South', device_id: 'pretender' },
        token,
      }),
    ).toMatchObject({ status: 200, data: { result: 'admitted' } });
    expect(
      (await shop.client.listScans({ params: { id: doors.id }, query: { ticket_id: ticket.id } })).data[0],
    ).toMatchObject({ device_id: device.id, device_name: 'Door 2', gate: 'North' });
    const kept = JSON.stringify(await service.query('SELECT * FROM scanner_devices'));
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(device.pairing_code);
  });

  test('takes its own scans back, sees figures, searches and gets the manifest', async () => {
    const { token } = await paired();
    const ticket = await buyOne({ name: 'Isatu Bangura', phone: '+23276123456' });
    const scan = await ask('POST', at('/scans'), { body: { code: ticket.qr }, token });
    expect(
      await ask('POST', at(`/scans/${String(scan.data['scan_id'])}/undo`), {
        body: { reason: 'Wrong person' },
        token,
      }),
    ).toMatchObject({ status: 200, data: { result: 'undone' } });
    expect(await ask('GET', at('/scan-stats'), { token })).toMatchObject({
      status: 200,
      data: { event_id: doors.id },
    });
    expect(await ask('GET', at('/scan-manifest'), { token })).toMatchObject({
      status: 200,
      data: { full: true },
    });
    const batch = {
      device_time: new Date().toISOString(),
      scans: [
        {
          nonce: '5f0c1b52-6f0e-4f5a-9a53-0a2f4de4a1b7',
          code: ticket.qr,
          scanned_at: new Date().toISOString(),
          offline_result: 'admitted',
        },
      ],
    };
    expect(await ask('POST', at('/scans/batch'), { body: batch, token })).toMatchObject({
      status: 200,
      data: { conflicts: 0 },
    });
    for (const q of ['isatu', ticket.code.slice(0, 5), '076123456', '123456']) {
      const found = await ask('GET', at(`/tickets/search?q=${encodeURIComponent(q)}`), { token });
      expect(found.data['tickets'], q).toMatchObject([
        { id: ticket.id, holder_name: 'Isatu Bangura', holder_phone: '+232 76 *** 456' },
      ]);
    }
    expect(await ask('GET', at('/tickets/search?q=is'), { token })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    expect((await ask('GET', at('/tickets/search?q=%25%25%25'), { token })).data['tickets']).toEqual([]);
  });

  test('that asks for hashes of typed codes gets those that are slow to search, unless the event gives out the fast ones', async () => {
    const own = await openDoors(service, shop, { scan_policy: { scanner_auth: 'paired' } });
    const ticket = (await own.buy())[0]?.code.replace('-', '') ?? '';
    const fast = createHash('sha256')
      .update(`${own.id}\n${ticket}`)
      .digest()
      .subarray(0, 6)
      .toString('base64');
    const { token } = await paired({}, own.id);
    const session = (await shop.client.createWidgetSession({ body: { widget: 'ticket_scanner' } })).data
      .token;
    const askers = [
      { path: at('/scan-manifest', own.id), token },
      { path: `/events/${own.id}/scan-manifest`, key: session },
    ];
    for (const { path, ...by } of askers) {
      expect((await ask('GET', path, by)).data['typed_codes']).toBeUndefined();
      for (const query of ['human_codes=true', 'typed_codes=true']) {
        const { data } = await ask('GET', `${path}?${query}`, by);
        expect(data).toMatchObject({
          count: 1,
          typed_codes: { kdf: 'PBKDF2-SHA-256', hashes: expect.stringMatching(/^.{24}$/) },
        });
        expect(data['human_codes']).toBeUndefined();
      }
    }
    expect(
      (await shop.client.getScanManifest({ params: { id: own.id }, query: { human_codes: true } })).data
        .human_codes,
    ).toBe(fast);
    await shop.client.updateEvent({
      params: { id: own.id },
      body: { scan_policy: { fast_code_hashes: true } },
    });
    for (const { path, ...by } of askers)
      expect((await ask('GET', `${path}?human_codes=true`, by)).data).toMatchObject({ human_codes: fast });
  });

  test("that is a supervisor's forces admissions and watches the figures; a steward's does not", async () => {
    const [steward, supervisor] = [await paired(), await paired({ role: 'supervisor' })];
    const ticket = await buyOne();
    await ask('POST', at('/scans'), { body: { code: ticket.qr }, token: steward.token });
    expect(
      await ask('POST', at('/scans'), { body: { code: ticket.qr, force: true }, token: steward.token }),
    ).toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE' });
    expect(
      await ask('POST', at('/scans'), { body: { code: ticket.qr, force: true }, token: supervisor.token }),
    ).toMatchObject({ status: 200, data: { forced: true } });
    const headers = (token: string) => ({ authorization: `Bearer ${publicKey}`, 'x-scanner-token': token });
    await expect(
      openEvents(`${service.baseUrl}${at('/scan-stats')}`, headers(steward.token)),
    ).rejects.toThrow('403');
    await using stream = await openEvents(
      `${service.baseUrl}${at('/scan-stats')}`,
      headers(supervisor.token),
    );
    const first = await stream.next();
    await shop.client.scanTicket({ params: { id: doors.id }, body: { code: (await buyOne()).qr } });
    const second = await stream.next();
    expect(second?.name).toBe('scan_stats');
    expect(Number(second?.data['admitted'])).toBeGreaterThanOrEqual(Number(first?.data['admitted']));
  });

  test('is listed, read and ended, and its token opens nothing then', async () => {
    const { id, token } = await paired({ name: 'Lost phone' });
    expect((await shop.client.listScannerDevices({ params: { id: doors.id } })).data[0]).toMatchObject({
      id,
      name: 'Lost phone',
      status: 'paired',
    });
    expect(
      (await shop.client.revokeScannerDevice({ params: { id: doors.id, deviceId: id } })).data.status,
    ).toBe('revoked');
    expect(await ask('GET', at('/scan-stats'), { token })).toMatchObject({
      status: 403,
      code: 'SCANNER_NOT_PAIRED',
    });
    expect((await shop.client.getScannerDevice({ params: { id: doors.id, deviceId: id } })).data.status).toBe(
      'revoked',
    );
  });

  test('opens the doors of no other event, and of none after eighteen hours', async () => {
    const { id, token } = await paired();
    const other = await openDoors(service, shop);
    expect(await ask('GET', at('/scan-stats', other.id), { token })).toMatchObject({
      status: 403,
      code: 'SCANNER_NOT_PAIRED',
    });
    service.advance(18 * 3_600_000 + 1_000);
    expect(await ask('GET', at('/scan-stats'), { token })).toMatchObject({
      status: 403,
      code: 'SCANNER_NOT_PAIRED',
    });
    expect((await shop.client.getScannerDevice({ params: { id: doors.id, deviceId: id } })).data.status).toBe(
      'expired',
    );
    service.advance(-18 * 3_600_000 - 1_000);
  });
});

describe('a pairing code', () => {
  test('is worth nothing after ten minutes, nor once its device was ended', async () => {
    const old = await prepare();
    service.advance(600_000 + 1_000);
    expect(await pair(old.pairing_code)).toMatchObject({ code: 'SCANNER_NOT_PAIRED' });
    const ended = await prepare();
    await shop.client.revokeScannerDevice({ params: { id: doors.id, deviceId: ended.id } });
    expect(await pair(ended.pairing_code)).toMatchObject({ code: 'SCANNER_NOT_PAIRED' });
  });

  test('may be guessed five times from one address, however many try at once', async () => {
    const device = await prepare();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, guess) => pair(String(guess).padStart(8, '9'), '203.0.113.9')),
    );
    expect(answers.filter(({ code }) => code === 'SCANNER_NOT_PAIRED')).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(19);
    expect(await pair(device.pairing_code, '203.0.113.9')).toMatchObject({ status: 429 });
    expect(await pair(device.pairing_code, '203.0.113.10')).toMatchObject({ status: 200 });
  });

  test('of another merchant opens nothing', async () => {
    const device = await prepare();
    const stranger = await service.merchant();
    const key = await service.key(stranger.id, { kind: 'public', scopes: [] });
    expect(
      await ask('POST', '/public/scanner/pair', { body: { pairing_code: device.pairing_code }, key }),
    ).toMatchObject({ code: 'SCANNER_NOT_PAIRED' });
  });

  test('used by many at once pairs one of them', async () => {
    const device = await prepare();
    const answers = await Promise.all(Array.from({ length: 12 }, () => pair(device.pairing_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a page with nothing but a public key', () => {
  test('redeems a whole signed code in test mode, and nothing else', async () => {
    const free = await openDoors(service, shop);
    const [one, two] = await free.buy(2);
    expect(await ask('POST', at('/scans', free.id), { body: { code: one?.qr } })).toMatchObject({
      status: 200,
      data: { result: 'admitted' },
    });
    expect(await ask('POST', at('/scans', free.id), { body: { code: one?.qr } })).toMatchObject({
      status: 409,
      code: 'TICKET_ALREADY_USED',
    });
    for (const body of [{ code: two?.code }, { code: two?.qr, force: true }])
      expect(await ask('POST', at('/scans', free.id), { body })).toMatchObject({
        status: 403,
        code: 'SCANNER_NOT_PAIRED',
      });
    for (const path of ['/scan-stats', '/scan-manifest', '/tickets/search?q=abc'])
      expect(await ask('GET', at(path, free.id))).toMatchObject({ status: 403, code: 'SCANNER_NOT_PAIRED' });
  });

  test('scans nothing where the event wants paired devices, which live events do unless they say otherwise', async () => {
    const ticket = await buyOne();
    expect(await ask('POST', at('/scans'), { body: { code: ticket.qr } })).toMatchObject({
      status: 403,
      code: 'SCANNER_NOT_PAIRED',
    });
    expect(
      await ask('POST', at('/scans'), { body: { code: ticket.qr }, token: 'sct_made-up' }),
    ).toMatchObject({ status: 403, code: 'SCANNER_NOT_PAIRED' });
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    const { data } = await live.createEvent({
      body: { name: 'Live', start_date: '2026-01-01', end_date: '2027-01-01', status: 'published' },
    });
    const key = await service.key(shop.id, {
      livemode: true,
      kind: 'public',
      scopes: [],
      origins: ['https://shop.example.sl'],
    });
    const answer = await fetch(`${service.baseUrl}${at('/scans', data.id)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        origin: 'https://shop.example.sl',
      },
      body: JSON.stringify({ code: ticket.qr }),
    });
    expect(answer.status).toBe(403);
  });
});

test('what is not there, or has another gate, is said so', async () => {
  const nowhere = { id: 'evt_00000000000000000000000000' };
  await expect(prepare({}, nowhere.id)).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  await expect(prepare({ gate: 'West' })).rejects.toMatchObject({ code: 'GATE_NOT_ALLOWED' });
  await expect(shop.client.listScannerDevices({ params: nowhere })).rejects.toMatchObject({
    code: 'EVENT_NOT_FOUND',
  });
  const deviceId = 'dev_00000000000000000000000000';
  for (const call of [shop.client.getScannerDevice, shop.client.revokeScannerDevice]) {
    await expect(call({ params: { ...nowhere, deviceId } })).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
    });
    await expect(call({ params: { id: doors.id, deviceId } })).rejects.toMatchObject({
      code: 'DEVICE_NOT_FOUND',
    });
  }
  for (const call of [shop.client.getScanStats, shop.client.getScanManifest, shop.client.listScans])
    await expect(call({ params: nowhere })).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  await expect(shop.client.searchTickets({ params: nowhere, query: { q: 'abc' } })).rejects.toMatchObject({
    code: 'EVENT_NOT_FOUND',
  });
});
