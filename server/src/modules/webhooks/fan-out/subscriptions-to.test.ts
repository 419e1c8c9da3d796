import { expect, test } from 'vitest';
import { matchEvents, subscriptionsTo } from './match-events.ts';
import * as fc from 'fast-check';

test('the subscriptions to a kind are those that match it, and no others', () => {
  expect(subscriptionsTo({ kind: 'shipping.status.updated', default: true })).toEqual([
    'shipping.status.updated',
    '*',
    'shipping.*',
    'shipping.status.*',
  ]);
  expect(subscriptionsTo({ kind: 'shipping.driver.changed', default: false })).toEqual([
    'shipping.driver.changed',
  ]);
  const word = fc.constantFrom('shipping', 'status', 'updated', 'driver', '*');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 3 }),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (kindWords, subscriptionWords, isDefault) => {
        const kind = kindWords.filter((one) => one !== '*').join('.') || 'shipping';
        const subscription = subscriptionWords.join('.');
        expect(subscriptionsTo({ kind, default: isDefault }).includes(subscription)).toBe(
          matchEvents([subscription], { name: kind, default: isDefault }),
        );
      },
    ),
  );
});
