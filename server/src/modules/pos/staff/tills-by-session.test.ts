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

type Begun = { readonly till: string; readonly staffId: string; readonly id: string; readonly key: string };

/** A session that the merchant's server began for a till and somebody who works at it. */
async function begun(till?: string): Promise<Begun> {
  const terminal_id = till ?? (await tills.till()).id;
  const staff_id = await tills.worker({ role: 'supervisor' });
  const { data } = await shop.client.createWidgetSession({ body: { terminal_id, staff_id } });
  return { till: terminal_id, staffId: staff_id, id: data.id, key: data.token };
}
const claim = (key: string, token?: string) =>
  tills.ask('POST', '/pos/terminals/claim', { key, body: {}, token });
const current = (token: string) => tills.ask('GET', '/pos/terminals/current', { token });
const sell = (key: string) =>
  tills.ask('POST', '/pos/sales', {
    key,
    body: { items: [{ custom_name: 'Soap', unit_price: 5 }], payments: [{ channel: 'external' }] },
  });

describe('a session that the server began for a till', () => {
  test('makes a device that till without a code, and who works there needs no PIN', async () => {
    const { till, staffId, key } = await begun();
    expect((await shop.client.getTerminalPairing({ params: { id: till } })).data.status).toBe('none');
    const claimed = await claim(key);
    expect(claimed).toMatchObject({
      status: 200,
      data: {
        terminal: { id: till, pairing_status: 'paired' },
        terminal_token: expect.stringMatching(/^trt_/),
        currency: 'SLE',
      },
    });
    expect((await current(String(claimed.data['terminal_token']))).data['terminal']).toMatchObject({
      id: till,
    });
    expect((await sell(key)).data).toMatchObject({ terminal_id: till, staff_id: staffId });
  });

  test('sells where its till stands', async () => {
    const elsewhere = (await shop.client.createLocation({ body: { name: 'Makeni' } })).data.id;
    const { key } = await begun((await tills.till({ location_id: elsewhere })).id);
    await claim(key);
    expect((await sell(key)).data).toMatchObject({ location_id: elsewhere });
  });

  test('stands at no till before it took it up', async () => {
    const { key, till } = await begun();
    expect((await sell(key)).data).toMatchObject({ terminal_id: null });
    expect(await tills.ask('GET', '/pos/sync/staff', { key })).toMatchObject({ code: 'TERMINAL_NOT_PAIRED' });
    await claim(key);
    expect(await tills.ask('GET', '/pos/sync/staff', { key })).toMatchObject({
      status: 200,
      data: { terminal_id: till },
    });
  });

  test('leaves a device that is the till already its token, and the sessions that stand on it', async () => {
    const first = await begun();
    const token = String((await claim(first.key)).data['terminal_token']);
    const second = await begun(first.till);
    expect((await claim(second.key, token)).data['terminal_token']).toBe(token);
    expect((await claim(second.key, token)).data['terminal_token']).toBe(token);
    for (const { key } of [first, second])
      expect((await sell(key)).data).toMatchObject({ terminal_id: first.till });
  });

  test('takes the till from the device before, whose sessions end', async () => {
    const { token, id } = await tills.pairedTill();
    const before = (await tills.signIn(token, { staff_id: await tills.worker(), pin: PIN })).data;
    const taken = await begun(id);
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(taken.key)));
    expect(claims.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await current(token)).toMatchObject({ code: 'TERMINAL_NOT_PAIRED' });
    expect((await sell(String(before['token']))).status).toBe(401);
    const alive = await Promise.all(
      claims.map(async ({ data }) => (await current(String(data['terminal_token']))).status),
    );
    expect(alive.filter((status) => status === 200)).toHaveLength(1);
    expect((await sell(taken.key)).data).toMatchObject({ terminal_id: id });
  });

  test('ends with the pairing, and takes nothing up once it has ended', async () => {
    const { key, till } = await begun();
    const unused = await begun(till);
    await claim(key);
    await shop.client.endTerminalPairing({ params: { id: till } });
    expect((await sell(key)).status).toBe(401);
    await shop.client.endWidgetSession({ params: { id: unused.id } });
    expect((await claim(unused.key)).status).toBe(401);
  });

  test('is begun for no till that is switched off or not there, nor for another widget or somebody who works elsewhere', async () => {
    const [off, here] = [await tills.till({ is_active: false }), await tills.till()];
    const elsewhere = (await shop.client.createLocation({ body: { name: 'Lumley Beach' } })).data.id;
    const away = await tills.worker({ location_ids: [elsewhere] });
    const refused = (body: object) =>
      shop.client.createWidgetSession({ body }).then(
        () => 'begun',
        (error: { readonly code: string }) => error.code,
      );
    expect(await refused({ terminal_id: off.id })).toBe('TERMINAL_NOT_FOUND');
    expect(await refused({ terminal_id: 'trm_00000000000000000000000000' })).toBe('TERMINAL_NOT_FOUND');
    expect(await refused({ terminal_id: here.id, widget: 'invoice_creator' })).toBe('VALIDATION_ERROR');
    expect(await refused({ terminal_id: here.id, staff_id: away })).toBe('VALIDATION_ERROR');
    const { key } = await begun(here.id);
    await shop.client.updateTerminal({ params: { id: here.id }, body: { is_active: false } });
    expect((await claim(key)).status).toBe(401);
  });

  test('alone does so: no session of a PIN, none begun for no till, and no key', async () => {
    const { key } = await tills.session();
    expect(await claim(key)).toMatchObject({ status: 403, code: 'TERMINAL_NOT_PAIRED' });
    const { token } = (await shop.client.createWidgetSession({ body: {} })).data;
    expect(await claim(token)).toMatchObject({ status: 403, code: 'TERMINAL_NOT_PAIRED' });
    const publicKey = await service.key(shop.id, { kind: 'public', scopes: [] });
    expect(await claim(publicKey)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});

describe('a demo key', () => {
  const demo = async () =>
    (await shop.client.createKey({ body: { kind: 'public', demo: true, name: 'Demo' } })).data;

  test('lets staff in at a paired till without a PIN, and tries one that is sent', async () => {
    const { key } = await demo();
    const { token, id } = await tills.pairedTill();
    const staff_id = await tills.worker();
    expect((await tills.ask('GET', '/pos/terminals/current', { token, key })).data['pin_required']).toBe(
      false,
    );
    expect((await current(token)).data['pin_required']).toBe(true);
    expect((await tills.signIn(token, { staff_id }, key)).data).toMatchObject({ staff_id, terminal_id: id });
    expect(await tills.signIn(token, { staff_id, pin: '9182' }, key)).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    expect(await tills.signIn(undefined, { staff_id }, key)).toMatchObject({ code: 'TERMINAL_NOT_PAIRED' });
    expect(await tills.signIn(token, { staff_id })).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('lets in nobody who does not work there', async () => {
    const { key } = await demo();
    const { token } = await tills.pairedTill();
    expect(await tills.signIn(token, { staff_id: 'stf_00000000000000000000000000' }, key)).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });

  test('is a public key of test mode, and stays a demo key when it is rotated', async () => {
    await expect(shop.client.createKey({ body: { demo: true } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const live = await service.merchant({ livemode: true });
    await expect(
      live.client.createKey({ body: { kind: 'public', demo: true, origins: ['https://shop.example.sl'] } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const { id, demo: said } = await demo();
    expect(said).toBe(true);
    expect((await shop.client.rotateKey({ params: { id }, body: {} })).data.demo).toBe(true);
  });
});
