import { createClient } from '@cottontree/client';
import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprint } from '../kit/fingerprint.ts';
import { parcel, wrongCode } from '../kit/parcel.ts';
import { createProbe, type Probe, type Seen, type ProbeInput } from '../kit/probe.ts';
import { countEffects, grownBetween } from '../kit/repeatable/effects.ts';
import { jobsOf } from '../kit/repeatable/jobs-of.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { openStage, writing } from '../kit/repeatable/open-stage.ts';
import type { Repeatable, RepeatStage } from '../kit/repeatable/repeatable.ts';
import type { TestMerchant, TestService } from '../kit/service.ts';

let stage: RepeatStage;
let service: TestService;
let probe: Probe;
let shop: TestMerchant;

beforeAll(async () => {
  stage = await openStage();
  ({ service, shop } = stage);
  probe = createProbe(service.baseUrl);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Every POST that writes. A test below has it that none is forgotten. */
const repeatable = repeatablesOn(() => stage);
const { jobIn: newJob } = jobsOf(() => stage);

/** What says that nothing was done yet: the same request is under way, or a session sent too many at once. */
const NOT_ADMITTED: ReadonlySet<string> = new Set(['IDEMPOTENCY_IN_PROGRESS', 'RATE_LIMITED']);

/** A case that is there by the first test below. */
function caseOf(id: OperationId): Repeatable {
  return repeatable[id] ?? expect.fail(`${id} has no case here`);
}

/** A test of an endpoint is answered when it is over and replayed as of when it began, so only its time differs. */
function answerOf(id: OperationId, { status, text }: Seen): string {
  return `${status} ${id === 'testWebhook' ? text.replace(/"timestamp":"[^"]*"/, '') : text}`;
}

let keysUsed = 0;
const send = (id: OperationId, input: ProbeInput, key: string): Promise<Seen> =>
  probe.ask(id, { key: shop.key, ...input, headers: { 'idempotency-key': key } });
const freshKey = (): string => `key-${(keysUsed += 1)}`;

test('every POST that writes is looked at', () => {
  expect(Object.keys(repeatable).toSorted()).toEqual(writing.toSorted());
});

/** What one request alone brings; a request that fails shows what it said. */
async function effectOfOne(id: OperationId): Promise<Readonly<Record<string, number>>> {
  const input = await caseOf(id).request();
  const before = await countEffects(service);
  const seen = await send(id, input, freshKey());
  expect(seen.status, `${id}: ${seen.text}`).toBeLessThan(300);
  return grownBetween(before, await countEffects(service));
}

describe('64 equal requests at once', () => {
  test.each(writing)('of %s have the effect of one, and one answer', async (id) => {
    const { request, atOnce = 64, settled } = caseOf(id);
    const alone = await effectOfOne(id);
    const [input, key] = [await request(), freshKey()];
    const before = await countEffects(service);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => send(id, input, key)));
    const answered = answers.filter(({ code }) => code === null || !NOT_ADMITTED.has(code));
    for (const { status, text } of answered) expect(status, text).toBeLessThan(300);
    if (!settled) expect([...new Set(answered.map((answer) => answerOf(id, answer)))]).toHaveLength(1);
    if (!settled)
      expect(
        answered.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true'),
        'only one was the first',
      ).toHaveLength(1);
    expect(grownBetween(before, await countEffects(service))).toEqual(alone);
  });
});

const faults = new Map<OperationId, readonly string[]>();

/** Bodies of the right shape that are wrong all the same: amounts with too many decimals, phones and times that are none, what only we write. */
function faultsOf({ body: schema, readOnly = [] }: Operation, sent: unknown): readonly [string, object][] {
  const known = Object.entries((schema?.properties ?? {}) as Readonly<Record<string, Form>>);
  const wrong = known.flatMap(([name, form]): [string, unknown][] => {
    const types = new Set([form.type, ...(form.anyOf ?? []).map(({ type }) => type)].flat());
    if (types.has('number') && types.has('string')) return [[name, '0.00001']];
    if (!types.has('string')) return [];
    if (name.endsWith('phone')) return [[name, '12']];
    return /(_at|_date|_from|_until|^until|^at)$/.test(name) ? [[name, 'never ever']] : [];
  });
  const [ours] = readOnly;
  return [...wrong, ...(ours === undefined ? [] : [[ours, 'mine'] as const])].map(([name, value]) => [
    name,
    { ...(sent as object | undefined), [name]: value },
  ]);
}

type Form = { readonly type?: unknown; readonly anyOf?: readonly Form[] };

describe('the same Idempotency-Key', () => {
  test.each(writing.filter((id) => repeatable[id]?.other && !repeatable[id]?.settled))(
    'for another body of %s is refused',
    async (id) => {
      const { request, other } = caseOf(id);
      const [input, key] = [await request(), freshKey()];
      await send(id, input, key);
      expect(await send(id, { ...input, body: other }, key)).toMatchObject({
        status: 422,
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
    },
  );

  test.each(writing.filter((id) => !repeatable[id]?.settled))(
    'does not hide what is wrong with the fields of another request for %s',
    async (id) => {
      const { request } = caseOf(id);
      const [input, key] = [await request(), freshKey()];
      await send(id, input, key);
      for (const [name, fault] of faultsOf(operations[id], input.body)) {
        const [alone, reused] = [
          await send(id, { ...input, body: fault }, freshKey()),
          await send(id, { ...input, body: fault }, key),
        ];
        // What is no fault of this operation's is another request with its key.
        const isFault = alone.status === 400 || alone.code === 'INVALID_PHONE';
        const told = isFault ? alone.code : 'IDEMPOTENCY_KEY_REUSED';
        expect([name, reused.code], alone.text).toEqual([name, told]);
        faults.set(id, [...(faults.get(id) ?? []), ...(isFault ? [name] : [])]);
      }
    },
  );

  test('was sent with faults that no shape tells, to most of what takes any', () => {
    expect([...faults.values()].flat().length).toBeGreaterThan(80);
  });

  test('gives the first answer again whatever the order of the fields', async () => {
    const key = freshKey();
    const first = await send('createDelivery', { body: parcel }, key);
    const turned = Object.fromEntries(Object.entries(parcel).toReversed());
    expect((await send('createDelivery', { body: turned }, key)).text).toBe(first.text);
  });

  test.each(writing.filter((id) => operations[id].scope !== null && !repeatable[id]?.settled))(
    'of %s is kept when the API key is rolled',
    async (id) => {
      const { key: given = shop.key, ...input } = await caseOf(id).request();
      // What only people of the platform may do comes with no API key.
      if (!given.startsWith('sk_')) return;
      const client = createClient({ baseUrl: service.baseUrl, apiKey: given, retries: 0 });
      const [{ data: old }, key] = [await client.createKey({ body: { name: 'Till' } }), freshKey()];
      const first = await send(id, { ...input, key: old.key }, key);
      expect(first.status, first.text).toBeLessThan(300);
      const { data: rolled } = await client.rotateKey({ params: { id: old.id }, body: { overlap_hours: 0 } });
      const before = await countEffects(service);
      const again = await send(id, { ...input, key: rolled.key }, key);
      expect([answerOf(id, again), again.headers.get('idempotent-replayed')]).toEqual([
        answerOf(id, first),
        'true',
      ]);
      expect(grownBetween(before, await countEffects(service))).toEqual({});
      await client.revokeKey({ params: { id: rolled.id } });
    },
  );

  test('of another merchant, or of the other mode, is another key', async () => {
    const [other, liveKey, key] = [
      await service.merchant(),
      await service.key(shop.id, { livemode: true }),
      freshKey(),
    ];
    const answers = [];
    for (const apiKey of [shop.key, other.key, liveKey])
      answers.push(await send('createDelivery', { key: apiKey, body: parcel }, key));
    expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null, null]);
    expect(new Set(answers.map(({ data }) => data['job_number'])).size).toBe(3);
  });

  test('is free again after a refusal that changed nothing', async () => {
    const key = freshKey();
    const order = { ...parcel, order_number: 'RETRY' };
    const { data: rival } = await shop.client.createDelivery({ body: order });
    const before = await fingerprint(service);
    expect((await send('createDelivery', { body: { ...parcel, weight_kg: -1 } }, key)).code).toBe(
      'VALIDATION_ERROR',
    );
    expect((await send('createDelivery', { body: { ...parcel, recipient_phone: '1' } }, key)).code).toBe(
      'INVALID_PHONE',
    );
    expect((await send('createDelivery', { body: order }, key)).code).toBe('DUPLICATE_DELIVERY');
    expect(await fingerprint(service)).toEqual(before);
    await shop.client.cancelDelivery({ params: { jobNumber: rival.job_number } });
    expect((await send('createDelivery', { body: order }, key)).status).toBe(201);
  });

  test('keeps a wrong handoff code, for that was counted', async () => {
    const [job, key] = [await newJob('assigned'), freshKey()];
    const input = {
      params: { jobNumber: job.job_number },
      body: { type: 'pickup', code: wrongCode(job.pickup_code) },
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('verifyHandoff', input, key)));
    for (const { code, details } of answers.filter((one) => one.code !== 'IDEMPOTENCY_IN_PROGRESS'))
      expect([code, details]).toEqual(['INVALID_HANDOFF_CODE', { attempts_left: 4 }]);
    expect(
      (await shop.client.trackDelivery({ params: { jobNumber: job.job_number } })).data.attempts_left.pickup,
    ).toBe(4);
  });

  test.each(['', 'two words', 'a'.repeat(256), 'ключ'.replace(/./g, 'é')])('%j is none', async (key) => {
    expect(await send('createDelivery', { body: parcel }, key)).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: { fields: [expect.objectContaining({ path: 'Idempotency-Key' })] },
    });
  });

  test('shows nothing in the database of what was answered', async () => {
    const key = freshKey();
    const { data } = await send('createDelivery', { body: parcel }, key);
    const [{ row } = {}] = await service.query(
      'SELECT encode(answer, $2) AS row FROM idempotency_keys WHERE key = $1',
      [key, 'escape'],
    );
    for (const secret of [data['delivery_code'], data['pickup_code'], data['job_number']])
      expect(String(row)).not.toContain(String(secret));
  });
});
