import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawSignature, type SignatureGiven } from './draw-signature.ts';

const drawn = (given: SignatureGiven): string => drawSignature(given).bytes.toString();
const OURS =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="(?:-?[\d.]+ ?){4}"><path d="[MLQCZ\d. -]+" fill="none" stroke="#111" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"\/><\/svg>$/;

describe('a signature is drawn anew', () => {
  test('from the strokes of a finger', () => {
    expect(
      drawn([
        [
          [0, 0],
          [10, 5.126],
        ],
        [
          [20, 20],
          [30, 20],
        ],
      ]),
    ).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 38 28"><path d="M0 0L10 5.13M20 20L30 20" fill="none" stroke="#111" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>',
    );
  });

  test('from the paths and polylines of an SVG, relative ones too', () => {
    const svg =
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="300"><g><path d="m10,10 l5 5 h10v-5 q1 2 3,4 c0 0 1 1 2-2 5 5 6 6 7 7z" stroke="red"/><polyline points="1,2 3,4"/></g></svg>';
    expect(drawn(svg)).toContain(
      'd="M10 10L15 15L25 15L25 10Q26 12 28 14C28 14 29 15 30 12C35 17 36 18 37 19ZM1 2L3 4"',
    );
  });

  test('so that nothing foreign is left of whatever was sent', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              '<svg>',
              '<path d="M0 0L5 5"/>',
              "<path d='M1 1",
              '"',
              ' onload="x"',
              '<script>',
              '</svg>',
              '<a href="x">',
              'L',
              '<!--',
              '&#60;',
            ),
            fc.string({ maxLength: 8 }),
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          try {
            expect(drawn(parts.join(''))).toMatch(OURS);
          } catch (error) {
            expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
          }
        },
      ),
    );
  });
});

test.each([
  ['<svg><script>alert(1)</script><path d="M0 0L1 1"/></svg>', '<script>'],
  ['<svg><image href="http://x"/></svg>', '<image>'],
  ['<svg><foreignObject/></svg>', '<foreignObject>'],
  ['<svg><path d="M0 0 A5 5 0 0 0 1 1"/></svg>', 'moves, lines and curves'],
  ['<svg><path d="L0 0"/></svg>', 'moves, lines and curves'],
  ['<svg><path d="M0 0 L5"/></svg>', 'moves, lines and curves'],
  ['<svg><path d="M0 0 L1e9 5"/></svg>', 'must hold|moves'],
  ['<svg><path d="M0 0 Lurl(#x) 5"/></svg>', 'moves, lines and curves'],
  ['<svg><polyline points="1,2,3"/></svg>', 'half a point'],
  ['<svg><polyline points="1,x"/></svg>', 'not numbers'],
  ['<svg></svg>', 'at least one line'],
  ['hello', 'at least one line'],
  ['<svg><path d="M0 0L1 1"', 'well-formed'],
])('%s is refused', (svg, why) => {
  expect(() => drawn(svg)).toThrow(new RegExp(why));
});

test('a text made to be slow is read as fast as any other', () => {
  const blanks = ' '.repeat(60_000);
  for (const text of [
    `<svg><path d="M0 0${blanks}x"/></svg>`,
    `<svg${blanks}`,
    `<svg><polyline points="${'1'.repeat(60_000)}x"/></svg>`,
    `<svg><path d="M${'1'.repeat(60_000)}x"/></svg>`,
    '<'.repeat(60_000),
    `<${blanks}'>`,
    `<${'\t'.repeat(60_000)}/'>`,
    `<g ${'a'.repeat(60_000)}`,
  ]) {
    const started = performance.now();
    expect(() => drawn(text)).toThrow();
    expect(performance.now() - started).toBeLessThan(1_000);
  }
});
