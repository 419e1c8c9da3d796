import {
  isWrite,
  memberRoles,
  memberRoleScopes,
  operations,
  takesKeys,
  type MemberRole,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateMerchant } from '../src/modules/merchants/index.ts';
import { fingerprint } from './kit/fingerprint.ts';
import { signedInMember, type MemberHeaders } from './kit/member.ts';
import { createProbe, type Probe, type ProbeInput, type Seen } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';

const all = Object.values(operations) as readonly Operation[];
const keyed = all.filter(takesKeys);
const named = (some: readonly Operation[]): [string, Operation][] =>
  some.map((operation) => [operation.id, operation]);
type Headers = Readonly<Record<string, string>>;

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let stranger: TestMerchant;
let before: Awaited<ReturnType<typeof fingerprint>>;
const cookies = {} as Record<MemberRole, MemberHeaders>;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  shop = await service.merchant();
  stranger = await service.merchant();
  await updateMerchant(service.server.runtime.context, shop.id, {
    readsPerSecond: 100_000,
    writesPerSecond: 100_000,
  });
  for (const role of memberRoles)
    cookies[role] = (await signedInMember(service, { merchantId: shop.id, role })).headers;
  await service.drain();
  before = await fingerprint(service);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Refused for its form once everything that stands at the door was passed: nothing is done. */
const FORMLESS = { 'x-amount-format': 'text' };
const PASSED = { status: 400, message: 'X-Amount-Format must be number or string.' };

function ask({ id, example }: Operation, headers: Headers, input: ProbeInput = {}): Promise<Seen> {
  const { params, query, body } = example;
  return probe.ask(id as OperationId, {
    params,
    query,
    body,
    ...input,
    headers: { ...headers, ...FORMLESS },
  });
}

/** Whether a role may call an operation in test mode. */
function may(role: MemberRole, operation: Operation): boolean {
  if (role === 'viewer' && isWrite(operation)) return false;
  const { scope, orScope } = operation;
  const held: readonly string[] = memberRoleScopes[role];
  return scope === null || held.includes(scope) || (orScope !== undefined && held.includes(orScope));
}

/** What holds for all that the merchant does: who is paid and how, in whose name, by which rules. */
function isOfTheShop(path: string): boolean {
  return path.endsWith('/settings') || path === '/merchant' || path === '/branding';
}

describe.each(memberRoles)('somebody with the role %s', (role) => {
  test.each(named(keyed))('may call %s as far as the role goes', async (_id, operation) => {
    const seen = await ask(operation, cookies[role]);
    if (may(role, operation)) expect(seen).toMatchObject(PASSED);
    else
      expect(seen).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
        details: { scope: operation.scope, role },
      });
  });
});

test('no role directs couriers, and an owner may do all that anybody may, and more', () => {
  for (const role of memberRoles)
    expect(memberRoleScopes[role].filter((scope) => scope.startsWith('dispatch:'))).toEqual([]);
  for (const role of memberRoles.filter((one) => one !== 'owner')) {
    expect(memberRoleScopes.owner).toEqual(expect.arrayContaining([...memberRoleScopes[role]]));
    expect(memberRoleScopes[role].length).toBeLessThan(memberRoleScopes.owner.length);
  }
});

test.each(named(keyed.filter(({ method, path }) => method === 'PATCH' && isOfTheShop(path))))(
  'how the whole shop is set up, by %s, is changed by owners, admins and developers alone',
  async (_id, operation) => {
    const may = new Set<MemberRole>(['owner', 'admin', 'developer']);
    for (const role of memberRoles)
      expect(await ask(operation, cookies[role]), role).toMatchObject(
        may.has(role) ? PASSED : { status: 403, code: 'INSUFFICIENT_SCOPE' },
      );
  },
);

describe('the cookie of an owner', () => {
  test.each(named(keyed))(
    'opens %s of no other merchant, and none that is not named',
    async (_id, operation) => {
      const { 'x-merchant': _merchant, 'x-mode': _mode, ...bare } = cookies.owner;
      expect(await ask(operation, { ...cookies.owner, 'x-merchant': stranger.id })).toMatchObject({
        status: 403,
        code: 'NOT_A_MEMBER',
      });
      expect(await ask(operation, bare)).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
        details: { fields: [{ path: 'X-Merchant' }, { path: 'X-Mode' }] },
      });
    },
  );

  test.each(named(keyed.filter(({ testOnly }) => testOnly)))(
    'opens %s only in test mode',
    async (_id, operation) => {
      const seen = await ask(operation, { ...cookies.owner, 'x-mode': 'live' });
      expect(seen).toMatchObject({ status: 403, code: may('owner', operation) ? 'TEST_ONLY' : seen.code });
    },
  );

  test.each(named(all.filter((operation) => takesKeys(operation) || operation.by === 'member')))(
    'opens %s to no page of another site',
    async (_id, operation) => {
      const { 'sec-fetch-site': _site, ...silent } = cookies.owner;
      const foreign: readonly Headers[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://shop.example.sl' },
        { origin: 'null' },
      ];
      const nothing: readonly Headers[] = [
        {},
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
      ];
      for (const more of isWrite(operation) ? [...foreign, ...nothing] : foreign)
        expect(await ask(operation, { ...silent, ...more }), JSON.stringify(more)).toMatchObject({
          status: 403,
          code: 'ORIGIN_NOT_ALLOWED',
        });
    },
  );

  test.each(named(all.filter(({ by }) => by === 'driver')))('does not open %s', async (_id, operation) => {
    expect(await ask(operation, cookies.owner)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  });

  test.each(named(all.filter(({ by }) => by === 'member')))(
    'alone opens %s: no key does, nor its token in a header',
    async (_id, operation) => {
      expect(await ask(operation, cookies.viewer)).toMatchObject(PASSED);
      const token = cookies.owner.cookie.split('=')[1] ?? '';
      for (const key of [undefined, shop.key, token])
        expect(await ask(operation, {}, { key })).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    },
  );
});

test('none of all these requests changed anything', async () => {
  expect(await fingerprint(service)).toEqual(before);
});
