import { expect, test } from 'vitest';
import { refuseReadOnly } from './read-only.ts';

const shown = { id: 'inv_1', total: 10, taxes: [{ name: 'GST', rate: 15, amount: 1.3 }], paid_at: null };
const refused = (body: Record<string, unknown>): unknown => {
  try {
    refuseReadOnly(['id', 'total', 'taxes', 'paid_at'], body, shown);
    return null;
  } catch (failure) {
    return failure;
  }
};

test('what was read can be sent back whole', () => {
  expect(refused(shown)).toBeNull();
  expect(refused({ taxes: [{ amount: 1.3, rate: 15, name: 'GST' }] })).toBeNull();
});

test('amounts can be sent back as the text that X-Amount-Format shows', () => {
  expect(
    refused({ ...shown, total: '10.00', taxes: [{ name: 'GST', rate: 15, amount: '1.30' }] }),
  ).toBeNull();
});

test.each([
  { id: 'inv_2' },
  { total: '10.01' },
  { total: '1e1' },
  { total: '' },
  { taxes: [] },
  { taxes: [{ name: 'GST', rate: 15, amount: '1.31' }] },
  { taxes: null },
  { paid_at: '2026-11-22' },
])('another value is refused: %j', (body) => {
  expect(refused(body)).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { fields: [{ path: Object.keys(body)[0], message: 'can be read but not set' }] },
  });
});
