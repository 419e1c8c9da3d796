import { describe, expect, test } from 'vitest';
import { EXHAUSTED_MIN, FAILING_MS, judgeFailing } from './judge-failing.ts';

const failingSince = new Date('2026-11-16T00:00:00Z');
const after = (share: number): Date => new Date(failingSince.getTime() + share * FAILING_MS);

describe('an endpoint that fails', () => {
  test('is warned of at 50, 70, 90 and 100 percent of its time, each once', () => {
    const said: number[] = [];
    for (let step = 0, warned = 0; step <= 120; step += 1) {
      const verdict = judgeFailing({ failingSince, exhausted: 3, warned }, after(step / 100));
      if (!verdict) continue;
      expect(verdict.disable).toBe(false);
      said.push(step);
      warned = verdict.percent;
    }
    expect(said).toEqual([50, 70, 90, 100]);
  });

  test('is told only the latest warning where several fell due', () => {
    expect(judgeFailing({ failingSince, exhausted: 1, warned: 0 }, after(0.93))).toEqual({
      disable: false,
      percent: 90,
    });
  });

  test('is disabled only when its time is over and enough was given up', () => {
    expect(judgeFailing({ failingSince, exhausted: EXHAUSTED_MIN, warned: 90 }, after(0.999))).toBeNull();
    expect(judgeFailing({ failingSince, exhausted: EXHAUSTED_MIN - 1, warned: 100 }, after(3))).toBeNull();
    expect(judgeFailing({ failingSince, exhausted: EXHAUSTED_MIN, warned: 100 }, after(1))).toEqual({
      disable: true,
      percent: 100,
    });
  });

  test('is not warned of while nothing was given up', () => {
    expect(judgeFailing({ failingSince, exhausted: 0, warned: 0 }, after(2))).toBeNull();
  });
});
