import { afterEach, describe, expect, test } from 'vitest';
import { createLoadShedder, type LoadShedder } from './shed-load.ts';

let shedder: LoadShedder | null = null;
afterEach(() => shedder?.[Symbol.dispose]());

describe('an overloaded node', () => {
  test('takes 1,500 requests at once and refuses the next at the door', () => {
    shedder = createLoadShedder(() => performance.now());
    const { enter } = shedder;
    for (let taken = 0; taken < 1_500; taken += 1) enter();
    expect(enter).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', status: 503, retryAfterSeconds: 1 }));
    expect(shedder.inFlight()).toBe(1_500);
  });

  test('takes one more as soon as one has left', () => {
    shedder = createLoadShedder(() => performance.now());
    const { enter, leave } = shedder;
    for (let taken = 0; taken < 1_500; taken += 1) enter();
    leave();
    expect(enter).not.toThrow();
    expect(enter).toThrow('all the work it can take');
  });

  const impatient = { inFlightMax: 10, turnMsMax: 60, lookEveryMs: 20 };

  /** Keeps the event loop busy; between two of these it turns once. */
  function busy(ms: number): Promise<void> {
    for (const until = performance.now() + ms; performance.now() < until; );
    return new Promise((resolve) => setTimeout(resolve, 1));
  }

  test('goes on after one long pause', async () => {
    shedder = createLoadShedder(() => performance.now(), impatient);
    await busy(200);
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      expect(shedder.enter).not.toThrow();
    }
  });

  test('refuses while its event loop keeps lagging', async () => {
    shedder = createLoadShedder(() => performance.now(), impatient);
    for (let round = 0; round < 6; round += 1) await busy(120);
    expect(shedder.enter).toThrow('all the work it can take');
  });
});
