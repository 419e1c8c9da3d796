import { expect, test } from 'vitest';
import { listenForScanner } from './wedge.ts';

/** Keys as a browser tells them, so many milliseconds after one another. */
function keyboard() {
  const keys = new EventTarget();
  let atMs = 1_000;
  return {
    keys,
    type(text: readonly string[], gapMs: number) {
      return text.map((key) => {
        atMs += gapMs;
        const event = new Event('keydown', { cancelable: true });
        Object.defineProperties(event, { key: { value: key }, timeStamp: { value: atMs } });
        keys.dispatchEvent(event);
        return event;
      });
    },
  };
}
const CODE = [...'6151234567890', 'Enter'];

test('a code that comes as fast as a scanner types is one; what a person types is not, and its Enter stays', () => {
  const { keys, type } = keyboard();
  const heard: string[] = [];
  const stop = listenForScanner((code) => heard.push(code), keys as Document);
  const scanned = type(CODE, 8);
  expect(scanned.at(-1)?.defaultPrevented).toBe(true);
  const typed = type(CODE, 120);
  expect(typed.some(({ defaultPrevented }) => defaultPrevented)).toBe(false);
  expect(type(['1', '2', 'Enter'], 8).at(-1)?.defaultPrevented).toBe(false);
  expect(heard).toEqual(['6151234567890']);
  stop();
  type(CODE, 8);
  expect(heard.length).toBe(1);
});

test('what somebody typed before the scanner began is no part of the code', () => {
  const { keys, type } = keyboard();
  const heard: string[] = [];
  listenForScanner((code) => heard.push(code), keys as Document);
  type([...'ri'], 150);
  type([CODE[0] ?? ''], 400);
  type(CODE.slice(1), 8);
  expect(heard).toEqual(['6151234567890']);
});
