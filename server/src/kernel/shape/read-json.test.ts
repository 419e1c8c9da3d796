import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, hashCanonically } from '../effect/canonical-json.ts';
import { cleanLongText, cleanText, mendingForm } from './clean-text.ts';
import { atOnce } from '../running/in-turns.ts';
import { largeJsonWork, readJson } from './read-json.ts';

const readLarge = (text: string): unknown => atOnce(largeJsonWork(Buffer.from(text), {}));
const marks = (count: number): string => '\u0301\u0316'.repeat(Math.ceil(count / 2)).slice(0, count);

/** What a reader makes of a text: the value, or the code of its refusal. */
function outcomeOf(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (refusal) {
    return { code: (refusal as { code?: string }).code };
  }
}

const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
/** JSON with a piece cut out, put in or written otherwise. */
const almostJson = fc
  .tuple(
    value,
    fc.nat(),
    fc.nat(3),
    fc.constantFrom(
      '',
      '"',
      '\\',
      '\\u00',
      ',',
      ':',
      '{',
      ']',
      ' ',
      '\n',
      '1',
      '-',
      'e',
      '.',
      'true',
      '\u0001',
      'é',
      '__proto__',
      '\\u0061',
    ),
  )
  .map(([given, place, cut, put]) => {
    const text = JSON.stringify(given, null, place % 3);
    const at = place % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + cut);
  });

describe('both readers', () => {
  test('make the same of what is JSON', () => {
    fc.assert(
      fc.property(
        value,
        (given) =>
          void expect(outcomeOf(readLarge, JSON.stringify(given))).toEqual(
            outcomeOf((text) => readJson(Buffer.from(text)), JSON.stringify(given)),
          ),
      ),
      { numRuns: 500 },
    );
  });

  test('refuse the same of what is not', () => {
    fc.assert(
      fc.property(
        almostJson,
        (text) =>
          void expect(outcomeOf(readLarge, text), text).toEqual(
            outcomeOf((one) => readJson(Buffer.from(one)), text),
          ),
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    '{,}',
    '[1 2]',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '--1',
    'NaN',
    'Infinity',
    'tru',
    'truefalse',
    '"\\x"',
    '"\\u12"',
    '"a\nb"',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1}',
    '{"a ":1,"__proto__":1}',
    '{"a ":1,"b":1,"b":2}',
    '{"note":"\\u0000","__proto__":1}',
    '{"note":"\\u0000","b":1,"b":2}',
    '\ufeff{}',
    '{} {}',
    '['.repeat(33) + ']'.repeat(33),
  ])('refuse %j as INVALID_JSON', (text) => {
    expect(outcomeOf(readLarge, text)).toEqual({ code: 'INVALID_JSON' });
    expect(outcomeOf((one) => readJson(Buffer.from(one)), text)).toEqual({ code: 'INVALID_JSON' });
  });

  test.each([
    '{"a b ":1}',
    '{"a\\u0000":1}',
    '{"note":"a\\u0000"}',
    '{"note":"\\ud800"}',
    `{"note":["${marks(31)}"]}`,
    `{"${marks(31)}":1}`,
  ])('refuse %j naming the field', (text) => {
    for (const read of [readLarge, (one: string) => readJson(Buffer.from(one))])
      expect(() => read(text)).toThrow(
        expect.objectContaining({
          code: 'VALIDATION_ERROR',
          details: { fields: [expect.objectContaining({ path: expect.stringMatching(/./) })] },
        }),
      );
  });
});

describe('the reader of what is large', () => {
  test('refuses a number of more digits than anybody has', () => {
    expect(outcomeOf(readLarge, `[${'9'.repeat(100_001)}]`)).toEqual({ code: 'INVALID_JSON' });
    expect(outcomeOf(readLarge, `[${'9'.repeat(100_000)}]`)).not.toEqual({ code: 'INVALID_JSON' });
  });

  test('parts a long text without a trace', () => {
    const text = ` ${'Kɔtin tri, Cafe\u0301 \ud83c\udf33 '.repeat(40_000)}`;
    expect(readLarge(JSON.stringify([text, 'a']))).toEqual([text.trim().normalize('NFC'), 'a']);
    expect(readLarge(`["${[...text].map((one) => (one === 'C' ? '\\u0043' : one)).join('')}"]`)).toEqual([
      text.trim().normalize('NFC'),
    ]);
    expect(readLarge(JSON.stringify('中'.repeat(300_000)))).toBe('中'.repeat(300_000));
    for (const [escape, character] of [
      ['\\"', '"'],
      ['\\u00e9', 'é'],
      ['\\ud83c\\udf33', '\ud83c\udf33'],
      ['x\\uD83C\\uDF33', 'x\ud83c\udf33'],
    ] as const)
      expect(readLarge(`"${escape.repeat(100_000)}"`)).toBe(character.repeat(100_000));
  });

  test('lets others have their turn after each piece of work, whatever the body is made of', () => {
    const piece = 131_072;
    const bodies = [
      `[${'1,'.repeat(400_000)}1]`,
      `[${'[],'.repeat(300_000)}[]]`,
      `["${'a'.repeat(1_000_000)}"]`,
      `["${'é'.repeat(500_000)}"]`,
      `["${'\\u00e9'.repeat(150_000)}"]`,
      `[${'{"name":"Rice"},'.repeat(60_000)}1]`,
    ];
    for (const body of bodies) {
      let steps = 0;
      for (const work = largeJsonWork(Buffer.from(body), {}); !work.next().done;) steps += 1;
      expect(steps, body.slice(0, 20)).toBeGreaterThanOrEqual(Math.floor(body.length / piece) - 1);
    }
  });

  test.each(['\\u00e9', '\\"', '\\u00e9\\"', '\\ud83c\\udf33'])(
    'measures and reads nothing but %s in pieces',
    (escape) => {
      const body = Buffer.from(`["${escape.repeat(1_000_000 / escape.length)}"]`);
      let steps = 0;
      for (const work = largeJsonWork(body, {}); !work.next().done;) steps += 1;
      expect(steps).toBeGreaterThanOrEqual(
        Math.floor(body.length / 65_536) + Math.floor(body.length / 131_072) - 2,
      );
    },
  );

  test.each([
    {
      much: 'values',
      body: `{"items":[${'1,'.repeat(20_000)}1]}`,
      input: { valuesMax: 10_000 },
      problem: { path: 'items', message: 'makes the body hold more than 10000 values; send fewer at a time' },
    },
    {
      much: 'keys',
      body: `{"note":{${Array.from({ length: 10_001 }, (_, at) => `"k${at}":1`).join(',')}}}`,
      input: {},
      problem: { path: 'note', message: 'must have at most 10000 keys' },
    },
    {
      much: 'of a key',
      body: `{"note":{"${'k'.repeat(20_000)}":1}}`,
      input: {},
      problem: { path: 'note', message: 'must not have keys of more than 1024 bytes' },
    },
    {
      much: 'text that nobody reads',
      body: `{"note":"${'é'.repeat(20_000)}"}`,
      input: { charactersMax: 500 },
      problem: { path: 'note', message: 'must have at most 500 characters' },
    },
  ])('refuses too much $much', ({ body, input, problem }) => {
    expect(() => readJson(Buffer.from(body), input)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: { fields: [problem] } }),
    );
  });

  test('takes a text in pieces that is short enough once they are joined', () => {
    expect(readJson(Buffer.from(`{"note":"${'e\u0301'.repeat(500)}"}`), { charactersMax: 500 })).toEqual({
      note: 'é'.repeat(500),
    });
  });
});

describe('a heap of marks', () => {
  test('is refused before it is sorted, wherever it stands', () => {
    for (const before of ['', 'a', 'é', '🌳', 'x'.repeat(29), marks(30) + 'a']) {
      expect(cleanText(`${before}${marks(30)}b`, 'note')).toBe(`${before}${marks(30)}b`.normalize('NFC'));
      for (const heap of [marks(31), marks(200_000), '\u{1d165}'.repeat(31), '\uff9e'.repeat(31)])
        expect(() => cleanText(`${before === '' ? 'a' : before}b${heap}`, 'note')).toThrow(
          'note must not have more than 30 combining marks in a row.',
        );
    }
  });

  test('is found in any text that has one, and in no other', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom('a', 'é', '🌳', '\u034f', 'ก'), fc.nat(70).map(marks)), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''));
    const hasHeap = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){31}/u;
    fc.assert(
      fc.property(
        text,
        (one) =>
          void expect(outcomeOf((given) => cleanText(given, 'note'), one)).toEqual(
            hasHeap.test(one.trim()) ? { code: 'VALIDATION_ERROR' } : { value: one.trim().normalize('NFC') },
          ),
      ),
      { numRuns: 1_000 },
    );
  });

  test('is parted where nothing may be refused, and loses no mark', () => {
    const mended = mendingForm.formed(`a${'\u0301'.repeat(100)}b`);
    expect(mended.replaceAll('\u034f', '')).toBe(`a${'\u0301'.repeat(100)}b`.normalize('NFC'));
    expect(cleanText(mended, 'note')).toBe(mended);
    expect(mendingForm.formed(mended)).toBe(mended);
  });
});

test('a long text is cleaned in pieces as it would be at once', () => {
  const text = ` ${'Kɔtin, Cafe\u0301\n'.repeat(40_000)} `;
  for (const one of [text, '中'.repeat(200_000), `\ufeff${text}`, ''])
    expect(atOnce(cleanLongText(Buffer.from(one), 'csv'))).toBe(cleanText(one, 'csv'));
  expect(() => atOnce(cleanLongText(Buffer.from(`${'a,'.repeat(200_000)}${marks(31)}`), 'csv'))).toThrow(
    'csv must not have',
  );
});

test('what is hashed in pieces is canonical JSON', () => {
  const hashed = (given: unknown): string => {
    const hash = createHash('sha256');
    atOnce(hashCanonically(hash, given));
    return hash.digest('hex');
  };
  const whole = (given: unknown): string => createHash('sha256').update(canonicalJson(given)).digest('hex');
  fc.assert(fc.property(value, (given) => void expect(hashed(given)).toBe(whole(given))));
  for (const given of [
    '🌳"\\é'.repeat(100_000),
    Array.from({ length: 50_000 }, (_, at) => ({ b: at, a: [] })),
    undefined,
  ])
    expect(hashed(given)).toBe(whole(given));
});
