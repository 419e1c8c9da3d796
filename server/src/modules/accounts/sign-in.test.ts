import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProbe, type Probe, type Seen } from '../../../test/kit/probe.ts';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { givePin } from './driver-pins.ts';

const MINUTE_MS = 60_000;
const PIN = '240791';

let service: TestService;
let probe: Probe;
let visitor: Client;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  visitor = createClient({ baseUrl: service.baseUrl, apiKey: 'none', retries: 0 });
});
afterAll(() => service[Symbol.asyncDispose]());

async function courierWithPin(): Promise<{ readonly id: string; readonly phone: string }> {
  const { id, phone } = await service.courier();
  await givePin(service.server.modules.accounts, { driver: id, pin: PIN });
  return { id, phone };
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const bodyOf = ({ status, text }: Seen): string => `${status} ${text}`;
/** Each from an address of its own, but for those that are given one. */
const asDriver = (phone: string, pin: string, more: object = {}): Promise<Seen> =>
  probe.ask('signInDriver', { body: { phone, pin }, ...more });
const asOperator = (email: string, password: string, more: object = {}): Promise<Seen> =>
  probe.ask('signInOperator', { body: { email, password }, ...more });

describe('a courier', () => {
  test('signs in with phone and PIN, and calls with the token', async () => {
    const { id, phone } = await courierWithPin();
    const seen = await asDriver(`0${phone.slice(4)}`, PIN);
    expect(seen.data).toEqual({
      token: expect.stringMatching(/^cds_/),
      expires_at: expect.any(String),
      driver: { id, name: 'Mohamed Kamara', phone, vehicle_type: 'motorbike', plate: 'ABC 123' },
      accounts: [{ driver_id: id, store_name: null, livemode: null }],
    });
    expect(seen.headers.get('cache-control')).toBe('no-store');
    const client = createClient({ baseUrl: service.baseUrl, apiKey: String(seen.data['token']) });
    expect((await client.getDriverAccount()).data).toEqual(seen.data['driver']);
  });

  test('is refused in the same words whatever is wrong', async () => {
    const { phone } = await courierWithPin();
    const { phone: without } = await service.courier();
    const [off, another] = [await courierWithPin(), await courierWithPin()];
    await service.query('UPDATE drivers SET active = false WHERE id = $1', [off.id]);
    const wrong = await asDriver(phone, '111222');
    expect(wrong).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    for (const [other, pin] of [
      [without, PIN],
      [off.phone, PIN],
      ['+23276999999', PIN],
      ['Aminata', PIN],
      [another.phone, 'x'.repeat(254)],
    ] as const)
      expect(bodyOf(await asDriver(other, pin))).toBe(bodyOf(wrong));
  });

  test('who is gone in an outage is not told that the PIN is wrong', async () => {
    const { phone } = await courierWithPin();
    await service.query('ALTER TABLE driver_pins RENAME TO driver_pins_away');
    const during = await asDriver(phone, PIN);
    await service.query('ALTER TABLE driver_pins_away RENAME TO driver_pins');
    expect(during.status).toBe(500);
    // Five tries that could not be judged would have used up the window.
    expect(await service.query('SELECT max(tries) AS tries FROM sign_in_tries WHERE tries > 5')).toEqual([
      { tries: null },
    ]);
    expect((await asDriver(phone, PIN)).status).toBe(200);
  });
});

describe('a person of the platform', () => {
  test('signs in with e-mail address and password, and is told the rights', async () => {
    const { id, email, password } = await service.operator('cashier');
    const seen = await asOperator(email.toUpperCase(), password);
    expect(seen.data).toMatchObject({
      token: expect.stringMatching(/^cos_/),
      user: { id, name: 'Hawa Bangura', email, role: 'cashier' },
      scopes: ['dispatch:read', 'cash:write', 'ledger:read'],
    });
    expect(seen.headers.get('cache-control')).toBe('no-store');
    const [{ last_signed_in_at: at } = {}] = await service.query(
      'SELECT last_signed_in_at FROM users WHERE id = $1',
      [id],
    );
    expect(at).toBeInstanceOf(Date);
  });

  test('is refused in the same words whatever is wrong', async () => {
    const { email, password } = await service.operator();
    const suspended = await service.operator();
    await service.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [suspended.id]);
    const wrong = await asOperator(email, 'not the password');
    expect(wrong).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    for (const other of [suspended.email, 'nobody@example.sl', 'no address'])
      expect(bodyOf(await asOperator(other, password))).toBe(bodyOf(wrong));
  });

  test('has at most 20 sessions: the oldest end', async () => {
    const { id, email, password } = await service.operator();
    for (let times = 0; times < 21; times += 1) await asOperator(email, password);
    expect(
      await service.query(
        'SELECT count(*)::int AS open FROM sessions WHERE subject_id = $1 AND ended_at IS NULL',
        [id],
      ),
    ).toEqual([{ open: 20 }]);
  });
});

describe('who guesses', () => {
  test('is judged five times in 15 minutes for one phone, however many guesses come at once', async () => {
    const { phone } = await courierWithPin();
    const seen = await Promise.all(
      Array.from({ length: 50 }, (_, at) => asDriver(phone, `7${String(at).padStart(5, '0')}`)),
    );
    expect(seen.filter(({ code }) => code === 'INVALID_CREDENTIALS')).toHaveLength(5);
    expect(seen.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(45);
    const refused = await asDriver(phone, PIN);
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    service.advance(15 * MINUTE_MS);
    expect((await asDriver(phone, PIN)).status).toBe(200);
  });

  test('is limited in the same way for a phone or an address that nobody has', async () => {
    for (const guess of [
      () => asDriver('+23276999998', PIN),
      () => asOperator('nobody-2@example.sl', 'some password'),
    ]) {
      const codes = await Promise.all(Array.from({ length: 10 }, async () => (await guess()).code));
      expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(5);
    }
  });

  test('is judged thirty times in 15 minutes from one address, whomever the guesses are for', async () => {
    const guess = (at: number): Promise<Seen> =>
      asOperator(`guess-${at}@example.sl`, 'some password', from('198.51.100.7'));
    const codes = [];
    for (let at = 0; at < 31; at += 1) codes.push((await guess(at)).code);
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(30);
    expect(codes.at(-1)).toBe('RATE_LIMITED');
    expect((await asOperator('guess-0@example.sl', 'some password', from('198.51.100.8'))).code).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('has as many tries as before once one was right', async () => {
    const { phone } = await courierWithPin();
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1)
        expect((await asDriver(phone, '111222')).code).toBe('INVALID_CREDENTIALS');
      expect((await asDriver(phone, PIN)).status).toBe(200);
    }
  });

  test('keeps nobody from signing in where that one always does, from elsewhere or from there', async () => {
    const { phone } = await courierWithPin();
    const [home, elsewhere] = [from('198.51.100.20'), from('198.51.100.21')];
    expect((await asDriver(phone, PIN, home)).status).toBe(200);
    for (let wrong = 0; wrong < 6; wrong += 1) await asDriver(phone, '111222');
    expect((await asDriver(phone, PIN, elsewhere)).code).toBe('RATE_LIMITED');
    expect((await asDriver(phone, PIN, home)).status).toBe(200);
    for (let at = 0; at < 31; at += 1) await asOperator(`other-${at}@example.sl`, 'some password', home);
    expect((await asOperator('other@example.sl', 'some password', home)).code).toBe('RATE_LIMITED');
    expect((await asDriver(phone, PIN, home)).status).toBe(200);
    const codes = await Promise.all(Array.from({ length: 8 }, () => asDriver(phone, '111222', home)));
    expect(codes.filter(({ code }) => code === 'INVALID_CREDENTIALS')).toHaveLength(5);
    expect((await asDriver(phone, PIN, home)).code).toBe('RATE_LIMITED');
  });

  test('leaves nothing behind that tells whom', async () => {
    await asOperator('a-typed-password', 'x');
    const [{ rows } = {}] = await service.query(
      `SELECT string_agg(t::text, ' ') AS rows FROM sign_in_tries t`,
    );
    expect(String(rows)).not.toContain('a-typed-password');
  });

  test('finds no way around through the session of somebody else', async () => {
    const { phone } = await courierWithPin();
    const { data } = await visitor.signInDriver({ body: { phone, pin: PIN } });
    const client = createClient({ baseUrl: service.baseUrl, apiKey: data.token, retries: 0 });
    const change = (): Promise<unknown> =>
      client.changePin({ body: { pin: '111222', new_pin: '719305' } }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    const codes = await Promise.all(Array.from({ length: 12 }, change));
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(7);
  });
});
