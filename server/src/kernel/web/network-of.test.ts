import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('an IPv6 address counts as the half that its network gave out, however it is written', () => {
  for (const address of [
    '2001:db8:1:2::',
    '2001:db8:1:2:aaaa:bbbb:cccc:dddd',
    '2001:0DB8:0001:0002:0:0:0:1',
    '2001:db8:1:2::10.0.0.1',
  ])
    expect(networkOf(address)).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

test('an IPv4 address counts for itself, also in the clothes of an IPv6 address', () => {
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:cb00:7109'])
    expect(networkOf(address)).toBe('203.0.113.9');
  expect(networkOf('203.0.113.10')).not.toBe(networkOf('203.0.113.9'));
});

test('what is no address is left as it is', () => {
  for (const text of ['', 'unknown', '203.0.113.9:8080', '2001:db8::1::2'])
    expect(networkOf(text)).toBe(text);
});

test('any two addresses of one network are one, and of two networks two', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((part) => part.toString(16));
  const half = fc.tuple(group, group, group, group).map((parts) => parts.join(':'));
  fc.assert(
    fc.property(
      half,
      half,
      half,
      (network, one, other) =>
        networkOf(`${network}:${one}`) === networkOf(`${network}:${other}`) &&
        (network === one || networkOf(`${network}:${one}`) !== networkOf(`${one}:${network}`)),
    ),
  );
});
