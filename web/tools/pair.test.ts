import { expect, test } from 'vitest';
import { pairingCodeIn } from './pair.ts';

test('a code is read however it is typed, or out of the address behind a QR code', () => {
  for (const text of ['48210937', ' 4821 0937', '4821-0937', 'https://ct.example.sl/pos#pair=48210937'])
    expect(pairingCodeIn(text)).toBe('48210937');
  for (const text of ['', '4821093', '482109371', 'https://evil.example/48210937', 'x#pair=4821093'])
    expect(pairingCodeIn(text)).toBeNull();
});
