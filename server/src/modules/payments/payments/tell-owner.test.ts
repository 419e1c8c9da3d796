import { expect, test } from 'vitest';
import type { Payments } from '../module.ts';
import { tellDueOwners } from './move-payment.ts';

test('ends that were taken together are told only while nobody else may take them: what is left is left to whoever takes it next', async () => {
  let nowMs = Date.parse('2026-11-28T08:00:00Z');
  const told: string[] = [];
  const due = ['pay_1', 'pay_2', 'pay_3'].map((payment_id) => ({
    merchant_id: 'mer_1',
    livemode: true,
    payment_id,
    version: 1,
    subject_kind: 'sale',
    subject_id: `sale_of_${payment_id}`,
    verdict: null,
  }));
  const module = {
    world: { systemNow: () => new Date(nowMs) },
    owners: new Map([
      [
        'sale',
        {
          kind: 'sale',
          ended: async (_tenant: unknown, { paymentId }: { readonly paymentId: string }) => {
            told.push(paymentId);
            nowMs += 15_000;
            return 'kept';
          },
        },
      ],
    ]),
    store: { system: { run: async () => due }, of: () => ({ run: async () => [] }) },
  } as unknown as Payments;
  expect(await tellDueOwners(module)).toBe(2);
  expect(told).toEqual(['pay_1', 'pay_2']);
});

test('an end is left to a node that knows whom to tell', async () => {
  const noted: unknown[] = [];
  const end = {
    merchant_id: 'mer_1',
    livemode: true,
    payment_id: 'pay_1',
    version: 1,
    subject_kind: 'voyage',
    subject_id: 'voyage_1',
    verdict: null,
    late: false,
    tries: 0,
  };
  const module = {
    world: { systemNow: () => new Date('2026-11-28T08:00:00Z') },
    log: { warn: () => undefined },
    owners: new Map(),
    store: {
      system: { run: async () => [end] },
      of: () => ({ run: async (_: unknown, values: object) => (noted.push(values), []) }),
    },
  } as unknown as Payments;
  expect(await tellDueOwners(module)).toBe(0);
  expect(noted).toMatchObject([{ payment_id: 'pay_1', verdict: null, settled: false }]);
});
