import { expect, test } from 'vitest';
import { createHeldAnswers, HELD_MS_MAX, QUICK_MS } from './hold-answers.ts';

/** Work that takes as long as it is told, on a clock of its own. */
function bench() {
  let nowMs = 0;
  let made = 0;
  const answers = createHeldAnswers<number>(() => nowMs);
  return {
    answers,
    pass: (ms: number) => {
      nowMs += ms;
    },
    taking: (ms: number) => async () => {
      made += 1;
      const own = made;
      await Promise.resolve();
      nowMs += ms;
      return own;
    },
  };
}

/** Something that ends when it is told to. */
function pending() {
  let end: (value: number) => void = () => undefined;
  const answer = new Promise<number>((resolve) => {
    end = resolve;
  });
  return { answer, end: (value: number) => end(value) };
}

test('what is quick is worked out each time, so nobody is told what is old', async () => {
  const { answers, taking } = bench();
  expect(await answers.answer('shop', taking(QUICK_MS))).toBe(1);
  expect(await answers.answer('shop', taking(QUICK_MS))).toBe(2);
});

test('what is slow is told again for twenty times as long as it took, and not longer', async () => {
  const { answers, taking, pass } = bench();
  expect(await answers.answer('shop', taking(400))).toBe(1);
  pass(400 * 20 - 1);
  expect(await answers.answer('shop', taking(400))).toBe(1);
  expect(await answers.answer('another', taking(400))).toBe(2);
  pass(400 * 20);
  expect(await answers.answer('shop', taking(400))).toBe(3);
});

test('however slow it is, it is held for 15 seconds at most', async () => {
  const { answers, taking, pass } = bench();
  expect(await answers.answer('shop', taking(60_000))).toBe(1);
  pass(HELD_MS_MAX - 1);
  expect(await answers.answer('shop', taking(1))).toBe(1);
  pass(1);
  expect(await answers.answer('shop', taking(1))).toBe(2);
});

test('who asks while it is worked out shares it once it is known to be slow', async () => {
  const { answers, pass } = bench();
  const one = pending();
  const first = answers.answer('shop', () => one.answer);
  expect(await answers.answer('shop', async () => 2)).toBe(2);
  const slow = pending();
  const third = answers.answer('shop', () => slow.answer);
  pass(QUICK_MS + 1);
  const fourth = answers.answer('shop', async () => 4);
  slow.end(3);
  one.end(1);
  expect([await first, await third, await fourth]).toEqual([1, 3, 3]);
});

test('a failure is nobody else’s', async () => {
  const { answers, taking } = bench();
  await expect(
    answers.answer('shop', async () => {
      throw new Error('down');
    }),
  ).rejects.toThrow('down');
  expect(await answers.answer('shop', taking(1))).toBe(1);
});
