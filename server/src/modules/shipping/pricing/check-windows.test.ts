import { expect, test } from 'vitest';
import { checkWindows, type TimeWindow } from './check-windows.ts';

const now = new Date(Date.UTC(2026, 0, 5, 10, 0));
const window = (fromMinutes: number, toMinutes: number): TimeWindow => ({
  start: new Date(now.getTime() + fromMinutes * 60_000),
  end: new Date(now.getTime() + toMinutes * 60_000),
});
const day = 24 * 60;

test('windows from now to thirty days ahead are fine', () => {
  expect(checkWindows({ pickup: null, delivery: null, now })).toBeNull();
  expect(checkWindows({ pickup: window(0, 30), delivery: window(10, 90), now })).toBeNull();
  expect(checkWindows({ pickup: window(29 * day, 30 * day), delivery: null, now })).toBeNull();
});

test.each([
  [window(0, 29), 'pickup_window_end', 'VALIDATION_ERROR'],
  [window(60, 0), 'pickup_window_end', 'VALIDATION_ERROR'],
  [window(0, 30 * day + 1), 'pickup_window_end', 'VALIDATION_ERROR'],
  [window(-10, 60), 'pickup_window_start', 'INVALID_TIME_WINDOW'],
])('a pickup window is refused: %#', (pickup, path, code) => {
  expect(checkWindows({ pickup, delivery: null, now })).toMatchObject({ code, path });
});

test('a delivery cannot end before its pickup begins', () => {
  expect(checkWindows({ pickup: window(120, 180), delivery: window(60, 120), now })).toMatchObject({
    code: 'INVALID_TIME_WINDOW',
    path: 'delivery_window_end',
  });
});
