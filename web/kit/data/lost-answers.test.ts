import { expect, test } from 'vitest';
import { CottontreeError } from '@cottontree/client';
import { rememberLostAnswers } from './lost-answers.ts';

const PAY = { body: { amount: 20 } };

function act() {
  let made = 0;
  const answers = rememberLostAnswers(() => `key-${(made += 1)}`);
  return {
    ...answers,
    fails(call: object, code: CottontreeError['code'], status: number): string {
      const key = answers.keyOf(call);
      answers.refused(call, key, new CottontreeError({ code, status, message: code }));
      return key;
    },
  };
}

test('the same again, after an answer that was lost, has the same key', () => {
  const { fails, keyOf, answered } = act();
  expect(fails(PAY, 'NETWORK_ERROR', 0)).toBe('key-1');
  expect(fails({ ...PAY }, 'SERVICE_UNAVAILABLE', 503)).toBe('key-1');
  expect(keyOf(PAY)).toBe('key-1');
  answered();
  expect(keyOf(PAY)).toBe('key-2');
});

test('something else has a key of its own, and so has the same after a refusal', () => {
  const { fails, keyOf } = act();
  expect(fails(PAY, 'TIMEOUT', 0)).toBe('key-1');
  expect(fails({ body: { amount: 21 } }, 'VALIDATION_ERROR', 400)).toBe('key-2');
  expect(keyOf(PAY)).toBe('key-3');
});

test('every act has a key of its own, on a page without TLS too', () => {
  const { keyOf } = rememberLostAnswers();
  const keys = [keyOf(PAY), keyOf(PAY)];
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test('another file of the same call is something else', () => {
  const { fails, keyOf } = act();
  const sent = (text: string): object => ({ body: { file: new Blob([text]) } });
  expect(fails(sent('one'), 'NETWORK_ERROR', 0)).toBe('key-1');
  expect(keyOf(sent('another'))).toBe('key-2');
  expect(keyOf(sent('one'))).toBe('key-1');
});
