import { expect, test } from 'vitest';
import { limitsOf } from './contract-forms.ts';

test('a form takes length, range, values and words of each field from the contract', () => {
  const limits = limitsOf('createKey');
  expect(limits['name']).toMatchObject({
    type: 'string',
    maxLength: 120,
    description: 'What the key is for.',
  });
  expect(limits['kind']).toMatchObject({ options: ['secret', 'public'], default: 'secret' });
});

test('an amount may be a number or text, and says so', () => {
  expect(limitsOf('createPaymentLink')['amount']?.type).toBe('amount');
});

test('fields of a thing inside, and of each member of a list, are found by their paths', () => {
  const limits = limitsOf('createDelivery');
  expect(
    Object.keys(limits).filter((path) => path.includes('.') || path.includes('[]')).length,
  ).toBeGreaterThan(5);
});

test('an operation that is not there is said, not passed over', () => {
  expect(() => limitsOf('createNothing')).toThrow('createNothing');
});
