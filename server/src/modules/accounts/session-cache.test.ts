import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../../test/kit/service.ts';
import { hashSessionToken, makeSessionToken, sessionExpiry } from './issue-session.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const find = (token: string) => service.server.modules.accounts.sessions.find(token);

describe('a token', () => {
  test('opens the session of a courier', async () => {
    const courier = await service.courier('Isatu Conteh');
    expect(courier.token).toMatch(/^cds_[\w-]{43}$/);
    expect(await find(courier.token)).toEqual({
      kind: 'driver',
      id: expect.stringMatching(/^ses_/),
      driver: { id: courier.id, name: 'Isatu Conteh', phone: courier.phone },
    });
  });

  test('opens the session of a person of the platform, with the rights of the role', async () => {
    const cashier = await service.operator('cashier');
    expect(cashier.token).toMatch(/^cos_[\w-]{43}$/);
    expect(await find(cashier.token)).toMatchObject({
      kind: 'operator',
      user: { id: cashier.id, role: 'cashier' },
      scopes: ['dispatch:read', 'cash:write', 'ledger:read'],
    });
  });

  test('is kept as its hash only', async () => {
    const { token } = await service.operator();
    const [{ rows } = {}] = await service.query('SELECT string_agg(s::text, $1) AS rows FROM sessions s', [
      '\n',
    ]);
    expect(String(rows)).toContain(hashSessionToken(token)?.toString('hex'));
    expect(String(rows)).not.toContain(token.slice(4));
  });

  test('opens nothing when nobody has it, whatever its form', async () => {
    const unknown = makeSessionToken('driver', (length) => Buffer.alloc(length, 1));
    for (const token of [
      unknown,
      '',
      'cds_',
      `${unknown}a`,
      unknown.slice(0, -1),
      unknown.replace('cds_', 'sk_live_'),
    ])
      expect(await find(token)).toBeNull();
  });
});

describe('a session', () => {
  test('of a courier lives 30 days since its last use', async () => {
    const { token } = await service.courier();
    for (let days = 0; days < 90; days += 29) {
      expect(await find(token)).not.toBeNull();
      await service.drain();
      service.advance(29 * DAY_MS);
    }
    service.advance(DAY_MS + HOUR_MS);
    expect(await find(token)).toBeNull();
  });

  test('of an operator ends after 12 hours without use', async () => {
    const { token } = await service.operator();
    service.advance(11 * HOUR_MS);
    expect(await find(token)).not.toBeNull();
    await service.drain();
    service.advance(12 * HOUR_MS + 1);
    expect(await find(token)).toBeNull();
  });

  test('of an operator ends after 7 days even in use', async () => {
    const created = new Date('2026-11-21T08:00:00Z');
    const lateUse = new Date(created.getTime() + 7 * DAY_MS - HOUR_MS);
    expect(sessionExpiry('operator', { createdAt: created, usedAt: lateUse })).toEqual(
      new Date(created.getTime() + 7 * DAY_MS),
    );
  });

  test('does not open for a courier who was taken off, or for a person who was suspended', async () => {
    const [courier, operator] = [await service.courier(), await service.operator()];
    await service.query('UPDATE drivers SET active = false WHERE id = $1', [courier.id]);
    await service.query(`UPDATE users SET status = 'suspended' WHERE id = $1`, [operator.id]);
    expect([await find(courier.token), await find(operator.token)]).toEqual([null, null]);
  });
});

test('sessions long over are forgotten', async () => {
  const { id } = await service.courier();
  service.advance(121 * DAY_MS);
  await service.drain();
  expect(await service.query('SELECT 1 FROM sessions WHERE subject_id = $1', [id])).toEqual([]);
});
