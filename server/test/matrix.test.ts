import {
  bodyBytesMax,
  isForPages,
  operations,
  takesKeys,
  takesSessions,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueSession } from '../src/modules/accounts/index.ts';
import { updateMerchant } from '../src/modules/merchants/index.ts';
import { makeKeyText } from '../src/modules/merchants/key-text.ts';
import { fingerprint } from './kit/fingerprint.ts';
import { signedInMember, type MemberHeaders } from './kit/member.ts';
import { createProbe, type Probe, type Seen, type ProbeInput } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';
import { ABSENT, kindOf, OF_PLATFORM, thingsOf, type Things } from './kit/things.ts';

const all = Object.values(operations) as readonly Operation[];
const named = (some: readonly Operation[]): [string, Operation][] =>
  some.map((operation) => [operation.id, operation]);
/** Those that a merchant's key may call. */
const keyed = all.filter(takesKeys);
const withBody = all.filter((operation) => operation.body !== undefined);

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let liveKey: string;
let before: Awaited<ReturnType<typeof fingerprint>>;
let others: { readonly stranger: Things; readonly live: Things };
const keys: Record<string, string> = {};
let courierTokens: readonly string[];
let operatorTokens: readonly string[];
let members: readonly MemberHeaders[];
let asked = 0;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  await service.driver();
  shop = await service.merchant();
  liveKey = await service.key(shop.id, { livemode: true });
  const stranger = await service.merchant();
  for (const id of [shop.id, stranger.id])
    await updateMerchant(service.server.runtime.context, id, {
      readsPerSecond: 100_000,
      writesPerSecond: 100_000,
    });
  const suspended = await service.merchant();
  await updateMerchant(service.server.runtime.context, suspended.id, { status: 'suspended' });

  const revoked = await shop.client.createKey({ body: { name: 'Lost' } });
  await shop.client.revokeKey({ params: { id: revoked.data.id } });
  Object.assign(keys, {
    revoked: revoked.data.key,
    suspended: suspended.key,
    expired: await service.key(shop.id, { expiresAt: new Date(0) }),
    unknown: makeKeyText(() => 7, { kind: 'secret', livemode: false }),
    unscoped: await service.key(shop.id, { scopes: [] }),
    public: await service.key(shop.id, { kind: 'public', scopes: [] }),
    elsewhere: await service.key(shop.id, { ipRanges: ['198.51.100.0/24'] }),
  });
  keys['session'] = (await shop.client.createWidgetSession({ body: {} })).data.token;
  keys['sessionWithoutScopes'] = (await shop.client.createWidgetSession({ body: { scopes: [] } })).data.token;
  courierTokens = await tokensOf('driver', await service.driver());
  operatorTokens = await tokensOf('operator', (await service.operator()).id);
  members = await membersOf(shop.id);
  others = {
    stranger: await thingsOf(service, { key: stranger.key, clock: true }),
    live: await thingsOf(service, { key: liveKey, clock: false }),
  };
  await service.drain();
  before = await fingerprint(service);
});
afterAll(() => service[Symbol.asyncDispose]());

/** As many sessions as one person may have beside the one of their own, so that no rate is met: of more the oldest end. */
async function tokensOf(kind: 'driver' | 'operator', subjectId: string): Promise<readonly string[]> {
  const { context } = service.server.runtime;
  const issued = await Promise.all(
    Array.from({ length: 19 }, () =>
      issueSession(context.store.system, context, { kind, subjectId, address: '127.0.0.1' }),
    ),
  );
  return issued.map(({ token }) => token);
}

/** As many people as make sure that no rate is met. */
async function membersOf(merchantId: string): Promise<readonly MemberHeaders[]> {
  const signedIn = await Promise.all(
    Array.from({ length: 20 }, () => signedInMember(service, { merchantId })),
  );
  return signedIn.map(({ headers }) => headers);
}

/** Stands for the cookie of a person who is signed in, and what a browser sends beside it. */
const MEMBER = 'a member';

/** What lets somebody in who may call the operation. */
function credentialFor({ by }: Operation): string | undefined {
  if (by === 'anyone') return undefined;
  if (by === 'member') return MEMBER;
  return by === 'driver' ? nextOf(courierTokens) : shop.key;
}

/** The same where a merchant's key is let in but refused what concerns all merchants. */
function operatorFor(operation: Operation): string | undefined {
  return operation.errors.includes('OPERATORS_ONLY') ? nextOf(operatorTokens) : credentialFor(operation);
}

const nextOf = <T>(those: readonly T[]): T | undefined => those[(asked += 1) % those.length];

/** What the documentation shows for the operation, about things that are not there. */
function exampleOf({ example }: Operation, things: Things = ABSENT): ProbeInput {
  const params = Object.fromEntries(
    Object.entries(example.params ?? {}).map(([name, id]) => [
      name,
      things[kindOf(id)] ?? ABSENT[kindOf(id)],
    ]),
  );
  return { params, query: example.query, body: example.body };
}

const ask = (operation: Operation, { key, ...input }: ProbeInput): Promise<Seen> =>
  probe.ask(operation.id as OperationId, {
    ...exampleOf(operation),
    ...input,
    ...(key === MEMBER ? { headers: { ...nextOf(members), ...input.headers } } : { key }),
  });
const bodyOf = ({ status, text }: Seen): string => `${status} ${text}`;

describe('a key that does not open', () => {
  const said = {
    key: '401 {"success":false,"error":{"code":"UNAUTHORIZED","message":"The API key is missing or not valid. Send it as \\"Authorization: Bearer <key>\\" or as \\"X-API-Key: <key>\\"."',
    dispatcher:
      '401 {"success":false,"error":{"code":"UNAUTHORIZED","message":"The session or API key is missing or not valid. Sign in with POST /v1/dispatch/login and send its token as \\"Authorization: Bearer <token>\\", or send a merchant\'s API key."',
  };
  const flawed = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

  test.each(named(keyed))(
    'is refused by %s in the same words whatever is wrong with it',
    async (_id, operation) => {
      const wrong: readonly ProbeInput[] = [
        {},
        { key: '' },
        { key: 'sk_test_short' },
        { key: 'Aminata' },
        { key: flawed(shop.key) },
        { key: keys['unknown'] },
        { key: keys['revoked'] },
        { key: keys['expired'] },
        { headers: { authorization: `Basic ${shop.key}` } },
        { key: shop.key, headers: { 'x-api-key': liveKey } },
        { headers: { 'x-api-key': ` ${flawed(shop.key)} ` } },
      ];
      const explained = `"doc_url":"${new URL(service.baseUrl).origin}/docs/errors/UNAUTHORIZED"}}`;
      for (const input of wrong)
        expect(bodyOf(await ask(operation, input))).toBe(
          `${operation.by === 'dispatcher' ? said.dispatcher : said.key},${explained}`,
        );
    },
  );

  test.each(named(keyed))('is refused by %s in the URL, where logs would keep it', async (_id, operation) => {
    for (const query of [{ api_key: shop.key }, { key: 'x' }, { access_token: shop.key }, { q: shop.key }]) {
      const seen = await ask(operation, { key: shop.key, query });
      expect(seen).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
      expect(seen.message).toContain('URL');
    }
  });
});

describe('a key that opens something else', () => {
  test.each(named(keyed.filter(({ scope }) => scope !== null)))(
    'lacks the scope that %s names',
    async (_id, operation) => {
      const seen = await ask(operation, { key: keys['unscoped'] });
      expect(seen).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
        details: { scope: operation.scope },
      });
      expect(seen.message).toContain(operation.scope);
    },
  );

  test.each(named(keyed.filter((operation) => !operation.publicKey)))(
    'is public and not for %s',
    async (_id, operation) => {
      expect(await ask(operation, { key: keys['public'] })).toMatchObject({
        status: 403,
        code: 'PUBLIC_KEY_NOT_ALLOWED',
      });
    },
  );

  test.each(named(keyed.filter((operation) => !takesSessions(operation))))(
    'is a session, and not for %s',
    async (_id, operation) => {
      expect(await ask(operation, { key: keys['session'] })).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
      });
    },
  );

  test.each(named(keyed.filter((operation) => takesSessions(operation) && operation.sessions !== 'always')))(
    'is a session of somebody who may not call %s',
    async (_id, operation) => {
      expect(await ask(operation, { key: keys['sessionWithoutScopes'] })).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
        details: { scope: operation.scope },
      });
    },
  );

  test.each(named(keyed.filter((operation) => operation.testOnly)))(
    'is live and %s is only for tests',
    async (_id, operation) => {
      expect(await ask(operation, { key: liveKey })).toMatchObject({ status: 403, code: 'TEST_ONLY' });
    },
  );

  test.each(named(keyed))('came to %s from a web page', async (_id, operation) => {
    for (const headers of [
      { origin: 'https://shop.example.sl' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as const) {
      const seen = await ask(operation, { key: shop.key, headers });
      expect(seen).toMatchObject({ status: 403, code: 'SECRET_KEY_IN_BROWSER' });
      if ('origin' in headers)
        expect(seen.headers.get('access-control-allow-origin'), 'the page may read the refusal').toBe(
          isForPages(operation) ? headers.origin : '*',
        );
    }
  });

  test.each(named(keyed))('came to %s from an address that it does not list', async (_id, operation) => {
    expect(await ask(operation, { key: keys['elsewhere'] })).toMatchObject({
      status: 403,
      code: 'IP_NOT_ALLOWED',
    });
  });

  test.each(named(keyed))(
    'belongs to a suspended merchant, whom %s does not serve',
    async (_id, operation) => {
      expect(await ask(operation, { key: keys['suspended'] })).toMatchObject({
        status: 403,
        code: 'MERCHANT_SUSPENDED',
      });
    },
  );
});

describe('a request of the wrong form', () => {
  test.each(named(all))('with another method than %s has is told which there are', async (_id, operation) => {
    const allowed = all
      .filter((other) => matches(other.path, operation.path))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    // Browsers ask in advance what pages may do.
    const preflight = all.some((other) => isForPages(other) && matches(other.path, operation.path))
      ? 'OPTIONS'
      : null;
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (one) => !allowed.includes(one) && one !== preflight,
    )) {
      const seen = await ask(operation, { key: credentialFor(operation), method, body: undefined });
      expect(seen, method).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
      expect(seen.headers.get('allow')?.split(', ').toSorted()).toEqual([...new Set(allowed)].toSorted());
    }
  });

  test.each(named(withBody))('is not JSON for %s', async (_id, operation) => {
    const body = JSON.stringify(operation.example.body);
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/jsonp',
    ]) {
      expect(
        await ask(operation, {
          key: credentialFor(operation),
          text: body,
          headers: { 'content-type': type },
        }),
        type,
      ).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    }
  });

  test.each(
    named(all.filter((operation) => operation.method !== 'GET' && !operation.body && operation.params)),
  )('has a body that %s does not read', async (_id, operation) => {
    for (const [text, type] of [
      ['{', 'application/json'],
      ['hello', 'text/plain'],
      ['{"a":1}', 'application/json'],
    ] as const) {
      const seen = await ask(operation, {
        key: operatorFor(operation),
        text,
        headers: { 'content-type': type },
      });
      expect([404, 415, 400], seen.text).toContain(seen.status);
    }
  });

  test.each(named(withBody))('cannot be read safely by %s', async (_id, operation) => {
    const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
    for (const text of [
      '{',
      '{"a":1}}',
      "{'a':1}",
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '{"__proto__":{"a":1}}',
      '{"metadata":{"__proto__":1}}',
      deep,
      `{"a":${deep}}`,
      '\uFEFF{}',
      'NaN',
    ]) {
      expect(await ask(operation, { key: credentialFor(operation), text }), text.slice(0, 40)).toMatchObject({
        status: 400,
        code: 'INVALID_JSON',
      });
    }
  });

  test.each(named(all))('wants the amounts of %s in a form that there is not', async (_id, operation) => {
    const seen = await ask(operation, {
      key: credentialFor(operation),
      headers: { 'x-amount-format': 'text' },
    });
    expect(seen).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      message: 'X-Amount-Format must be number or string.',
      details: { fields: [{ path: 'X-Amount-Format' }] },
    });
  });

  test.each(named(withBody))('is larger than %s takes', async (_id, operation) => {
    expect(
      await ask(operation, {
        key: credentialFor(operation),
        text: `{"note":"${'a'.repeat(bodyBytesMax(operation))}"}`,
      }),
    ).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  test.each(named(withBody))('is no object for %s', async (_id, operation) => {
    for (const text of ['null', '[]', '"text"', '7', 'true']) {
      expect(await ask(operation, { key: credentialFor(operation), text }), text).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      });
    }
  });

  const beyondTheSchema: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
    createDelivery: ['delivery_address', 'delivery_city'],
    advanceTestClock: ['seconds'],
  };
  const required = (operation: Operation): readonly string[] => [
    ...((operation.body as { required?: string[] }).required ?? []),
    ...(beyondTheSchema[operation.id as OperationId] ?? []),
  ];

  test.each(named(withBody.filter((operation) => required(operation).length > 0)))(
    'lacks what %s needs, and is told each',
    async (_id, operation) => {
      const seen = await ask(operation, { key: credentialFor(operation), body: {} });
      expect(seen).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
      const paths = (seen.details['fields'] as { path: string }[]).map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining([...required(operation)]));
      for (const path of paths) expect(seen.message).toContain(path);
    },
  );
});

describe('a thing that is not there', () => {
  const things = all.filter((operation) => operation.params !== undefined);

  test.each(named(things))(
    'is to %s the same as one of another merchant or of the other mode',
    async (_id, operation) => {
      const [kind = 'jobNumber'] = Object.values(operation.example.params ?? {}).map(kindOf);
      const ofPlatform = OF_PLATFORM.has(kind) || operation.errors.includes('OPERATORS_ONLY');
      const key = ofPlatform ? operatorFor(operation) : credentialFor(operation);
      const expected = await ask(operation, { key });
      expect(expected.status).toBe(404);
      if (ofPlatform) return;
      for (const things of [others.stranger, others.live]) {
        const id = things[kind];
        // Live data have no test clock, and live money lies with a provider of the world outside.
        if (id === undefined && (kind === 'clk' || kind === 'po')) continue;
        expect(id, `a ${kind} to ask for`).toBeDefined();
        const seen = await ask(operation, { ...exampleOf(operation, things), key: credentialFor(operation) });
        expect(bodyOf(seen).replaceAll(String(id), ABSENT[kind])).toBe(bodyOf(expected));
        expect([...seen.headers.keys()].toSorted()).toEqual([...expected.headers.keys()].toSorted());
      }
    },
  );

  test.each(named(things))('may have an id of any form for %s', async (_id, operation) => {
    const [name = ''] = Object.keys(operation.example.params ?? {});
    for (const id of [
      'x',
      '%',
      '../x',
      "' OR 1=1 --",
      '🌳',
      'SHP-0000-0001',
      'a'.repeat(64),
      'a'.repeat(65),
      'a'.repeat(201),
      'a'.repeat(4_000),
    ]) {
      const seen = await ask(operation, {
        key: operatorFor(operation),
        params: { ...exampleOf(operation).params, [name]: id },
      });
      expect([400, 404], `${id.slice(0, 20)}: ${seen.text}`).toContain(seen.status);
      if (operation.by === 'anyone') continue;
      expect(
        (await ask(operation, { params: { ...exampleOf(operation).params, [name]: id } })).status,
        'nobody learns about ids without a key',
      ).toBe(401);
    }
  });

  test.each([
    ['delivery_address_id', 'createDelivery'],
    ['pickup_address_id', 'createDelivery'],
    ['delivery_address_id', 'getQuote'],
    ['pickup_address_id', 'getQuote'],
  ] as const)('may be the %s of %s', async (field, id) => {
    const place = { pickup_city: 'Freetown', delivery_city: 'Lumley', delivery_address: '27 Freetown Road' };
    const asked = (address: string | undefined): Promise<Seen> =>
      probe.ask(id, {
        key: shop.key,
        ...(id === 'getQuote'
          ? { query: { ...place, [field]: address } }
          : { body: { ...place, [field]: address } }),
      });
    const expected = await asked(ABSENT.adr);
    expect(expected).toMatchObject({ status: 404, code: 'ADDRESS_NOT_FOUND' });
    for (const { adr } of [others.stranger, others.live])
      expect(bodyOf(await asked(adr)).replaceAll(String(adr), ABSENT.adr)).toBe(bodyOf(expected));
  });

  test('shows in no list of another merchant or mode', async () => {
    for (const id of [
      'listDeliveries',
      'listAddresses',
      'listWebhooks',
      'listMessages',
      'listWebhookDeliveries',
      'listNotices',
      'listClaims',
      'listImports',
      'listEvents',
    ] as const) {
      expect(await probe.ask(id, { key: shop.key }), id).toMatchObject({ status: 200, data: [] });
    }
  });
});

test('none of all these requests changed anything', async () => {
  expect(await fingerprint(service)).toEqual(before);
});

/** Whether two path patterns can be the same path. */
function matches(pattern: string, path: string): boolean {
  const [ones, others] = [pattern.split('/'), path.split('/')];
  return (
    ones.length === others.length && ones.every((part, at) => part === others[at] || part.startsWith(':'))
  );
}
