import { accountProviders, isId } from '@cottontree/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderResult } from '../../src/modules/payments/providers/provider.ts';
import { lastOf, type Charge } from '../kit/fake-providers/fake-provider.ts';
import { faults, type Fault } from '../kit/fake-providers/fake-server.ts';
import { AMOUNT_MINOR, openStage, PHONE, type Stage } from './stage.ts';

/** Nothing can be known from these. */
const silences: readonly Fault[] = faults.filter((fault) => fault !== 'late' && fault !== 'silent');

describe.each(accountProviders)('%s', (id) => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(id);
  });
  afterEach(() => stage[Symbol.asyncDispose]());

  const charge = (): Charge => lastOf(stage.fake.charges);
  const create = (wanted = stage.wanted()) => stage.provider.create(stage.context(), wanted);
  async function created(): Promise<ProviderResult & { readonly ref: string }> {
    const result = await create();
    if (result.ref === null) throw new Error(`Nothing was created: ${result.raw}`);
    return { ...result, ref: result.ref };
  }
  const fetch = async (ref: string) => stage.provider.fetch(stage.context(), ref);

  test('asks for exactly the money, and tells the payer how to go on', async () => {
    const result = await create();
    const { traits } = stage.fake;
    expect(result).toMatchObject({
      state: traits.action === 'wait' ? 'processing' : 'requires_action',
      amountMinor: AMOUNT_MINOR,
      currency: traits.currency,
      failure: null,
      nextAction: { type: traits.action },
    });
    expect(charge()).toMatchObject({ amountMinor: AMOUNT_MINOR, currency: traits.currency, state: 'open' });
    expect(isId('pay_', charge().paymentId)).toBe(true);
    if (traits.action === 'redirect') expect(result.nextAction?.url).toMatch(/^https:\/\//);
    if (traits.action === 'ussd')
      expect(result.nextAction).toMatchObject({ ussdCode: '*715*12345#', qrPayload: 'tel:*715*12345%23' });
  });

  test.each([1n, 99n, 100n, 10_001n, 123_456_789n])(
    '%d minor units arrive as they are',
    async (amountMinor) => {
      await create(stage.wanted({ amountMinor }));
      expect(charge().amountMinor).toBe(amountMinor);
    },
  );

  test('a payment that waits, is paid, and stays paid', async () => {
    const { ref } = await created();
    expect(['requires_action', 'processing']).toContain((await fetch(ref)).state);
    charge().state = 'paid';
    for (let look = 0; look < 3; look += 1)
      expect(await fetch(ref)).toMatchObject({
        state: 'succeeded',
        ref,
        amountMinor: AMOUNT_MINOR,
        currency: stage.fake.traits.currency,
      });
  });

  test('the same attempt asks for the same money once, however often it is sent', async () => {
    const wanted = stage.wanted();
    const first = await create(wanted);
    const again = [await create(wanted), await create(wanted)];
    expect(stage.fake.charges).toHaveLength(1);
    if (stage.fake.traits.answersAgain)
      for (const one of again) expect(one).toMatchObject({ ref: first.ref, amountMinor: AMOUNT_MINOR });
    else
      for (const one of again)
        expect(one).toMatchObject({ state: 'failed', failure: { code: 'provider_error' } });
  });

  test('the same attempt ten times at once is one charge', async () => {
    const wanted = stage.wanted();
    await Promise.all(Array.from({ length: 10 }, () => create(wanted)));
    expect(stage.fake.charges).toHaveLength(1);
  });

  test('two attempts are two charges', async () => {
    expect((await created()).ref).not.toBe((await created()).ref);
    expect(stage.fake.charges).toHaveLength(2);
  });

  test.each(silences)('%s on creating is never a failure', async (fault) => {
    stage.fake.server.misbehave(fault, { path: /^(?!.*token).*$/ });
    expect(await create()).toMatchObject({ state: 'unknown', failure: null, nextAction: null });
  });

  test('the answer is lost after the money was asked for: asking again asks for nothing more', async () => {
    const wanted = stage.wanted();
    stage.fake.server.misbehave('lost', { times: 1, path: /^(?!.*token).*$/ });
    expect((await create(wanted)).state).toBe('unknown');
    expect(stage.fake.charges).toHaveLength(1);
    const again = await create(wanted);
    expect(stage.fake.charges).toHaveLength(1);
    if (stage.fake.traits.answersAgain) expect(again.ref).not.toBeNull();
  });

  test.each(silences)('%s on looking is never a failure, and the reference stays', async (fault) => {
    const { ref } = await created();
    charge().state = 'paid';
    stage.fake.server.misbehave(fault, { path: /^(?!.*token).*$/ });
    expect(await fetch(ref)).toMatchObject({ state: 'unknown', ref, failure: null });
    stage.fake.server.behave();
    expect((await fetch(ref)).state).toBe('succeeded');
  });

  test('late answers are answers', async () => {
    stage.fake.server.misbehave('late');
    const { ref } = await created();
    charge().state = 'paid';
    expect((await fetch(ref)).state).toBe('succeeded');
  });

  test('a payment declined is a failure in our words', async () => {
    const { ref } = await created();
    charge().state = 'declined';
    const result = await fetch(ref);
    if (stage.fake.id === 'monime') expect(result.state).toBe('cancelled');
    else
      expect(result).toMatchObject({
        state: 'failed',
        failure: { code: stage.fake.traits.declinedAs, message: expect.stringMatching(/\.$/) },
      });
  });

  test('a payment whose time passed there is expired', async () => {
    const { ref } = await created();
    charge().state = 'expired';
    expect(await fetch(ref)).toMatchObject({ state: 'expired', failure: null });
  });

  test('another amount or currency is told as it is, for others to judge', async () => {
    const { ref } = await created();
    Object.assign(charge(), { state: 'paid', amountMinor: 100n });
    const small = await fetch(ref);
    if (!stage.fake.traits.tellsAmount) return expect(small.state).toBe('unknown');
    expect(small).toMatchObject({ state: 'succeeded', amountMinor: 100n });
    Object.assign(charge(), { amountMinor: AMOUNT_MINOR, currency: 'GBP' });
    return expect(await fetch(ref)).toMatchObject({ state: 'succeeded', currency: 'GBP' });
  });

  test('a reference of nobody, and one that would lead elsewhere, is unknown', async () => {
    for (const ref of [
      'nobody',
      '../refunds',
      'payment-codes/../../x',
      'cs_x/../../y',
      '',
      'pay~1~SLE~x/../y',
    ])
      expect(await fetch(ref)).toMatchObject({ state: 'unknown', failure: null });
  });

  test('credentials that are not taken fail a new payment and say nothing of an old one', async () => {
    const { ref } = await created();
    const wrong = Object.fromEntries(
      Object.keys(stage.fake.credentials).map((name) => [name, 'wrong-wrong-wrong-wrong-wrong-wrong-']),
    );
    const context = stage.context({ credentials: wrong });
    expect(await stage.provider.create(context, stage.wanted())).toMatchObject({
      state: 'failed',
      failure: { code: 'provider_error' },
    });
    expect(await stage.provider.fetch(context, ref)).toMatchObject({ state: 'unknown', ref });
    expect(await stage.provider.health?.(context)).toMatchObject({
      healthy: false,
      message: expect.stringContaining('401'),
    });
    expect(await stage.provider.health?.(stage.context())).toEqual({ healthy: true, message: null });
    expect(stage.fake.charges).toHaveLength(1);
  });

  test('no payer is sent to an address that is not encrypted', async ({ skip }) => {
    skip(!stage.fake.traits.hasPage, 'It has no page.');
    stage.fake.tricks.plainUrl = true;
    expect(await create()).toMatchObject({ state: 'unknown', nextAction: null });
  });

  test('what is kept of the answers has neither secrets nor phones', async () => {
    const result = await created();
    charge().state = 'paid';
    const texts = [result.raw, (await fetch(result.ref)).raw];
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(2_000);
      for (const secret of [...Object.values(stage.fake.credentials), PHONE.slice(1)])
        expect(text).not.toContain(secret);
    }
  });

  test('a callback names the payment, and only a signed one where callbacks are signed', async () => {
    const { ref } = await created();
    charge().state = 'paid';
    const read = (signing: 'well' | 'wrongly' | 'not' | 'long_ago') => {
      const context = stage.context();
      return stage.provider.readCallback?.(
        context,
        stage.fake.callback(charge(), { signing, at: context.wallNow }),
      );
    };
    const [hint] = (await read('well')) ?? [];
    expect([ref, charge().paymentId]).toContain(hint?.ref);
    if (!stage.fake.traits.signs) return;
    for (const signing of ['wrongly', 'not', 'long_ago'] as const) expect(await read(signing)).toEqual([]);
  });

  test('a callback whose body was changed on the way, or is no callback, names nothing', async () => {
    await create();
    const context = stage.context();
    const callback = stage.fake.callback(charge(), { signing: 'well', at: context.wallNow });
    const bodies = ['', '[]', 'null', '{"a":', '<html>', JSON.stringify({ padded: 'x'.repeat(1_000) })];
    for (const body of bodies)
      expect(await stage.provider.readCallback?.(context, { ...callback, body: Buffer.from(body) })).toEqual(
        [],
      );
    if (stage.fake.traits.signs)
      expect(
        await stage.provider.readCallback?.(context, {
          ...callback,
          body: Buffer.concat([callback.body, Buffer.from(' ')]),
        }),
      ).toEqual([]);
  });

  test('calling off, before and after the money came', async ({ skip }) => {
    const { provider } = stage;
    expect(provider.cancel !== undefined).toBe(provider.capabilities.cancel);
    if (!provider.cancel) return skip('Nothing can be called off.');
    const { ref } = await created();
    expect((await provider.cancel(stage.context(), ref)).state).toBe('cancelled');
    const { ref: paid } = await created();
    charge().state = 'paid';
    expect(await provider.cancel(stage.context(), paid)).toMatchObject({
      state: 'succeeded',
      amountMinor: AMOUNT_MINOR,
    });
  });

  test('money goes back once for each refund, in part', async ({ skip }) => {
    const { provider } = stage;
    expect(provider.refund !== undefined).toBe(provider.capabilities.refund !== 'none');
    if (!provider.refund || !provider.fetchRefund) return skip('It has no refunds.');
    const { ref } = await created();
    charge().state = 'paid';
    const wanted = {
      refundId: 're_01m7yp4pv0fhb94kz68t4m6rpe',
      paymentRef: ref,
      paymentAmountMinor: AMOUNT_MINOR,
      amountMinor: 5_025n,
      currency: stage.fake.traits.currency,
      reason: null,
    };
    stage.fake.server.misbehave('lost', { times: 1, path: /refund/, method: /POST/ });
    expect(await provider.refund(stage.context(), wanted)).toMatchObject({
      state: 'unknown',
      ref: null,
      failure: null,
    });
    expect(stage.fake.refunds).toHaveLength(1);
    await provider.refund(stage.context(), wanted);
    const again = await provider.refund(stage.context(), wanted);
    expect(stage.fake.refunds).toMatchObject([{ amountMinor: 5_025n }]);
    const refund = lastOf(stage.fake.refunds);
    const refundRef = again.ref ?? '';
    expect((await provider.fetchRefund(stage.context(), refundRef)).state).toBe('pending');
    refund.state = 'done';
    expect((await provider.fetchRefund(stage.context(), refundRef)).state).toBe('succeeded');
    refund.state = 'failed';
    expect(await provider.fetchRefund(stage.context(), refundRef)).toMatchObject({
      state: 'failed',
      failure: { code: 'account_not_found' },
    });
  });

  test('money goes out once for each payout', async ({ skip }) => {
    const { provider } = stage;
    expect(provider.payout !== undefined).toBe(provider.capabilities.payout);
    if (!provider.payout || !provider.fetchPayout) return skip('It has no payouts.');
    const wanted = {
      payoutId: 'po_01m7yp4pv0fhb94kz68t4m6rpe',
      amountMinor: 100_000n,
      currency: stage.fake.traits.currency,
      destination: { type: 'mobile_money', provider_id: 'm17', phone: PHONE },
      description: 'Week 47',
    };
    stage.fake.server.misbehave('lost', { times: 1, path: /payouts|transfer/, method: /POST/ });
    expect(await provider.payout(stage.context(), wanted)).toMatchObject({
      state: 'unknown',
      ref: null,
      failure: null,
    });
    expect(stage.fake.payouts).toHaveLength(1);
    const { ref } = await provider.payout(stage.context(), wanted);
    expect(stage.fake.payouts).toMatchObject([{ amountMinor: 100_000n }]);
    expect((await provider.fetchPayout(stage.context(), ref ?? '')).state).toBe('pending');
    lastOf(stage.fake.payouts).state = 'done';
    expect((await provider.fetchPayout(stage.context(), ref ?? '')).state).toBe('paid');
    lastOf(stage.fake.payouts).state = 'failed';
    expect(await provider.fetchPayout(stage.context(), ref ?? '')).toMatchObject({
      state: 'failed',
      failure: { code: 'account_not_found' },
    });
  });

  test('what was booked is listed under the reference that the payment has', async ({ skip }) => {
    const { provider } = stage;
    expect(provider.list !== undefined).toBe(provider.capabilities.list);
    if (!provider.list) return skip('It lists nothing.');
    const { ref } = await created();
    charge().state = 'paid';
    await created();
    const page = await provider.list(stage.context(), { since: new Date('2026-01-01'), cursor: null });
    expect(page).toMatchObject({
      cursor: null,
      transactions: [
        {
          ref,
          amountMinor: AMOUNT_MINOR,
          currency: stage.fake.traits.currency,
          state: 'succeeded',
          feeMinor: expect.any(BigInt),
        },
      ],
    });
    stage.fake.server.misbehave('html');
    await expect(provider.list(stage.context(), { since: new Date(0), cursor: null })).rejects.toThrow(
      'could not be read',
    );
  });

  test('where nothing was heard of the creation, it is found by our own id and nothing is asked for', async ({
    skip,
  }) => {
    const { provider } = stage;
    if (!provider.findByAttempt) return skip('It knows no names of ours.');
    const wanted = stage.wanted();
    expect(await provider.findByAttempt(stage.context(), wanted.attemptId)).toMatchObject({
      state: 'unknown',
    });
    expect(stage.fake.charges).toHaveLength(0);
    stage.fake.server.misbehave('lost', { times: 1, path: /^(?!.*token).*$/ });
    await create(wanted);
    charge().state = 'paid';
    expect(await provider.findByAttempt(stage.context(), wanted.attemptId)).toMatchObject({
      state: 'succeeded',
      amountMinor: AMOUNT_MINOR,
    });
  });
});
