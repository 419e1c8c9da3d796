import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createUnreadAnswers } from './unread-answers.ts';

function answer(): ServerResponse & { readonly cut: () => boolean } {
  let cut = false;
  const response = Object.assign(new EventEmitter(), { cut: () => cut, destroy: () => void (cut = true) });
  return response as unknown as ServerResponse & { readonly cut: () => boolean };
}

test('what was taken, or whose client is gone, is not counted any more', () => {
  const unread = createUnreadAnswers(100);
  const [one, other] = [answer(), answer()];
  unread.hold(one, { bytes: 40, network: 'a' });
  unread.hold(other, { bytes: 30, network: 'a' });
  expect(unread.bytes()).toBe(70);
  one.emit('close');
  one.emit('close');
  expect(unread.bytes()).toBe(30);
});

test('beyond what there may be, whoever holds most loses what waited longest; others lose nothing', () => {
  const unread = createUnreadAnswers(100);
  const phone = answer();
  unread.hold(phone, { bytes: 30, network: 'phone' });
  const greedy = Array.from({ length: 20 }, () => answer());
  for (const one of greedy) unread.hold(one, { bytes: 20, network: 'greedy' });
  expect(unread.bytes()).toBeLessThanOrEqual(100);
  expect(phone.cut()).toBe(false);
  expect(greedy.map((one) => one.cut())).toEqual([
    ...Array.from({ length: 17 }, () => true),
    false,
    false,
    false,
  ]);
});

test('one answer that is larger than all there may be is not kept', () => {
  const unread = createUnreadAnswers(100);
  const large = answer();
  unread.hold(large, { bytes: 101, network: 'a' });
  expect([large.cut(), unread.bytes()]).toEqual([true, 0]);
});
