import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAWER_KICK, escPos } from './escpos.ts';
import { COLUMNS, layOut, type Slip } from './slip.ts';

const slip: Slip = {
  title: 'Aminata Stores',
  head: ['27 Beach Road, Freetown'],
  banners: [],
  parts: [
    [{ left: 'Receipt', right: 'T01-000123' }],
    [
      { left: 'Peak milk 400 g', right: '139.50' },
      { left: 'Total', right: 'NLe 139.50', strong: true },
    ],
  ],
  foot: ['Thank you.'],
  qr: null,
};

test.each([58, 80] as const)(
  'a slip for %i mm is as wide as its paper, and begins, kicks and cuts as printers know it',
  (width) => {
    for (const { text } of layOut(slip, COLUMNS[width]))
      expect(Array.from(text).length).toBeLessThanOrEqual(COLUMNS[width]);
    const bytes = escPos(slip, { width, drawer: true });
    expect([...bytes.subarray(0, 5)]).toEqual([0x1b, 0x40, 0x1b, 0x74, 19]);
    expect([...bytes.subarray(5, 10)]).toEqual([0x1b, 0x70, 0x00, 0x19, 0xfa]);
    expect([...DRAWER_KICK]).toEqual([0x1b, 0x70, 0x00, 0x19, 0xfa]);
    expect([...bytes.subarray(-3)]).toEqual([0x1d, 0x56, 0x01]);
    expect(new TextDecoder('ascii').decode(bytes)).toContain('Peak milk 400 g');
  },
);

test('letters that no printer has stand as their neighbours, and those of its code page as they are', () => {
  const bytes = [...escPos({ ...slip, title: 'Kɔrɔma café' }, { width: 58 })];
  const text = String.fromCharCode(...bytes);
  expect(text).toContain('Koroma caf\u0082');
});

test('no name, however it is spelled, holds a command or breaks the layout', () => {
  const commands = (bytes: Uint8Array): number =>
    bytes.filter((byte) => byte === 0x1b || byte === 0x1d).length;
  const usual = (name: string): number =>
    commands(escPos({ ...slip, title: name.replaceAll(/[^ -~]/gu, 'x') }, { width: 58 }));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 24 }), (name) => {
      const bytes = escPos({ ...slip, title: name }, { width: 58 });
      expect(bytes.every((byte) => byte >= 0x20 || [0x1b, 0x1d, 0x0a, 0, 1, 19].includes(byte))).toBe(true);
      if (Array.from(name.normalize('NFC')).length <= 20 && !/\s/u.test(name))
        expect(commands(bytes)).toBeLessThanOrEqual(usual(name) + 3);
    }),
    { numRuns: 30 },
  );
});

test('a code for phones says how long it is', () => {
  const url = 'https://pay.example.sl/r/UsT4d6hk7VGYh13ce1AcKw';
  const bytes = [...escPos({ ...slip, qr: url }, { width: 80 })];
  const at = bytes.findIndex(
    (byte, index) => byte === 0x1d && bytes[index + 5] === 49 && bytes[index + 6] === 80,
  );
  expect((bytes[at + 3] ?? 0) + 256 * (bytes[at + 4] ?? 0)).toBe(url.length + 3);
});
