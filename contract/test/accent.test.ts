import { assert, integer, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  accentUsed,
  contrastOf,
  GROUNDS,
  SHAPES_CONTRAST,
  WORDS_CONTRAST,
  type AccentColours,
} from '../src/index.ts';

const colours = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

function judge(theme: 'light' | 'dark', used: AccentColours): void {
  for (const button of [used.brand, used.brand_hover])
    expect(contrastOf(used.on_brand, button)).toBeGreaterThanOrEqual(WORDS_CONTRAST);
  for (const ground of GROUNDS[theme]) {
    expect(contrastOf(used.brand, ground)).toBeGreaterThanOrEqual(SHAPES_CONTRAST);
    expect(contrastOf(used.brand_ink, ground)).toBeGreaterThanOrEqual(WORDS_CONTRAST);
  }
  expect(contrastOf(used.brand_ink, used.brand_tint)).toBeGreaterThanOrEqual(WORDS_CONTRAST);
}

test('whatever accent is chosen, words and shapes of it can be read in light and in dark', () => {
  assert(
    property(option(colours), (accent) => {
      const used = accentUsed(accent);
      judge('light', used.light);
      judge('dark', used.dark);
      for (const value of [...Object.values(used.light), ...Object.values(used.dark)])
        expect(value).toMatch(/^#[0-9a-f]{6}$/);
    }),
    { numRuns: 2_000 },
  );
});

test('an accent that can be read stays as it is, and the greys at both ends are moved', () => {
  expect(accentUsed('#7a1f5c').light).toMatchObject({ brand: '#7a1f5c', on_brand: '#ffffff' });
  expect(accentUsed('#ffffff').light.brand).not.toBe('#ffffff');
  expect(accentUsed('#000000').dark.brand).not.toBe('#000000');
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
