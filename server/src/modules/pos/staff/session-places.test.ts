import { createClient } from '@cottontree/client';
import { sessionWidgets } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPairedTills, PIN, type PairedTills } from '../../../../test/kit/paired-tills.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let tills: PairedTills;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  tills = await openPairedTills(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const current = (key: string, more: { readonly from?: string; readonly origin?: string } = {}) =>
  tills.ask('GET', '/widget-sessions/current', { key, ...more });

describe('a session works from where its key does', () => {
  const inside = '192.0.2.10';
  const outside = '198.51.100.99';
  const boundServer = async () =>
    createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { ipRanges: ['127.0.0.1', '192.0.2.0/24'] }),
      retries: 0,
    });

  test('one that a server begins, and one at a till, from the addresses of the key', async () => {
    const server = await boundServer();
    const [at, staffId] = [await tills.pairedTill(), await tills.worker()];
    const pages = await service.key(shop.id, { kind: 'public', scopes: [], ipRanges: ['192.0.2.0/24'] });
    const signedIn = await tills.ask('POST', '/widget-sessions', {
      token: at.token,
      key: pages,
      from: inside,
      body: { staff_id: staffId, pin: PIN },
    });
    expect(signedIn.data['ip_ranges']).toEqual(['192.0.2.0/24']);
    const tokens = [String(signedIn.data['token'])];
    for (const widget of sessionWidgets)
      tokens.push((await server.createWidgetSession({ body: { widget } })).data.token);
    for (const key of tokens) {
      expect((await current(key, { from: inside })).status).toBe(200);
      expect(await current(key, { from: outside })).toMatchObject({ status: 403, code: 'IP_NOT_ALLOWED' });
    }
  });

  test.each(sessionWidgets)('unless the server says from where: %s', async (widget) => {
    const server = await boundServer();
    const begin = async (ip_ranges: string[]) =>
      (await server.createWidgetSession({ body: { widget, ip_ranges } })).data;
    const anywhere = await begin([]);
    expect(anywhere.ip_ranges).toEqual([]);
    const elsewhere = await begin([' 198.51.100.0/24 ', '2001:db8::/32', '198.51.100.0/24']);
    expect(elsewhere.ip_ranges).toEqual(['198.51.100.0/24', '2001:db8::/32']);
    for (const from of [inside, outside]) expect((await current(anywhere.token, { from })).status).toBe(200);
    expect((await current(elsewhere.token, { from: outside })).data['ip_ranges']).toEqual(
      elsewhere.ip_ranges,
    );
    expect((await current(elsewhere.token, { from: '2001:db8:7::1' })).status).toBe(200);
    expect(await current(elsewhere.token, { from: inside })).toMatchObject({
      status: 403,
      code: 'IP_NOT_ALLOWED',
    });
    const listed = (await shop.client.listWidgetSessions({ query: { limit: 100 } })).data;
    for (const { id, ip_ranges } of [anywhere, elsewhere])
      expect(listed.find((one) => one.id === id)?.ip_ranges).toEqual(ip_ranges);
  });

  test('nobody who signs in with a public key says so, and no range is taken that is none', async () => {
    const [at, staffId] = [await tills.pairedTill(), await tills.worker()];
    expect(await tills.signIn(at.token, { staff_id: staffId, pin: PIN, ip_ranges: [] })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    });
    for (const ip_ranges of [['here'], ['10.0.0.0/33'], ['::ffff:0:0/95'], ['']])
      await expect(shop.client.createWidgetSession({ body: { ip_ranges } })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    await expect(
      shop.client.createWidgetSession({
        body: { ip_ranges: Array.from({ length: 51 }, (_, at) => `10.0.0.${at}`) },
      }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe.each([{ livemode: false }, { livemode: true }])(
  'in mode live: $livemode, pages open a session',
  ({ livemode }) => {
    const ours = 'https://till.example.sl';
    const sibling = 'https://shop.example.sl';
    const foreign = 'https://evil.example';

    /** A shop with two sites, a key for each, and somebody who signs in at a till from the first. */
    async function twoSites() {
      const merchant = await service.merchant();
      const secret = await service.key(merchant.id, { livemode });
      const client = createClient({ baseUrl: service.baseUrl, apiKey: secret, retries: 0 });
      const [key] = [
        await service.key(merchant.id, { livemode, kind: 'public', scopes: [], origins: [ours] }),
        await service.key(merchant.id, { livemode, kind: 'public', scopes: [], origins: [sibling] }),
      ];
      await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
      const { id } = (await client.createTerminal({ body: { name: 'Front till' } })).data;
      const { pairing_code } = (await client.pairTerminal({ params: { id } })).data;
      const claimed = await tills.ask('POST', '/pos/terminals/claim', {
        key,
        origin: ours,
        body: { pairing_code },
      });
      const staffId = (await client.createStaff({ body: { name: 'Aminata' } })).data.id;
      await client.setStaffPin({ params: { id: staffId }, body: { pin: PIN } });
      const signIn = (origin: string) =>
        tills.ask('POST', '/widget-sessions', {
          key,
          origin,
          token: String(claimed.data['terminal_token']),
          body: { staff_id: staffId, pin: PIN },
        });
      return { client, signIn };
    }

    test('that a public key began where that key lists them, and no other key does', async () => {
      const { signIn } = await twoSites();
      for (const origin of [sibling, foreign])
        expect(await signIn(origin)).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
      const begun = await signIn(ours);
      expect(begun.status).toBe(201);
      const key = String(begun.data['token']);
      const seen = await current(key, { origin: ours });
      expect(seen.status).toBe(200);
      expect(seen.headers.get('access-control-allow-origin')).toBe(ours);
      for (const path of ['/widget-sessions/current', '/pos/locations', '/pos/tax-rates']) {
        for (const origin of [sibling, foreign, 'null', `${ours}.evil.example`])
          expect(await tills.ask('GET', path, { key, origin }), `${path} from ${origin}`).toMatchObject({
            status: 403,
            code: 'ORIGIN_NOT_ALLOWED',
          });
      }
      expect((await current(key)).status).toBe(200);
    });

    test('that a server began where any public key lists them', async () => {
      const { client } = await twoSites();
      const { token } = (await client.createWidgetSession({ body: {} })).data;
      for (const origin of [ours, sibling]) expect((await current(token, { origin })).status).toBe(200);
      expect(await current(token, { origin: foreign })).toMatchObject({
        status: 403,
        code: 'ORIGIN_NOT_ALLOWED',
      });
    });
  },
);
