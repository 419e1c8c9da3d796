import { expect, test } from 'vitest';
import {
  decidedOutcomes,
  outcomeSynonyms,
  paymentStatuses,
  readOutcome,
  simulatedOutcomes,
} from '../src/index.ts';

test('a simulation says what becomes of a payment in the word of its status', () => {
  const ways = new Set<string>(['succeeded_late', 'wrong_amount']);
  expect(
    decidedOutcomes.filter(
      (word) => !ways.has(word) && !(paymentStatuses as readonly string[]).includes(word),
    ),
  ).toEqual([]);
});

test('each other word is taken for one of them', () => {
  expect(simulatedOutcomes.map(readOutcome).filter((word) => !decidedOutcomes.includes(word))).toEqual([]);
  expect(Object.keys(outcomeSynonyms)).toEqual(['succeed', 'fail', 'expire', 'cancel', 'succeed_late']);
  for (const word of decidedOutcomes) expect(readOutcome(word)).toBe(word);
});
