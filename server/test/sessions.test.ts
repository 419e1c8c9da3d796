import {
  isWrite,
  operations,
  roleScopes,
  userRoles,
  type Operation,
  type OperationId,
  type UserRole,
} from '@cottontree/contract';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueSession } from '../src/modules/accounts/index.ts';
import { makeSessionToken } from '../src/modules/accounts/issue-session.ts';
import { fingerprint } from './kit/fingerprint.ts';
import { createProbe, type Probe, type Seen, type ProbeInput } from './kit/probe.ts';
import { startService, type TestService } from './kit/service.ts';

const all = Object.values(operations) as readonly Operation[];
const byDriver = all.filter(({ by }) => by === 'driver');
const byDispatcher = all.filter(({ by }) => by === 'dispatcher');
const named = (some: readonly Operation[]): [string, Operation][] =>
  some.map((operation) => [operation.id, operation]);

let service: TestService;
let probe: Probe;
let before: Awaited<ReturnType<typeof fingerprint>>;
let shopKey: string;
/** Tokens of both kinds, and what is wrong with each. */
const tokens: Record<string, string> = {};
const roles: Record<string, string> = {};
/** As many sessions of one person of each role as make sure that no rate is met. */
const desks: Partial<Record<UserRole, readonly string[]>> = {};
let asked = 0;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  shopKey = (await service.merchant()).key;
  const over = { driver: await service.courier(), operator: await service.operator() };
  await service.query(`UPDATE sessions SET expires_at = now() - interval '1 second'`);
  for (const kind of ['driver', 'operator'] as const) {
    const open = async () => (kind === 'driver' ? service.courier() : service.operator());
    const ended = await open();
    await service.query('UPDATE sessions SET ended_at = now() WHERE subject_id = $1', [ended.id]);
    Object.assign(tokens, {
      [`${kind} open`]: (await open()).token,
      [`${kind} ended`]: ended.token,
      [`${kind} expired`]: over[kind].token,
      [`${kind} unknown`]: makeSessionToken(kind, (length) => Buffer.alloc(length, 9)),
    });
  }
  for (const role of userRoles) {
    const { id, token } = await service.operator(role);
    roles[role] = token;
    desks[role] = await sessionsOf(id);
  }
  await service.drain();
  before = await fingerprint(service);
});
afterAll(() => service[Symbol.asyncDispose]());

async function sessionsOf(subjectId: string): Promise<readonly string[]> {
  const { context } = service.server.runtime;
  const issued = await Promise.all(
    Array.from({ length: 12 }, () =>
      issueSession(context.store.system, context, { kind: 'operator', subjectId, address: '127.0.0.1' }),
    ),
  );
  return issued.map(({ token }) => token);
}

const ask = (operation: Operation, input: ProbeInput): Promise<Seen> =>
  probe.ask(operation.id as OperationId, {
    params: operation.example.params,
    query: operation.example.query,
    body: operation.example.body,
    ...input,
  });
const bodyOf = ({ status, text }: Seen): string => `${status} ${text}`;

describe('a token that does not open', () => {
  test.each(named(byDriver))(
    'is refused by %s in the same words whatever is wrong with it',
    async (_id, operation) => {
      const said = bodyOf(await ask(operation, {}));
      expect(said).toMatch(/^401 .*"UNAUTHORIZED".*\/v1\/driver\/login/);
      for (const key of [
        '',
        'cds_short',
        tokens['driver unknown'],
        tokens['driver ended'],
        tokens['driver expired'],
        tokens['operator open'],
        shopKey,
      ])
        expect(bodyOf(await ask(operation, { key }))).toBe(said);
      expect(
        bodyOf(await ask(operation, { key: tokens['driver open'], headers: { 'x-api-key': shopKey } })),
      ).toBe(said);
    },
  );

  test.each(named(byDispatcher))(
    'is refused by %s in the same words whatever is wrong with it',
    async (_id, operation) => {
      const said = bodyOf(await ask(operation, {}));
      expect(said).toMatch(/^401 .*"UNAUTHORIZED".*\/v1\/dispatch\/login/);
      for (const key of [
        '',
        'cos_short',
        tokens['operator unknown'],
        tokens['operator ended'],
        tokens['operator expired'],
        tokens['driver open'],
      ])
        expect(bodyOf(await ask(operation, { key }))).toBe(said);
    },
  );

  test.each(named(all.filter(({ by }) => by === undefined)))('is no key for %s', async (_id, operation) => {
    const said = bodyOf(await ask(operation, {}));
    for (const key of [tokens['driver open'], tokens['operator open']])
      expect(bodyOf(await ask(operation, { key }))).toBe(said);
  });

  test.each(named([...byDriver, ...byDispatcher]))(
    'is refused by %s in the URL, where logs would keep it',
    async (_id, operation) => {
      const key = tokens[operation.by === 'driver' ? 'driver open' : 'operator open'];
      for (const query of [{ access_token: key }, { q: key }])
        expect((await ask(operation, { key, query })).message).toContain('URL');
    },
  );
});

/** What a browser sends with the cookie of Operations from one of its pages. */
const onPage = (token: string | undefined): Readonly<Record<string, string>> => ({
  cookie: `__Host-cottontree-operations=${token}`,
  'sec-fetch-site': 'same-origin',
});
/** Refused for its form once everything that stands at the door was passed: nothing is done. */
const FORMLESS = { 'x-amount-format': 'text' };

describe('the cookie of Operations', () => {
  test.each(named(byDispatcher))(
    'opens %s as far as its token does, beside a cookie of the dashboard too',
    async (_id, operation) => {
      for (const role of userRoles) {
        const token = desks[role]?.[(asked += 1) % 12];
        const said = bodyOf(await ask(operation, { key: token, headers: FORMLESS }));
        const { cookie, ...rest } = onPage(token);
        for (const other of ['', `; __Host-cottontree=${tokens['operator unknown']}`])
          expect(
            bodyOf(await ask(operation, { headers: { ...rest, ...FORMLESS, cookie: `${cookie}${other}` } })),
          ).toBe(said);
      }
    },
  );

  test.each(named(byDispatcher))('opens %s to no page of another site', async (_id, operation) => {
    const { 'sec-fetch-site': _site, ...silent } = onPage(tokens['operator open']);
    const foreign = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://shop.example.sl' }];
    const nothing = [{}, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' }];
    for (const more of isWrite(operation) ? [...foreign, ...nothing] : foreign)
      expect(
        await ask(operation, { headers: { ...silent, ...more, ...FORMLESS } }),
        JSON.stringify(more),
      ).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
  });

  test.each(named(byDispatcher))(
    'that opens nothing is refused by %s in the words for a token',
    async (_id, operation) => {
      const said = bodyOf(await ask(operation, {}));
      for (const token of [
        '',
        'cos_short',
        tokens['operator unknown'],
        tokens['operator ended'],
        tokens['operator expired'],
        tokens['driver open'],
      ])
        expect(bodyOf(await ask(operation, { headers: onPage(token) }))).toBe(said);
    },
  );

  test.each(named(all.filter(({ by }) => by !== 'dispatcher' && by !== 'anyone')))(
    'does not open %s',
    async (_id, operation) => {
      expect(await ask(operation, { headers: onPage(tokens['operator open']) })).toMatchObject({
        status: 401,
        code: 'UNAUTHORIZED',
      });
    },
  );
});

describe('a role', () => {
  test.each(named(byDispatcher))('without the right that %s needs is told which', async (_id, operation) => {
    const lacking = userRoles.filter(
      (role) => operation.scope !== null && !roleScopes[role].includes(operation.scope),
    );
    expect(lacking).not.toContain('operator');
    for (const role of lacking)
      expect(await ask(operation, { key: roles[role] })).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
        details: { scope: operation.scope },
      });
  });
});

describe('a rate card', () => {
  const changing = byDispatcher.filter(
    ({ path, method, reads }) =>
      path.startsWith('/dispatch/rate-cards') && method !== 'GET' && reads !== true,
  );

  test('is changed by four operations', () =>
    expect(changing.map(({ id }) => id).toSorted()).toEqual([
      'createRateCard',
      'deleteRateCard',
      'publishRateCard',
      'updateRateCard',
    ]));

  test.each(named(changing))('is for operators only to %s', async (_id, operation) => {
    for (const role of userRoles.filter((one) => one !== 'operator'))
      expect(await ask(operation, { key: roles[role] }), role).toMatchObject({ status: 403 });
    expect(await ask(operation, { key: roles['dispatcher'] })).toMatchObject({ code: 'OPERATORS_ONLY' });
    expect(await ask(operation, { key: shopKey })).toMatchObject({ code: 'OPERATORS_ONLY' });
  });
});

describe('a page', () => {
  test('of our own may use a session, and the answer says what is left of its rate', async () => {
    const origin = new URL(service.baseUrl).origin;
    const seen = await probe.ask('getOperatorAccount', {
      key: tokens['operator open'],
      headers: { origin, 'sec-fetch-site': 'same-origin' },
    });
    expect(seen.status).toBe(200);
    expect(seen.headers.get('ratelimit-limit')).toBe('200');
  });

  test('of another site cannot read the answer', async () => {
    const seen = await probe.ask('getOperatorAccount', {
      key: tokens['operator open'],
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(seen.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('a session has a rate of its own', async () => {
  const { client } = await service.courier();
  const codes = new Set<string>();
  // A slow machine answers hardly faster than the rate allows, so that what is saved up lasts a while.
  for (let turns = 0; turns < 20 && !codes.has('RATE_LIMITED'); turns += 1) {
    for (const code of await Promise.all(
      Array.from({ length: 320 }, () =>
        client.getDriverAccount().then(
          () => 'OK',
          (error: { code: string }) => error.code,
        ),
      ),
    ))
      codes.add(code);
  }
  expect(codes).toEqual(new Set(['OK', 'RATE_LIMITED']));
});

test('whoever is not known yet has the rate of the address', async () => {
  const visitor = createClient({ baseUrl: service.baseUrl, apiKey: 'none', retries: 0 });
  const codes = new Set<string>();
  for (let turns = 0; turns < 20 && !codes.has('RATE_LIMITED'); turns += 1) {
    for (const code of await Promise.all(
      Array.from({ length: 120 }, () =>
        visitor.signInDriver({ body: { phone: 'x', pin: ' ' } }).then(
          () => 'OK',
          (error: { code: string }) => error.code,
        ),
      ),
    ))
      codes.add(code);
  }
  expect([...codes]).toContain('RATE_LIMITED');
});

test('none of all these requests changed anything', async () => {
  const { sessions: _sessions, drivers: _drivers, ...kept } = await fingerprint(service);
  const { sessions: _before, drivers: _driversBefore, ...expected } = before;
  expect(kept).toEqual(expected);
});

// Behind what was compared before.
test('the cookie of Operations is set where a page of ours signs in, holds what no script reads, and is taken back', async () => {
  const { email, password } = await service.operator();
  const origin = new URL(service.baseUrl).origin;
  const body = { email, password };
  const foreign = await probe.ask('signInOperatorOnPage', {
    body,
    headers: { origin: 'https://shop.example.sl' },
  });
  expect(foreign).toMatchObject({ status: 403, code: 'ORIGIN_NOT_ALLOWED' });
  const wrong = { email, password: 'no cotton tree' };
  const refused = await probe.ask('signInOperatorOnPage', { body: wrong, headers: { origin } });
  expect(refused).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  expect(refused.headers.getSetCookie()).toEqual([]);
  const seen = await probe.ask('signInOperatorOnPage', { body, headers: { origin } });
  const [set] = seen.headers.getSetCookie();
  const [, token] =
    /^__Host-cottontree-operations=(cos_[\w-]{43}); Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/.exec(
      set ?? '',
    ) ?? [];
  expect(seen.text).not.toContain('cos_');
  expect((await probe.ask('getOperatorAccount', { headers: onPage(token) })).data).toMatchObject({ email });
  const out = await probe.ask('signOutOperator', { headers: onPage(token) });
  expect(out.headers.getSetCookie()).toEqual([
    '__Host-cottontree-operations=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
  ]);
  expect((await probe.ask('getOperatorAccount', { headers: onPage(token) })).status).toBe(401);
});
