import { createHash, randomUUID } from 'node:crypto';
import { createClient } from '@cottontree/client';
import {
  operations,
  sessionWidgets,
  SCOPES,
  staffPermissions,
  takesKeys,
  takesSessions,
  widgetScopes,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProbe, type Probe, type Seen, type ProbeInput } from '../kit/probe.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { openStage, writing } from '../kit/repeatable/open-stage.ts';
import type { RepeatStage } from '../kit/repeatable/repeatable.ts';

let stage: RepeatStage;
let probe: Probe;

beforeAll(async () => {
  stage = await openStage({ TRUSTED_PROXIES: '127.0.0.1/32' });
  probe = createProbe(stage.service.baseUrl);
});
afterEach(() =>
  stage.service.query('UPDATE api_keys SET revoked_at = now() WHERE hash = ANY ($1)', [issued.splice(0)]),
);
afterAll(() => stage.service[Symbol.asyncDispose]());

const repeatable = repeatablesOn(() => stage);
const remembered = writing.filter((id) => !repeatable[id]?.settled);

/** One who may call an operation, among which its Idempotency-Keys are shared: `server` is every secret key of the merchant. */
type Sender = {
  readonly who: string;
  readonly space: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A key is given once for each request, so that none of the callers has used it. */
let keysUsed = 0;
const freshKey = (): string => `guessable-${(keysUsed += 1)}`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Everybody who may send what the first one sends, the first one in front. */
async function sendersOf(operation: Operation, first: string): Promise<readonly Sender[]> {
  if (operation.by === 'driver')
    return [{ who: 'a courier', space: 'courier', headers: bearer(first) }, await otherCourier()];
  const people = operation.by === 'dispatcher' ? [await person('operator')] : [];
  const asker: Sender = {
    who: first.slice(0, 3),
    space: first.startsWith('sk_') ? 'server' : 'person',
    headers: bearer(first),
  };
  const merchantId = first.startsWith('sk_') ? await merchantOf(first) : stage.shop.id;
  if (!takesKeys(operation)) return [asker, ...people];
  return [
    asker,
    ...(await serversOf(merchantId)),
    ...people,
    ...(operation.publicKey ? await visitorsOf(merchantId) : []),
    ...(takesSessions(operation) ? await sessionsOf(operation, merchantId) : []),
  ];
}

async function otherCourier(): Promise<Sender> {
  return {
    who: 'another courier',
    space: 'another courier',
    headers: bearer((await stage.service.courier()).token),
  };
}

async function person(role: 'operator'): Promise<Sender> {
  return {
    who: `another ${role}`,
    space: `another ${role}`,
    headers: bearer((await stage.service.operator(role)).token),
  };
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

async function merchantOf(key: string): Promise<string> {
  const [found] = await stage.service.query('SELECT merchant_id FROM api_keys WHERE hash = $1', [
    hashOf(key),
  ]);
  return String(found?.['merchant_id']);
}

const issued: Buffer[] = [];

/** A key for as long as one case takes: there may be only so many at once. */
async function keyFor(...input: Parameters<RepeatStage['service']['key']>): Promise<string> {
  const key = await stage.service.key(...input);
  issued.push(hashOf(key));
  return key;
}

async function serversOf(merchantId: string): Promise<readonly Sender[]> {
  return [{ who: 'another secret key', space: 'server', headers: bearer(await keyFor(merchantId)) }];
}

async function visitorsOf(merchantId: string): Promise<readonly Sender[]> {
  const origins = ['https://one.example', 'https://two.example'];
  const key = await keyFor(merchantId, { kind: 'public', scopes: [], origins });
  const shown = {
    'x-scanner-token': 'sct_another',
    'x-terminal-token': 'trt_another',
    'x-client-secret': 'cs_another',
  };
  return [
    ...origins.map((origin) => ({
      who: `a visitor of ${origin}`,
      space: origin,
      headers: { ...bearer(key), origin },
    })),
    ...Object.entries(shown).map(([name, token]) => ({
      who: `a visitor with ${name}`,
      space: name,
      headers: { ...bearer(key), origin: 'https://one.example', [name]: token },
    })),
  ];
}

async function sessionsOf({ scope }: Operation, merchantId: string): Promise<readonly Sender[]> {
  const widget =
    sessionWidgets.find((one) => scope !== null && widgetScopes[one].includes(scope)) ?? 'pos_terminal';
  const client = createClient({
    baseUrl: stage.service.baseUrl,
    apiKey: await keyFor(merchantId),
    retries: 0,
  });
  const staff = await Promise.all(
    ['Aminata', 'Musa'].map(
      async (name) =>
        (await client.createStaff({ body: { name, permissions: [...staffPermissions] } })).data.id,
    ),
  );
  const bodies = [{ widget }, { widget }, ...staff.map((staff_id) => ({ widget, staff_id }))];
  return Promise.all(
    bodies.map(async (body, at) => ({
      who: `session ${at}`,
      space: `session ${at}`,
      headers: bearer((await client.createWidgetSession({ body })).data.token),
    })),
  );
}

const send = (id: OperationId, input: ProbeInput, more: Readonly<Record<string, string>>): Promise<Seen> =>
  probe.ask(id, {
    params: input.params,
    query: input.query,
    body: input.body,
    headers: { ...input.headers, ...more },
  });

/** What is done once for ever under an id that its client made is answered so whoever comes with it, beside all Idempotency-Keys. */
const OWN_IDS = /"(?:client_id|nonce)":/;

/** How often somebody else came with a key that had been taken, and how often that was shared. */
const looked = { apart: 0, shared: 0, withheld: 0 };

async function repeatAmong(id: OperationId, input: ProbeInput, senders: readonly Sender[]): Promise<void> {
  const key = freshKey();
  const seen: { readonly sender: Sender; readonly answer: Seen }[] = [];
  for (const sender of senders) {
    const answer = await send(id, input, { ...sender.headers, 'idempotency-key': key });
    const before = seen.find((one) => one.sender.space === sender.space);
    if (before && before.answer.status < 300)
      judgeShared(id, { answer, first: before.answer, who: sender.who });
    else if (!before && seen.some((one) => one.answer.status < 300))
      judgeApart(id, { answer, input, who: sender.who });
    seen.push({ sender, answer });
  }
}

function judgeApart(
  id: OperationId,
  { answer, input, who }: { readonly answer: Seen; readonly input: ProbeInput; readonly who: string },
): void {
  looked.apart += 1;
  expect(answer.code ?? '', `${id}: ${who} meets a key that somebody else took: ${answer.text}`).not.toMatch(
    /^IDEMPOTENCY/,
  );
  if (!OWN_IDS.test(JSON.stringify(input.body ?? {})))
    expect(
      answer.headers.get('idempotent-replayed'),
      `${id}: ${who} gets somebody else's answer: ${answer.text}`,
    ).toBeNull();
}

function judgeShared(
  id: OperationId,
  { answer, first, who }: { readonly answer: Seen; readonly first: Seen; readonly who: string },
): void {
  const { showsOnce }: Operation = operations[id];
  looked[showsOnce ? 'withheld' : 'shared'] += 1;
  if (showsOnce)
    return expect(answer, `${id}: ${who}`).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect([answer.headers.get('idempotent-replayed'), answer.data], `${id}: ${who}`).toEqual([
    'true',
    first.data,
  ]);
}

describe('an Idempotency-Key that one caller took', () => {
  test.each(remembered)(
    'for %s is free for every other, but shared by the secret keys of a merchant',
    async (id) => {
      const { key = stage.shop.key, ...input } = (await repeatable[id]?.request()) ?? {};
      await repeatAmong(id, input, await sendersOf(operations[id], key));
    },
  );

  test.each(remembered)("for %s is free for the merchant's server, whoever took it before", async (id) => {
    const { key = stage.shop.key, ...input } = (await repeatable[id]?.request()) ?? {};
    await repeatAmong(id, input, (await sendersOf(operations[id], key)).toReversed());
  });

  test.each(remembered.filter((id) => operations[id].scope !== null))(
    'for %s gives nothing to a key that lacks the scope',
    async (id) => {
      const { key: first = stage.shop.key, ...input } = (await repeatable[id]?.request()) ?? {};
      const { scope, orScope, by }: Operation = operations[id];
      if (by === 'driver' || !first.startsWith('sk_')) return;
      const narrow = await keyFor(await merchantOf(first), {
        scopes: SCOPES.filter((one) => one !== scope && one !== orScope),
      });
      const key = freshKey();
      const answered = await send(id, input, { ...bearer(first), 'idempotency-key': key });
      expect(answered.status, answered.text).toBeLessThan(300);
      expect(await send(id, input, { ...bearer(narrow), 'idempotency-key': key })).toMatchObject({
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
      });
    },
  );

  test('of a page is given its answer again where it was asked', async () => {
    const { body } = (await repeatable.createPayment?.request()) ?? {};
    const key = bearer(await keyFor(stage.shop.id, { kind: 'public', scopes: [] }));
    const ask = (idempotencyKey: string, from: string) =>
      send('createPayment', { body }, { ...key, 'idempotency-key': idempotencyKey, 'x-forwarded-for': from });
    const short = freshKey();
    const mine = await ask(short, '198.51.100.7');
    expect((await ask(short, '198.51.100.7')).text).toBe(mine.text);
    expect(await ask(short, '198.51.100.8')).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    const wide = freshKey();
    const first = await ask(wide, '2001:db8:1:2::3');
    expect((await ask(wide, '2001:db8:1:2:ffff::4')).text).toBe(first.text);
    expect((await ask(wide, '2001:db8:1:3::3')).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  const GUESSABLE = [
    'order-2026-11-22-000000001042',
    '+23276123456-2026-11-22T09:15',
    'a'.repeat(255),
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    '2026112200000000000000000000001042',
    '00000000-0000-0000-0000-000000001042',
  ];

  test.each(GUESSABLE)(
    'of a page stays in the network that asked first where it could be guessed, however long: %s',
    async (key) => {
      const { body } = (await repeatable.createPayment?.request()) ?? {};
      const page = bearer(await keyFor(stage.shop.id, { kind: 'public', scopes: [] }));
      const ask = (from: string) =>
        send('createPayment', { body }, { ...page, 'idempotency-key': key, 'x-forwarded-for': from });
      const mine = await ask('198.51.100.7');
      expect(mine.data['client_secret']).toEqual(expect.any(String));
      expect((await ask('198.51.100.7')).text).toBe(mine.text);
      const guessed = await ask('203.0.113.9');
      expect(guessed).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
      expect(guessed.text).not.toContain(String(mine.data['id']));
    },
  );

  test.each([
    ['4', randomUUID()],
    ['4 in capitals', randomUUID().toUpperCase()],
    ['7', '019aacf2-6d5e-7b3a-9c41-5f0e8d2b7a16'],
  ])(
    'of a page is answered wherever its buyer goes where it is a random UUID of version %s',
    async (_form, key) => {
      const { body } = (await repeatable.createPayment?.request()) ?? {};
      const page = bearer(await keyFor(stage.shop.id, { kind: 'public', scopes: [] }));
      const ask = (from: string) =>
        send('createPayment', { body }, { ...page, 'idempotency-key': key, 'x-forwarded-for': from });
      const first = await ask('198.51.100.7');
      expect(first.data['client_secret']).toEqual(expect.any(String));
      expect((await ask('203.0.113.9')).text).toBe(first.text);
    },
  );

  test('was looked at from every side', () => {
    expect(looked.apart).toBeGreaterThan(remembered.length);
    expect(looked.shared).toBeGreaterThan(remembered.length / 2);
    expect(looked.withheld).toBeGreaterThan(8);
  });
});
