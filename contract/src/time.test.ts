import { expect, test } from 'vitest';
import { formatOptionalTime, formatTime } from './time.ts';

test('a time goes out in UTC with milliseconds', () => {
  expect(formatTime(new Date(1_767_225_600_007))).toBe('2026-01-01T00:00:00.007Z');
  expect(formatOptionalTime(null)).toBeNull();
});
