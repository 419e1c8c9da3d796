import { createHmac, randomBytes } from 'node:crypto';
import { assert, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { createVault } from './vault.ts';

const key = (fill: number): Buffer => Buffer.alloc(32, fill);
const vault = createVault(randomBytes, key(1));

test('what was sealed opens again, whatever it was', () => {
  assert(
    property(uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(vault.open(vault.seal(Buffer.from(bytes), 'test'), 'test')).toEqual(Buffer.from(bytes));
    }),
  );
});

test('nothing opens after a single changed byte, under another purpose or under another key', () => {
  const sealed = vault.seal('482193', 'code');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open(changed, 'code')).toThrow();
  }
  expect(() => vault.open(sealed, 'other')).toThrow();
  expect(() => createVault(randomBytes, key(2)).open(sealed, 'code')).toThrow(/does not have/);
});

test('after a rotation the former key still opens and its fingerprints are still known', () => {
  const rotated = createVault(randomBytes, key(2), [key(1)]);
  expect(rotated.open(vault.seal('482193', 'code'), 'code').toString()).toBe('482193');
  expect(rotated.fingerprints('code', 'SHP-1', '482193')).toContainEqual(
    vault.fingerprint('code', 'SHP-1', '482193'),
  );
  expect(rotated.fingerprint('code', 'SHP-1', '482193')).not.toEqual(
    vault.fingerprint('code', 'SHP-1', '482193'),
  );
});

test('the border between two parts counts', () => {
  expect(vault.fingerprint('code', 'ab', 'c')).not.toEqual(vault.fingerprint('code', 'a', 'bc'));
});

test('a fingerprint is HMAC-SHA256 over its parts, each behind its length in bytes', () => {
  for (const parts of [['ab', 'c'], ['é', ''], ['x'.repeat(300_000)]]) {
    const mac = createHmac('sha256', vault.macKey('code'));
    for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`);
    expect(vault.fingerprint('code', ...parts)).toEqual(mac.digest());
  }
});
