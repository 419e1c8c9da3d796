import { operations } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { createNearestPath } from './answer.ts';

const nearest = createNearestPath([...new Set(Object.values(operations).map(({ path }) => path))]);

test.each([
  ['/v1/shiping/deliveries', '/v1/shipping/deliveries'],
  ['/shipping/quote', '/v1/shipping/quote'],
  ['/v1/deliveries', '/v1/shipping/deliveries'],
  ['/v1/shipping/deliveries/SHP-7A9K-NZZK/trak', '/v1/shipping/deliveries/:jobNumber/track'],
  ['/v1/payment_links', '/v1/payment-links'],
  ['/v1/pos/sale', '/v1/pos/sales'],
])('who asks %s is told of %s', (asked, meant) => {
  expect(nearest(asked)).toBe(meant);
});

test.each(['/', '/wp-login.php', '/v1/a/b/c/d/e/f/g/h/i/j', '/.env', `/v1/${'x'.repeat(5_000)}`])(
  'nothing is proposed for %s',
  (asked) => {
    expect(nearest(asked)).toBeNull();
  },
);
