import { describe, expect, test } from 'vitest';
import { offerTimes, withChosen } from './show-forms.ts';

const timeZone = 'Europe/London';

describe('the times that a recipient can choose', () => {
  test('are those of the clock on the wall, also on the day on which it is put back', () => {
    const slots = offerTimes(new Date('2026-10-24T21:00:00Z'), timeZone);
    expect(slots.slice(0, 2)).toEqual([
      { value: '2026-10-25T08:00:00.000Z/2026-10-25T11:00:00.000Z', text: '25 Oct, 08:00–11:00' },
      { value: '2026-10-25T11:00:00.000Z/2026-10-25T14:00:00.000Z', text: '25 Oct, 11:00–14:00' },
    ]);
  });

  test('begin with the one that stands, until it is over', () => {
    const now = new Date('2026-11-21T09:15:00Z');
    const slots = offerTimes(now, timeZone);
    const chosen = { start: new Date('2026-11-21T08:00:00Z'), end: new Date('2026-11-21T11:00:00Z') };
    const offered = withChosen(slots, chosen, { now, timeZone });
    expect(offered).toHaveLength(slots.length);
    expect(offered[0]).toEqual({
      value: '2026-11-21T08:00:00.000Z/2026-11-21T11:00:00.000Z',
      text: '21 Nov, 08:00–11:00',
    });
    const night = { start: new Date('2026-11-21T22:00:00Z'), end: new Date('2026-11-22T01:00:00Z') };
    expect(withChosen(slots, night, { now, timeZone })[0]?.text).toBe('21 Nov, 22:00–22 Nov, 01:00');
    expect(withChosen(slots, chosen, { now: chosen.end, timeZone })).toBe(slots);
    expect(withChosen(slots, null, { now, timeZone })).toBe(slots);
  });
});
