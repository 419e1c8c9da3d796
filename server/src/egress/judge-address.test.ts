import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeAddress, normalizeAddress, parseAddressRange } from './judge-address.ts';

const nothingAllowed = { allowed: [], own: new Set<string>() };

/** First and last address of every range that the IANA special-purpose registries call not global, multicast, and what leads to such. */
const blocked = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.192',
  '192.0.0.255',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::808:808',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:0:4136:e378::1',
  '2001:2::1',
  '2001:10::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
];

const permitted = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '41.223.132.1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '2c0f:f248::1',
];

describe('an address that may not be called', () => {
  test.each(blocked)('%s', (address) =>
    expect(judgeAddress(address, nothingAllowed)).toEqual(expect.any(String)),
  );

  test('is anything that is not an address in its usual spelling', () => {
    for (const text of ['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '1.2.3.4.5'])
      expect(judgeAddress(text, nothingAllowed)).toBe('not an IP address');
  });

  test('is one of the server itself, in either form', () => {
    const rules = { allowed: [], own: new Set(['41.223.132.9']) };
    expect(judgeAddress('41.223.132.9', rules)).toContain('this very server');
    expect(judgeAddress('::ffff:41.223.132.9', rules)).toContain('this very server');
    expect(judgeAddress('41.223.132.10', rules)).toBeNull();
  });

  test('is every address within the private ranges, mapped and translated ones alike', () => {
    const byte = fc.nat(255);
    const inside = fc.oneof(
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    );
    fc.assert(
      fc.property(inside, (octets) => {
        const text = octets.join('.');
        for (const address of [text, `::ffff:${text}`, `64:ff9b::${text}`])
          expect(judgeAddress(address, nothingAllowed)).not.toBeNull();
      }),
    );
  });
});

describe('an address that may be called', () => {
  test.each(permitted)('%s', (address) => expect(judgeAddress(address, nothingAllowed)).toBeNull());

  test('is one that the operator allows, and no neighbour of it', () => {
    const rules = {
      allowed: ['127.0.0.0/8', '10.1.2.3', 'fd00::/64'].map(parseAddressRange),
      own: new Set(['127.0.0.1']),
    };
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', 'fd00::7'])
      expect(judgeAddress(address, rules)).toBeNull();
    for (const address of ['10.1.2.4', 'fd00:0:0:1::7', '::1', '64:ff9b::7f00:1'])
      expect(judgeAddress(address, rules)).not.toBeNull();
  });
});

test('a range that cannot be read is refused', () => {
  for (const text of ['', 'loopback', '127.0.0.0/33', '127.1'])
    expect(() => parseAddressRange(text)).toThrow();
});

test('an address has one normal spelling', () => {
  expect(normalizeAddress('::FFFF:127.0.0.1')).toBe('127.0.0.1');
  expect(normalizeAddress('2001:DB8:0::1')).toBe('2001:db8:0:0:0:0:0:1');
  expect(normalizeAddress('nowhere')).toBeNull();
});
