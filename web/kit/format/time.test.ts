import { beforeEach, afterEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.stubGlobal('document', { documentElement: { dataset: {} } }));
afterEach(() => vi.unstubAllGlobals());

test.each(['America/New_York', 'Africa/Freetown', 'Asia/Tokyo'])(
  'a day without a time is the same one for a shop in %s, and a moment is told by its clock',
  async (zone) => {
    const { dateText, dayOf, dayText, timeText, timeZone } = await import('./time.ts');
    timeZone.value = zone;
    expect([dateText('2026-11-21'), dayText('2026-11-21'), dayOf('2026-11-21')]).toEqual([
      '21 Nov 2026',
      '21 Nov',
      '2026-11-21',
    ]);
    const midnight = { 'America/New_York': '19:00', 'Africa/Freetown': '00:00', 'Asia/Tokyo': '09:00' };
    expect(timeText('2026-11-21T00:00:00Z')).toBe(
      Object.entries(midnight).find(([name]) => name === zone)?.[1],
    );
    timeZone.value = 'Africa/Freetown';
  },
);

test('whoever reads Krio reads days and months in it where they are written in full', async () => {
  const { longDayText, longDateText, weekdayText } = await import('./time.ts');
  const { locale } = await import('../text/locale.ts');
  locale.value = 'kri';
  expect([longDayText('2026-11-21'), weekdayText('2026-11-22')]).toEqual(['Satide 21 Novɛmba', 'Sɔnde']);
  expect(longDateText('2026-12-20T18:00:00Z', 'Africa/Freetown')).toBe('Sɔnde 20 Disɛmba 2026');
  locale.value = 'en';
  expect(longDayText('2026-11-21')).toBe('Saturday 21 November');
});
