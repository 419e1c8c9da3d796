import { expect, test, vi } from 'vitest';

// The texts ask the browser which language somebody chose.
vi.stubGlobal('document', { documentElement: {} });
const { localOf, momentOf } = await import('./local-time.ts');

test.each([
  ['2026-12-20T18:00', 'Africa/Freetown', '2026-12-20T18:00:00.000Z'],
  ['2026-12-20T18:00', 'America/New_York', '2026-12-20T23:00:00.000Z'],
  ['2026-07-01T00:15', 'Europe/London', '2026-06-30T23:15:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('%s on the clock of %s is %s, and back', (local, zone, moment) => {
  expect(momentOf(local, zone)).toBe(moment);
  expect(localOf(moment, zone)).toBe(local);
});

test('no time is no moment', () => {
  expect([momentOf('', 'Africa/Freetown'), momentOf('soon', 'Africa/Freetown')]).toEqual([null, null]);
  expect(localOf(null, 'Africa/Freetown')).toBe('');
});
