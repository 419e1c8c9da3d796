import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { crockfordAlphabet } from '../crockford.ts';
import { formatTicketCode, makeTicketCode, parseTicketCode, ticketCodePattern } from './ticket-code.ts';

const codes = fc.uint8Array({ minLength: 9, maxLength: 9 }).map(makeTicketCode);
const place = fc.integer({ min: 0, max: 9 });

function replaced(code: string, at: number, character: string): string {
  return code.slice(0, at) + character + code.slice(at + 1);
}

test('a code is ten characters, shown in two fives, and is read back as it was made', () => {
  expect(formatTicketCode(makeTicketCode(new Uint8Array([7, 19, 4, 22, 13, 9, 23, 28, 29])))).toBe(
    '7K4PD-9QWXP',
  );
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toMatch(new RegExp(ticketCodePattern));
      expect(parseTicketCode(formatTicketCode(code))).toBe(code);
    }),
  );
});

test('what people make of a code when they type it is understood', () => {
  fc.assert(
    fc.property(codes, fc.boolean(), (code, small) => {
      const sloppy = `  ${code.slice(0, 3)} ${code.slice(3, 6)}–${code.slice(6)}\n`
        .replaceAll('0', 'O')
        .replaceAll('1', small ? 'l' : 'I');
      expect(parseTicketCode(small ? sloppy.toLowerCase() : sloppy)).toBe(code);
    }),
  );
});

test('every single wrong character is found out', () => {
  fc.assert(
    fc.property(codes, place, fc.constantFrom(...crockfordAlphabet), (code, at, character) => {
      fc.pre(code[at] !== character);
      expect(parseTicketCode(replaced(code, at, character))).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('any two characters that changed places are found out', () => {
  fc.assert(
    fc.property(codes, place, place, (code, one, other) => {
      const [first = '', second = ''] = [code[one], code[other]];
      fc.pre(first !== second);
      expect(parseTicketCode(replaced(replaced(code, one, second), other, first))).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test.each(['', '7K4PD', '7K4PD-9QWXP0', '7K4PD-9QWXU', '7K4PD/9QWXP', 'TK1:7K4PD9QWXP', 'x'.repeat(100_000)])(
  '%.20s is no ticket code',
  (text) => {
    expect(parseTicketCode(text)).toBeNull();
  },
);

test('no text is taken but one that a code can be written as', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const code = parseTicketCode(text);
      expect(code === null || parseTicketCode(code) === code).toBe(true);
    }),
  );
});
