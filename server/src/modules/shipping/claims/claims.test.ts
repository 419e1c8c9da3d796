import type { Claim } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import {
  startService,
  type TestMerchant,
  type TestPerson,
  type TestService,
} from '../../../../test/kit/service.ts';
import { coverOf } from './claims.ts';

const DAY_MS = 86_400_000;
const PHOTO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let service: TestService;
let shop: TestMerchant;
let operator: TestPerson;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  operator = await service.operator();
  await service.driver();
});
afterAll(() => service[Symbol.asyncDispose]());

async function delivered(fields: object = {}, status: 'delivered' | 'assigned' | 'picked_up' = 'delivered') {
  const { data } = await shop.client.createDelivery({ body: { ...parcel, ...fields } });
  await shop.client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
  return data;
}

async function claim(job_number: string, fields: object = {}): Promise<Claim> {
  return (await shop.client.createClaim({ body: { job_number, type: 'damaged', amount: 100, ...fields } }))
    .data;
}

const decide = (id: string, body: { approve: boolean; amount?: number; decision?: string }) =>
  operator.client.decideClaim({ params: { id }, body: { decision: 'We looked into it.', ...body } });
const owed = async (): Promise<number> => (await shop.client.getBalance()).data.owed;
const heldFiles = async (subject: string): Promise<number> =>
  Number(
    (await service.query('SELECT count(*) AS held FROM files WHERE subject = $1 AND held', [subject]))[0]?.[
      'held'
    ],
  );

test('a damaged parcel is claimed with photos, approved, and owed to the merchant', async () => {
  const webhook = await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['shipping.claim.updated'] },
  });
  const job = await delivered({ declared_value: 400 });
  const before = await owed();
  const opened = await claim(job.job_number, {
    amount: '250.00',
    note: 'One shirt is torn.',
    photos: [PHOTO, `data:image/png;base64,${PHOTO}`],
  });
  expect(opened).toMatchObject({
    status: 'open',
    type: 'damaged',
    amount: 250,
    note: 'One shirt is torn.',
    decision: null,
    approved_amount: null,
    decided_at: null,
  });
  expect(opened.photo_urls.length).toBe(2);
  expect((await fetch(opened.photo_urls[0] ?? '')).status).toBe(200);
  expect((await shop.client.getClaim({ params: { id: opened.id } })).data).toEqual(opened);

  const [waiting] = (
    await operator.client.listDispatchClaims({ query: { status: 'open', job_number: job.job_number } })
  ).data;
  expect(waiting).toEqual({ ...opened, merchant_id: shop.id, decided_by: null });
  const test = { job_number: job.job_number, livemode: false };
  expect((await operator.client.listDispatchClaims({ query: test })).data).toEqual([waiting]);
  expect((await operator.client.listDispatchClaims({ query: { ...test, livemode: true } })).data).toEqual([]);
  const amount = Math.min(opened.covered, 20);
  const closed = (await decide(opened.id, { approve: true, amount })).data;
  expect(closed).toMatchObject({
    status: 'approved',
    approved_amount: amount,
    decided_by: operator.id,
    decision: 'We looked into it.',
  });
  expect(await owed()).toBe(before + amount);
  const entries = (await shop.client.listLedgerEntries({ query: { subject: opened.id } })).data;
  expect(entries.map(({ account, amount: moved, kind }) => [account, moved, kind]).toSorted()).toEqual([
    ['claims_expense', amount, 'claim.approved'],
    ['merchant_payable', -amount, 'claim.approved'],
  ]);

  await service.drain();
  const told = (
    await shop.client.listMessages({ query: { event: 'shipping.claim.updated', entity: opened.id } })
  ).data;
  expect(told.length).toBe(1);
  const [message] = told;
  const sent: unknown = JSON.parse(
    (await shop.client.getMessage({ params: { id: message?.id ?? '' } })).data.body,
  );
  expect(sent).toMatchObject({
    data: {
      object: {
        claim_id: opened.id,
        job_number: job.job_number,
        status: 'approved',
        approved_amount: amount,
      },
    },
  });
  await shop.client.deleteWebhook({ params: { id: webhook.data.id } });
  const [noted] = (await operator.client.listAudit({ query: { job_number: job.job_number } })).data;
  expect(noted).toMatchObject({
    action: 'decideClaim',
    details: { claim_id: opened.id, status: 'approved' },
  });
});

test('what is paid at most follows from the insurance of the parcel, else from its fee', () => {
  const job = { currency: 'SLE' as const, shipping_fee: 5_750n, declared_value: '400.5', insured: true };
  expect(coverOf(job, 'lost')).toBe(40_050n);
  expect(coverOf(job, 'late')).toBe(5_750n);
  expect(coverOf(job, 'overcharged')).toBe(5_750n);
  expect(coverOf({ ...job, insured: false }, 'lost')).toBe(5_750n);
});

test('what a parcel was insured for, or cost to bring, is paid once, whatever its claims are called', async () => {
  const job = await delivered({ declared_value: 400 });
  const paidOf = async (types: readonly ('damaged' | 'lost' | 'late' | 'overcharged')[]) => {
    const opened = await Promise.all(types.map((type) => claim(job.job_number, { type, amount: 90_000 })));
    const ended = await Promise.allSettled(opened.map(({ id }) => decide(id, { approve: true })));
    const refused = ended.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(['VALIDATION_ERROR']);
    const paid = await Promise.all(opened.map(({ id }) => shop.client.getClaim({ params: { id } })));
    expect(paid.map(({ data }) => data.status).toSorted()).toEqual(['approved', 'open']);
    return paid.reduce((sum, { data }) => sum + (data.approved_amount ?? 0), 0);
  };
  expect(await paidOf(['late', 'overcharged'])).toBe(job.shipping_fee);
  expect(await paidOf(['damaged', 'lost'])).toBe(400);
  expect((await claim(job.job_number, { type: 'missing' })).covered).toBe(0);
});

test('without an amount what is claimed is approved, as far as it is covered', async () => {
  const job = await delivered();
  const { id, covered } = await claim(job.job_number, { type: 'late', amount: 90_000 });
  expect(covered).toBe(job.shipping_fee);
  expect((await decide(id, { approve: true })).data.approved_amount).toBe(covered);
});

test('nobody is paid more than they claim, although more is covered', async () => {
  const job = await delivered({ declared_value: 400 });
  const { id, covered } = await claim(job.job_number, { amount: 250 });
  expect(covered).toBe(400);
  await expect(decide(id, { approve: true, amount: 250.01 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('250.00, which is what is claimed'),
    details: { fields: [{ path: 'amount' }] },
  });
  expect((await decide(id, { approve: true, amount: 250 })).data.approved_amount).toBe(250);
});

test('the proof of the delivery is kept as long as any claim is open', async () => {
  const rider = await service.courier();
  const { data: job } = await shop.client.createDelivery({ body: parcel });
  const params = { jobNumber: job.job_number };
  await shop.client.assignDelivery({ params, body: { driver_id: rider.id } });
  await shop.client.advanceDelivery({ params, body: { to_status: 'picked_up' } });
  await rider.client.keepProof({ params, body: { photo: PHOTO } });
  const first = await claim(job.job_number, { photos: [PHOTO] });
  const second = await claim(job.job_number, { type: 'late' });
  expect([await heldFiles(job.job_number), await heldFiles(first.id)]).toEqual([1, 1]);
  await decide(first.id, { approve: false });
  expect([await heldFiles(job.job_number), await heldFiles(first.id)]).toEqual([1, 0]);
  await shop.client.withdrawClaim({ params: { id: second.id } });
  expect(await heldFiles(job.job_number)).toBe(0);
});

test('of a decision and a withdrawal at once, and of two decisions, one takes effect', async () => {
  const job = await delivered();
  for (const other of ['decide', 'withdraw'] as const) {
    const before = await owed();
    const { id } = await claim(job.job_number, { type: 'late', amount: 10 });
    const rival =
      other === 'decide'
        ? decide(id, { approve: true, amount: 10 })
        : shop.client.withdrawClaim({ params: { id } });
    const results = await Promise.allSettled([decide(id, { approve: true, amount: 10 }), rival]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { code: 'STATE_CONFLICT' },
    });
    const { status } = (await shop.client.getClaim({ params: { id } })).data;
    expect(await owed()).toBe(before + (status === 'approved' ? 10 : 0));
  }
});

test('the same request twice is one claim, and of many at once one is opened', async () => {
  const job = await delivered();
  const body = { job_number: job.job_number, type: 'late', amount: 5 } as const;
  const first = await shop.client.createClaim({ body, idempotencyKey: 'claim-1' });
  expect(await shop.client.createClaim({ body, idempotencyKey: 'claim-1' })).toMatchObject({
    data: first.data,
    replayed: true,
  });
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => claim(job.job_number, { type: 'missing' })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  expect((await shop.client.listClaims({ query: { job_number: job.job_number } })).meta.total).toBe(2);
  expect(
    (
      await shop.client.listClaims({ query: { job_number: job.job_number, type: 'late', status: 'open' } })
    ).data.map(({ id }) => id),
  ).toEqual([first.data.id]);
});

test('after a decision it can be claimed again, and withdrawing twice is answered twice', async () => {
  const job = await delivered();
  const first = await claim(job.job_number);
  await decide(first.id, { approve: false });
  const second = await claim(job.job_number);
  const withdrawn = (await shop.client.withdrawClaim({ params: { id: second.id } })).data;
  expect(withdrawn).toMatchObject({ status: 'withdrawn', decision: null });
  expect((await shop.client.withdrawClaim({ params: { id: second.id } })).data).toEqual(withdrawn);
});

test('withdrawn many times at once it is answered each time, and ended once', async () => {
  const job = await delivered();
  const { id } = await claim(job.job_number);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => shop.client.withdrawClaim({ params: { id } })),
  );
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(answers[0]?.data).toMatchObject({ id, status: 'withdrawn' });
});

test('claims of others are not there', async () => {
  const stranger = await service.merchant();
  const job = await delivered();
  const { id } = await claim(job.job_number);
  for (const ask of [
    () => stranger.client.getClaim({ params: { id } }),
    () => stranger.client.withdrawClaim({ params: { id } }),
    () => shop.client.getClaim({ params: { id: 'clm_none' } }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: 'CLAIM_NOT_FOUND', status: 404 });
  }
  await expect(
    stranger.client.createClaim({ body: { job_number: job.job_number, type: 'late', amount: 1 } }),
  ).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND', status: 404 });
  expect((await stranger.client.listDispatchClaims()).data).toEqual([]);
});

test('amounts have a range', async () => {
  const job = await delivered();
  await expect(claim(job.job_number, { amount: 1.005 })).rejects.toMatchObject({
    code: 'AMOUNT_PRECISION',
    status: 400,
  });
  for (const amount of [0, 100_001, 'a lot'])
    await expect(claim(job.job_number, { amount })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'amount' }] },
    });
  const { id, covered } = await claim(job.job_number);
  for (const body of [
    { approve: true, amount: covered + 1 },
    { approve: true, amount: 0 },
    { approve: false, amount: 1 },
  ]) {
    await expect(decide(id, body)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [{ path: 'amount' }] },
    });
  }
  await expect(decide(id, { approve: true, amount: 1.005 })).rejects.toMatchObject({
    code: 'AMOUNT_PRECISION',
  });
});

test('photos must be pictures of at most 300 KB, five at most', async () => {
  const job = await delivered();
  await expect(claim(job.job_number, { photos: [PHOTO, 'aGVsbG8='] })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: 'photos[1]' }] },
  });
  await expect(
    claim(job.job_number, { photos: [Buffer.alloc(307_201).toString('base64')] }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'photos[0]' }] } });
  await expect(
    claim(job.job_number, { photos: Array.from({ length: 6 }, () => PHOTO) }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path: 'photos' }] } });
  // Five of the largest are more than the body of another operation may be.
  await expect(
    claim(job.job_number, {
      photos: Array.from({ length: 5 }, () => Buffer.alloc(307_200).toString('base64')),
    }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'photos[0]' }] } });
});

test('a second open claim of a type', async () => {
  const job = await delivered();
  const { id } = await claim(job.job_number);
  await expect(claim(job.job_number)).rejects.toMatchObject({
    code: 'DUPLICATE_CLAIM',
    status: 409,
    details: { claim_id: id },
  });
});

test('harm to a parcel that nobody fetched, and anything after 30 days', async () => {
  const waiting = await delivered({}, 'assigned');
  await expect(claim(waiting.job_number, { type: 'lost' })).rejects.toMatchObject({
    code: 'CLAIM_NOT_ALLOWED',
    status: 409,
    details: { reason: 'not_picked_up' },
  });
  expect((await claim(waiting.job_number, { type: 'overcharged' })).status).toBe('open');
  const old = await delivered();
  service.advance(30 * DAY_MS + 60_000);
  await expect(claim(old.job_number, { type: 'late' })).rejects.toMatchObject({
    code: 'CLAIM_NOT_ALLOWED',
    details: { reason: 'too_late' },
  });
  service.advance(-30 * DAY_MS - 60_000);
});

test('a claim that is decided, and a key where a person is needed', async () => {
  const job = await delivered();
  const { id } = await claim(job.job_number);
  await expect(
    shop.client.decideClaim({ params: { id }, body: { approve: true, decision: 'x' } }),
  ).rejects.toMatchObject({ code: 'OPERATORS_ONLY', status: 403 });
  await expect(decide('clm_none', { approve: false })).rejects.toMatchObject({ code: 'CLAIM_NOT_FOUND' });
  await decide(id, { approve: false });
  await expect(decide(id, { approve: true })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    status: 409,
    details: { from: 'rejected', to: 'approved' },
  });
  await expect(shop.client.withdrawClaim({ params: { id } })).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'rejected' },
  });
});
