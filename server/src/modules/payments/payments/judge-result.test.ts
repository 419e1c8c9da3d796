import { hasPaymentEnded, paymentMoves, paymentStatuses, type PaymentStatus } from '@cottontree/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeResult } from './judge-result.ts';
import { paymentAfter } from './payment-change.ts';
import type { PaymentRow } from './payments.queries.ts';
import { planPoll } from './poll-payments.ts';
import type { ProviderResult, ProviderState } from '../providers/provider.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const publicUrl = 'https://pay.example.sl';
const STATES: readonly ProviderState[] = [
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'unknown',
];

const row: PaymentRow = {
  merchant_id: 'mch_1',
  livemode: true,
  id: 'pay_1',
  version: 1,
  sequence: 1,
  status: 'created',
  amount: 15_000n,
  amount_refunded: 0n,
  fee: null,
  currency: 'SLE',
  amount_source: 'server',
  channel: 'mobile_money',
  provider: 'test',
  account_id: null,
  provider_ref: null,
  payer_chooses: false,
  phone: null,
  test_card: null,
  description: null,
  reference: null,
  customer_name: null,
  customer_phone: null,
  customer_email: null,
  subject_kind: null,
  subject_id: null,
  order_ref: null,
  return_url: null,
  cancel_url: null,
  page_token: 'token',
  client_secret: Buffer.alloc(0),
  next_action: null,
  failure: null,
  review: null,
  late: false,
  verified: true,
  metadata: {},
  expires_at: NOW,
  created_at: NOW,
  updated_at: NOW,
  succeeded_at: null,
};
const result = fc.record({
  state: fc.constantFrom(...STATES),
  ref: fc.option(fc.constantFrom('ref-1', 'ref-2')),
  amountMinor: fc.option(fc.constantFrom(15_000n, 14_999n, 0n)),
  currency: fc.option(fc.constantFrom('SLE', 'USD')),
  feeMinor: fc.option(fc.bigInt(0n, 100n)),
  nextAction: fc.constant(null),
  failure: fc.constant(null),
  raw: fc.constant(''),
}) satisfies fc.Arbitrary<ProviderResult>;

test('whatever providers say, in whatever order: moves are allowed ones, money is believed only in full, and it succeeds at most once', () => {
  fc.assert(
    fc.property(fc.array(result, { maxLength: 30 }), (said) => {
      let now = row;
      let successes = 0;
      for (const word of said) {
        const change = judgeResult(now, { result: word, at: NOW, publicUrl });
        if (change === null) continue;
        const after = paymentAfter(now, change);
        const [from, to] = [now.status, after.status];
        if (from !== to) expect(paymentMoves[from]).toContain(to);
        if (from !== to && to === 'succeeded') {
          successes += 1;
          expect([word.state, word.amountMinor, word.currency, after.late]).toEqual([
            'succeeded',
            15_000n,
            'SLE',
            hasPaymentEnded(from),
          ]);
        }
        expect(after.version).toBe(now.version + 1);
        expect(after.sequence - now.sequence).toBe((change.facts as readonly unknown[]).length);
        expect(now.provider_ref === null || after.provider_ref === now.provider_ref).toBe(true);
        expect((after.status === 'succeeded') === (after.succeeded_at !== null)).toBe(true);
        now = after;
      }
      expect(successes).toBeLessThanOrEqual(1);
      expect(
        said.every(({ state }) => state === 'unknown') && said.length > 0 ? now.status : 'processing',
      ).toBe('processing');
    }),
    { numRuns: 2_000 },
  );
});

test('late money that is doubted is looked at until its provider says that there is none', () => {
  const said = (state: ProviderResult['state'], amountMinor: bigint | null = null): ProviderResult => ({
    state,
    amountMinor,
    ref: 'ref-1',
    currency: 'SLE',
    feeMinor: null,
    nextAction: null,
    failure: null,
    raw: '',
  });
  const ended: PaymentRow = { ...row, status: 'expired', provider_ref: 'ref-1' };
  const judged = (before: PaymentRow, word: ProviderResult) => {
    const change = judgeResult(before, { result: word, at: NOW, publicUrl });
    return change ? paymentAfter(before, change) : null;
  };
  const held = judged(ended, said('succeeded', 14_999n)) ?? ended;
  expect(held).toMatchObject({ status: 'expired', review: expect.anything() });
  for (const state of ['unknown', 'processing', 'requires_action'] as const)
    expect(judged(held, said(state))).toBeNull();
  for (const state of ['failed', 'cancelled', 'expired'] as const)
    expect(judged(held, said(state))).toMatchObject({ status: 'expired', review: null });
});

test('the same word twice is no news', () => {
  fc.assert(
    fc.property(result, (word) => {
      const change = judgeResult(row, { result: word, at: NOW, publicUrl });
      if (change !== null)
        expect(judgeResult(paymentAfter(row, change), { result: word, at: NOW, publicUrl })).toBeNull();
    }),
  );
});

test('the provider is asked after 2, 3, 5, 8, 13, 21, 30, 30 … seconds, then for three days for late money, then never', () => {
  const waits = (status: PaymentStatus, isOver: boolean, count: number): (number | null)[] => {
    let so = { polls: -1, latePolls: 0 };
    return Array.from({ length: count }, () => {
      const plan = planPoll({ status, isOver, ...so });
      so = plan;
      return plan.waitMs === null ? null : plan.waitMs / 1_000;
    });
  };
  expect(waits('requires_action', false, 9)).toEqual([2, 3, 5, 8, 13, 21, 30, 30, 30]);
  expect(waits('expired', true, 86)).toEqual([
    ...Array.from({ length: 12 }, () => 300),
    ...Array.from({ length: 72 }, () => 3_600),
    null,
    null,
  ]);
  expect(waits('failed', false, 14)).toEqual([...Array.from({ length: 12 }, () => 300), null, null]);
  expect(waits('succeeded', false, 1)).toEqual([null]);
});

test('every status leads only forward, but for money that is proven after all', () => {
  for (const from of paymentStatuses)
    for (const to of paymentMoves[from]) expect(hasPaymentEnded(from) ? to : 'succeeded').toBe('succeeded');
});
