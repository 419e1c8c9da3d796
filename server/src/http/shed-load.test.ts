import { afterEach, describe, expect, test } from 'vitest';
import { createLoadShedder, type LoadShedder } from './shed-load.ts';

let shedder: LoadShedder | null = null;
afterEach(() => shedder?.[Symbol.dispose]());

describe('an overloaded node', () => {
  test('takes 1,500 requests at once and refuses the next at the door', () => {
    shedder = createLoadShedder(() => performance.now());
    const { enter } = shedder;
    for (let taken = 0; taken < 1_500; taken += 1) enter('usual');
    expect(() => enter('usual')).toThrow(
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', status: 503, retryAfterSeconds: 1 }),
    );
    expect(shedder.inFlight()).toBe(1_500);
  });

  test('takes one more as soon as one has left', () => {
    shedder = createLoadShedder(() => performance.now());
    const { enter, leave } = shedder;
    for (let taken = 0; taken < 1_500; taken += 1) enter('usual');
    leave();
    expect(() => enter('usual')).not.toThrow();
    expect(() => enter('usual')).toThrow('all the work it can take');
  });

  test('lets lists wait first, and scans and payments last', () => {
    shedder = createLoadShedder(() => performance.now(), {
      inFlightMax: 4,
      turnMsMax: 750,
      lookEveryMs: 250,
    });
    const left = (): string[] =>
      (['patient', 'usual', 'vital'] as const).filter((urgency) => shedder?.hasRoom(urgency));
    const seen = Array.from({ length: 5 }, () => {
      shedder?.enter('vital');
      return left().join(' ');
    });
    expect(seen).toEqual(['patient usual vital', 'usual vital', 'usual vital', 'vital', '']);
  });

  const impatient = { inFlightMax: 10, turnMsMax: 60, lookEveryMs: 20 };

  test('goes on after one long pause', async () => {
    // A clock of its own: a machine that stalls meanwhile would be more than one pause.
    let nowMs = 0;
    shedder = createLoadShedder(() => nowMs, impatient);
    nowMs += 200;
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      expect(shedder.hasRoom('usual')).toBe(true);
    }
  });

  /** Keeps the event loop busy; between two of these it turns once. */
  function busy(ms: number): Promise<void> {
    for (const until = performance.now() + ms; performance.now() < until;);
    return new Promise((resolve) => setTimeout(resolve, 1));
  }

  test('refuses while its event loop keeps lagging', async () => {
    shedder = createLoadShedder(() => performance.now(), impatient);
    for (let round = 0; round < 6; round += 1) await busy(120);
    expect(() => shedder?.enter('usual')).toThrow('all the work it can take');
  });
});
