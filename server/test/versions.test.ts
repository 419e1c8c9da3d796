import { operations, takesKeys, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedInMember } from './kit/member.ts';
import { createProbe, type Probe, type Seen, type ProbeInput } from './kit/probe.ts';
import { startService, type TestMerchant, type TestService } from './kit/service.ts';
import { ABSENT, kindOf, thingsOf, type Things } from './kit/things.ts';

const keyed = (Object.values(operations) as readonly Operation[]).filter(takesKeys);
const reads = keyed.filter(({ method }) => method === 'GET');
const named = (some: readonly Operation[]): [string, Operation][] =>
  some.map((operation) => [operation.id, operation]);

type Changed = (
  name: string,
  more?: { readonly ifMatch: string },
) => Promise<{ readonly etag: string | null }>;

let service: TestService;
let probe: Probe;
let shop: TestMerchant;
let things: Things;
let found = 0;

beforeAll(async () => {
  service = await startService({ environment: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  probe = createProbe(service.baseUrl);
  await service.driver();
  shop = await service.merchant();
  things = await thingsOf(service, { key: shop.key, clock: true });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The operation's example, about the shop's own things. */
function ask(operation: Operation, input: ProbeInput = {}): Promise<Seen> {
  const params = Object.fromEntries(
    Object.entries(operation.example.params ?? {}).map(([name, id]) => [
      name,
      things[kindOf(id)] ?? ABSENT[kindOf(id)],
    ]),
  );
  return probe.ask(operation.id as OperationId, { key: shop.key, params, ...input });
}

/** A look between two equal ones: what goes on by itself, as messages do, may change meanwhile, and is looked at again. */
async function between(
  operation: Operation,
  look: (full: Seen) => Promise<Seen>,
): Promise<{ readonly full: Seen; readonly looked: Seen }> {
  for (;;) {
    const full = await ask(operation);
    const looked = await look(full);
    if ((await ask(operation)).headers.get('etag') === full.headers.get('etag')) return { full, looked };
  }
}

describe('what is read', () => {
  test.each(named(reads))('by %s has a HEAD with the headers of its GET', async (_id, operation) => {
    const { full, looked: head } = await between(operation, () => ask(operation, { method: 'HEAD' }));
    expect([head.status, head.text]).toEqual([full.status, '']);
    for (const name of ['content-type', 'etag', 'cache-control'])
      expect(head.headers.get(name), name).toBe(full.headers.get(name));
  });

  test.each(named(reads.filter(({ list }) => !list)))(
    'by %s is spared whoever has it',
    async (_id, operation) => {
      const { full, looked: again } = await between(operation, (seen) =>
        ask(operation, { headers: { 'if-none-match': seen.headers.get('etag') ?? '"none"' } }),
      );
      if (full.status !== 200)
        return expect(full.status, 'nothing of the shop is there to read').toBeGreaterThanOrEqual(400);
      found += 1;
      const tag = full.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"[\w.:-]+"$/);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
      expect((await ask(operation, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
    },
  );

  test('was there to be read, for most of it', () => {
    expect(found).toBeGreaterThan(40);
  });
});

describe('a change that changes nothing', () => {
  const readAt = new Map(reads.map((operation) => [operation.path, operation]));
  const changed = keyed.flatMap((change) => {
    const read = change.method === 'PATCH' ? readAt.get(change.path) : undefined;
    return read ? [[change.id, change, read] as const] : [];
  });

  test.each(changed)('leaves its version to %s', async (_id, change, read) => {
    const before = await ask(read);
    if (before.status !== 200)
      return expect(before.status, 'nothing of the shop is there to read').toBeGreaterThanOrEqual(400);
    const body = JSON.parse(before.text).data;
    const sent = await ask(change, { body });
    if (['LIVE_ONLY', 'OPERATORS_ONLY', 'STATE_CONFLICT'].includes(sent.code ?? '')) return;
    const tag = change.errors.includes('PRECONDITION_FAILED') ? before.headers.get('etag') : null;
    expect([sent.status, sent.headers.get('etag')], sent.text).toEqual([200, tag]);
    expect(JSON.parse((await ask(read)).text).data).toEqual(body);
  });

  test('is tried with many things', () => {
    expect(changed.length).toBeGreaterThan(20);
  });
});

describe('a change of what somebody else has changed meanwhile', () => {
  const changes = keyed.filter(({ method }) => method === 'PATCH');
  test.each(named(changes))('is refused by %s', async (_id, operation) => {
    const seen = await ask(operation, {
      body: operation.example.body,
      headers: { 'if-match': '"no-version"' },
    });
    expect(
      seen.status === 404 ||
        seen.code === 'PRECONDITION_FAILED' ||
        seen.code === 'STATE_CONFLICT' ||
        // The profile counts for both modes, and these tests ask in one.
        seen.code === 'LIVE_ONLY' ||
        seen.code === 'OPERATORS_ONLY',
      seen.text,
    ).toBe(true);
  });

  test.each([
    ['getNoticeSettings', 'updateNoticeSettings', (round: number) => ({ sender_name: `Shop ${round}` })],
    [
      'getPaymentSettings',
      'updatePaymentSettings',
      (round: number) => ({ require_signed_amounts: round !== 1 }),
    ],
    ['getPosSettings', 'updatePosSettings', (round: number) => ({ require_cash_session: round !== 1 })],
    ['getInvoiceSettings', 'updateInvoiceSettings', (round: number) => ({ footer: `Thanks ${round}` })],
  ] as const)(
    'is refused to all but one of many who read the same by %s, the first time and later',
    async (read, change, bodyOf) => {
      const { key } = await service.merchant();
      for (let round = 0; round < 3; round += 1) {
        const body = bodyOf(round);
        const tag = (await probe.ask(read, { key })).headers.get('etag') ?? '';
        const seen = await Promise.all(
          Array.from({ length: 8 }, () => probe.ask(change, { key, body, headers: { 'if-match': tag } })),
        );
        const done = seen.filter(({ status }) => status === 200);
        expect(
          seen.map(({ code }) => code).filter((code) => code !== null && code !== 'PRECONDITION_FAILED'),
        ).toEqual([]);
        expect(done.length).toBe(1);
        expect(done[0]?.headers.get('etag')).toBe((await probe.ask(read, { key })).headers.get('etag'));
      }
    },
  );

  const people: readonly [string, () => Promise<Changed>][] = [
    [
      'an API key',
      async () => {
        const { data } = await shop.client.createKey({ body: { scopes: ['events:read'] } });
        return (name, more) => shop.client.updateKey({ params: { id: data.id }, body: { name }, ...more });
      },
    ],
    [
      'a member',
      async () => {
        const { membershipId: id } = await signedInMember(service, { merchantId: shop.id, role: 'staff' });
        return (name, more) =>
          shop.client.updateMember({
            params: { id },
            body: { limits: { refund_max: name.length } },
            ...more,
          });
      },
    ],
    [
      'the own account',
      async () => {
        const { client } = await signedInMember(service, { merchantId: shop.id });
        return (name, more) => client.updateMemberAccount({ body: { name }, ...more });
      },
    ],
    [
      'a passkey',
      async () => {
        const { id, client } = await signedInMember(service, { merchantId: shop.id });
        await service.query(
          `INSERT INTO passkeys (id, person_id, credential_id, public_key, counter, transports, name, synced, created_at)
           VALUES ('psk_one', $1, '\\x01', '\\x01', 0, '{}', 'Phone', false, now())`,
          [id],
        );
        return (name, more) => client.updatePasskey({ params: { id: 'psk_one' }, body: { name }, ...more });
      },
    ],
    [
      'a person of the platform',
      async () => {
        const [boss, { id }] = [await service.operator(), await service.operator('cashier')];
        return (name, more) => boss.client.updateUser({ params: { id }, body: { name }, ...more });
      },
    ],
    [
      'a courier',
      async () => {
        const [{ client }, { id }] = [await service.operator(), await service.courier('Sorie Kanu')];
        return (name, more) => client.updateDispatchDriver({ params: { id }, body: { name }, ...more });
      },
    ],
  ];

  test.each(people)('is refused to all but one of many who saw the same of %s', async (_what, make) => {
    const change = await make();
    const { etag } = await change('Seen');
    const done = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => change('x'.repeat(n + 10), { ifMatch: etag ?? '' })),
    );
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'PRECONDITION_FAILED'));
    await change('Blindly');
  });

  test('of a courier or the own account is held against what was read of it', async () => {
    const [{ client }, { id }] = [await service.operator(), await service.courier('Musa Sesay')];
    const own = (await signedInMember(service, { merchantId: shop.id })).client;
    const params = { id };
    const courier = await client.getDispatchDriver({ params });
    const account = await own.getMemberAccount({});
    await client.updateDispatchDriver({ params, body: { plate: 'A 1' }, ifMatch: courier.etag ?? '' });
    await own.updateMemberAccount({ body: { locale: 'kri' }, ifMatch: account.etag ?? '' });
    const stale = { code: 'PRECONDITION_FAILED', status: 412 };
    await expect(
      client.updateDispatchDriver({ params, body: { plate: 'A 2' }, ifMatch: courier.etag ?? '' }),
    ).rejects.toMatchObject(stale);
    await expect(
      own.updateMemberAccount({ body: { locale: 'en' }, ifMatch: account.etag ?? '' }),
    ).rejects.toMatchObject(stale);
  });

  test('is refused wherever something is changed', () => {
    const all = (Object.values(operations) as readonly Operation[]).filter(
      ({ method }) => method === 'PATCH',
    );
    const without = all.filter(({ errors }) => !errors.includes('PRECONDITION_FAILED')).map(({ id }) => id);
    expect([all.length > 30, without]).toEqual([true, []]);
  });
});
