import { createClient } from '@cottontree/client';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newEvent } from '../../../../test/kit/event.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(() => service[Symbol.asyncDispose]());

let addresses = 0;
/** A device that nobody knows, from an address of its own. */
function device(headers: Readonly<Record<string, string>> = {}, apiKey = '') {
  addresses += 1;
  const from = { 'x-forwarded-for': `10.9.${addresses >> 8}.${addresses & 255}` };
  return createClient({
    baseUrl: service.baseUrl,
    apiKey,
    retries: 0,
    headers: () => ({ ...from, ...headers }),
  });
}
const lookUp = (code: string, headers?: Readonly<Record<string, string>>) =>
  device(headers).lookUpPairingCode({ body: { pairing_code: code } });

test('a till learns from its code alone whose it is, and takes it up with the key it is told', async () => {
  const { data: location } = await shop.client.createLocation({ body: { name: 'Lumley' } });
  const { data: till } = await shop.client.createTerminal({
    body: { name: 'Front till', location_id: location.id },
  });
  const { data: made } = await shop.client.pairTerminal({ params: { id: till.id } });
  const { data: found } = await lookUp(made.pairing_code);
  expect(found).toMatchObject({
    kind: 'terminal',
    store_name: 'Aminata Stores',
    device: { id: till.id, name: 'Front till' },
    place: { id: location.id, name: 'Lumley' },
    expires_at: made.code_expires_at,
    livemode: false,
  });
  expect((await lookUp(made.pairing_code)).data.public_key).toBe(found.public_key);
  const paired = device({ origin: new URL(service.baseUrl).origin }, found.public_key);
  const { data: claimed } = await paired.claimTerminal({ body: { pairing_code: made.pairing_code } });
  expect(claimed.terminal.id).toBe(till.id);
  await expect(lookUp(made.pairing_code)).rejects.toMatchObject({ code: 'PAIRING_CODE_NOT_FOUND' });
});

test('a code that was replaced, ended or is over leads nowhere', async () => {
  const { data: till } = await shop.client.createTerminal({ body: { name: 'Back till' } });
  const pair = async () => (await shop.client.pairTerminal({ params: { id: till.id } })).data.pairing_code;
  const first = await pair();
  const second = await pair();
  await expect(lookUp(first)).rejects.toMatchObject({ code: 'PAIRING_CODE_NOT_FOUND' });
  await shop.client.endTerminalPairing({ params: { id: till.id } });
  await expect(lookUp(second)).rejects.toMatchObject({ code: 'PAIRING_CODE_NOT_FOUND' });
});

type Paired = { readonly data: { readonly pairing_code: string } };

test('of codes made at once for one till the last one leads to it and opens it, and no other', async () => {
  const { data: till } = await shop.client.createTerminal({ body: { name: 'Busy till' } });
  // Without an Idempotency-Key, which the client would send.
  const pair = () =>
    fetch(`${service.baseUrl}/pos/terminals/${till.id}/pair`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}` },
    });
  const answers = await Promise.all(Array.from({ length: 40 }, pair));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const codes = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as Paired).data.pairing_code),
  );
  const found = await Promise.all(codes.map((code) => lookUp(code).catch(() => null)));
  const [at, ...others] = found.flatMap((one, place) => (one ? [place] : []));
  expect(others).toEqual([]);
  const paired = device(
    { origin: new URL(service.baseUrl).origin },
    found[at ?? -1]?.data.public_key ?? expect.fail('no code leads anywhere'),
  );
  const claimed = await paired.claimTerminal({ body: { pairing_code: codes[at ?? -1] ?? '' } });
  expect(claimed.data.terminal.id).toBe(till.id);
});

test('a key that the merchant ended is followed by another', async () => {
  const { data: till } = await shop.client.createTerminal({ body: { name: 'Third till' } });
  const { data: made } = await shop.client.pairTerminal({ params: { id: till.id } });
  const before = (await lookUp(made.pairing_code)).data.public_key;
  const { data: keys } = await shop.client.listKeys({});
  const known = keys.find(({ last_four }) => last_four === before.slice(-4));
  await shop.client.revokeKey({ params: { id: known?.id ?? '' } });
  expect((await lookUp(made.pairing_code)).data.public_key).not.toBe(before);
});

test('a device at a door learns its event, until it is paired or ended', async () => {
  const event = await newEvent(shop);
  const { data: made } = await shop.client.createScannerDevice({
    params: { id: event.id },
    body: { name: 'Door 2' },
  });
  const { data: found } = await lookUp(made.pairing_code);
  expect(found).toMatchObject({
    kind: 'scanner',
    device: { id: made.id, name: 'Door 2' },
    place: { id: event.id },
  });
  await shop.client.revokeScannerDevice({ params: { id: event.id, deviceId: made.id } });
  await expect(lookUp(made.pairing_code)).rejects.toMatchObject({ code: 'PAIRING_CODE_NOT_FOUND' });
});

test('of wrong codes from one address five are judged in ten minutes; right ones do not count', async () => {
  const { data: till } = await shop.client.createTerminal({ body: { name: 'Fourth till' } });
  const { data: made } = await shop.client.pairTerminal({ params: { id: till.id } });
  const one = device();
  const ask = (code: string) =>
    one.lookUpPairingCode({ body: { pairing_code: code } }).then(
      () => 'found',
      ({ code: refusal }: { code: string }) => refusal,
    );
  for (let i = 0; i < 4; i += 1) expect(await ask('00000000')).toBe('PAIRING_CODE_NOT_FOUND');
  for (let i = 0; i < 3; i += 1) expect(await ask(made.pairing_code)).toBe('found');
  expect(await ask('00000000')).toBe('PAIRING_CODE_NOT_FOUND');
  expect(await ask(made.pairing_code)).toBe('RATE_LIMITED');
});

const EQUAL = 12_345_678;
const listsIt = (kind: string) => (mac: Buffer) =>
  `INSERT INTO directory VALUES ('${kind}', '${mac.toString('hex')}', 'mch_other', false)`;
const drawers = {
  'a till whose code another merchant draws': {
    mac: () => service.server.runtime.context.vault.fingerprint('pairing-code', String(EQUAL)),
    taking: listsIt('pairing_code'),
    pair: async () => {
      const { data } = await shop.client.createTerminal({ body: { name: 'Fourth till' } });
      return () => shop.client.pairTerminal({ params: { id: data.id } });
    },
  },
  'a till whose code another till draws': {
    mac: () =>
      service.server.runtime.context.vault.fingerprint('terminal-pairing-code', shop.id, String(EQUAL)),
    taking: (mac: Buffer) =>
      `INSERT INTO terminal_pairings (merchant_id, livemode, terminal_id, pairing_mac, pairing_expires_at)
       SELECT merchant_id, livemode, id, '\\x${mac.toString('hex')}', now() FROM terminals WHERE name = 'Fifth till'`,
    pair: async () => {
      await shop.client.createTerminal({ body: { name: 'Fifth till' } });
      const { data } = await shop.client.createTerminal({ body: { name: 'Sixth till' } });
      return () => shop.client.pairTerminal({ params: { id: data.id } });
    },
  },
  'a door whose code another merchant draws': {
    mac: () => service.server.runtime.context.vault.fingerprint('pairing-code', String(EQUAL)),
    taking: listsIt('pairing_code'),
    pair: async () => {
      const { id } = await newEvent(shop);
      return () => shop.client.createScannerDevice({ params: { id }, body: { name: 'Door 3' } });
    },
  },
};

test.each(Object.entries(drawers))('%s at the very same moment gets another', async (_name, drawer) => {
  const pair = await drawer.pair();
  const other = new Connection({ connectionString: service.databaseUrl });
  await other.connect();
  const drawn = vi.spyOn(service.server.runtime.context.world, 'randomInt').mockReturnValueOnce(EQUAL);
  try {
    await other.query('BEGIN');
    await other.query(drawer.taking(drawer.mac()));
    const pairing = pair();
    const waiting = () =>
      service.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    await expect.poll(waiting, { interval: 10, timeout: 20_000 }).toHaveLength(1);
    await other.query('COMMIT');
    const { pairing_code } = (await pairing).data;
    expect(pairing_code).toMatch(/^\d{8}$/);
    expect(pairing_code).not.toBe(String(EQUAL));
  } finally {
    drawn.mockRestore();
    await other.query(`DELETE FROM directory WHERE merchant_id = 'mch_other'`);
    await other.end();
  }
});
