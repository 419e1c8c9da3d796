import { expect, test } from 'vitest';
import { prefers } from './prefers.ts';

test.each([
  ['text/csv'],
  ['Text/CSV; header=present'],
  ['text/csv, application/json'],
  ['text/csv, */*'],
  ['*/*, text/csv'],
  ['text/*'],
  ['application/json;q=0.5, text/csv;q=0.8'],
  ['application/json;q=0, */*;q=0, text/csv;q=0.001'],
  ['text/csv;q=0.9, */*;q=0.1'],
  ['text/csv; q = 1.000'],
])('%s asks for CSV', (accept) => {
  expect(prefers(accept, 'text/csv')).toBe(true);
});

test.each([
  [undefined],
  [''],
  ['*/*'],
  ['application/json'],
  ['application/json, text/csv'],
  ['text/csv;q=0'],
  ['text/csv;q=0.000, text/*'],
  ['text/csv;q=0, */*'],
  ['text/csv;q=0.5, application/json;q=0.8'],
  ['text/csv;q=0.5, */*'],
  ['text/csvx'],
  ['x-text/csv'],
  ['application/xml, text/html'],
])('%s does not', (accept) => {
  expect(prefers(accept, 'text/csv')).toBe(false);
});

test('a browser asks for pages, and what reads events for events', () => {
  expect(
    prefers('text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'text/html'),
  ).toBe(true);
  expect(prefers('text/event-stream', 'text/event-stream')).toBe(true);
  expect(prefers('text/event-stream;q=0', 'text/event-stream')).toBe(false);
});
