import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLoadShedder, SHED_LIMITS, type LoadShedder } from './shed-load.ts';

let shedder: LoadShedder | null = null;
afterEach(() => shedder?.[Symbol.dispose]());

/** A node whose clock stands still until it is told, and which does so many requests in each look. */
async function watched(busyShare: () => number) {
  vi.useFakeTimers();
  let nowMs = 0;
  const { enter, leave, hasRoom, youngMax, ...rest } = (shedder = createLoadShedder(
    () => nowMs,
    SHED_LIMITS,
    busyShare,
  ));
  const underWay: number[] = [];
  return {
    ...rest,
    hasRoom,
    youngMax,
    /** Takes as many as come, or as there is room for, of whom the last is refused. */
    fill(count = Infinity) {
      while (underWay.length < count && hasRoom('usual')) underWay.push(enter('usual'));
      return underWay.length;
    },
    /** Lets looks pass, in each of which so many are done, and one comes for each. */
    async pass(looks: number, doneEach: number) {
      for (let look = 0; look < looks; look += 1) {
        for (let done = 0; done < doneEach; done += 1) {
          const came = underWay.shift();
          if (came !== undefined) leave(came);
          if (hasRoom('usual')) underWay.push(enter('usual'));
        }
        nowMs += SHED_LIMITS.lookEveryMs;
        await vi.advanceTimersByTimeAsync(SHED_LIMITS.lookEveryMs);
      }
    },
  };
}

afterEach(() => void vi.useRealTimers());

describe('a busy processor', () => {
  test('takes a crowd that comes at once whole', async () => {
    const node = await watched(() => 1);
    expect(node.fill(1_500)).toBe(1_500);
    await node.pass(3, 300);
    expect(node.youngMax()).toBe(1_500);
  });

  test('that has refused somebody takes from then on what it does soon', async () => {
    const node = await watched(() => 1);
    expect([node.fill(127), node.isCrowded(), node.fill(128), node.isCrowded()]).toEqual([
      127,
      false,
      128,
      true,
    ]);
    node.fill();
    await node.pass(1, 300);
    expect(node.youngMax()).toBe(128);
  });

  test('is crowded for a second after a refusal', async () => {
    const node = await watched(() => 0.3);
    expect([node.hasRoom('usual', 1_499), node.isCrowded()]).toEqual([true, false]);
    expect([node.hasRoom('usual', 1_500), node.isCrowded()]).toEqual([false, true]);
    await node.pass(3, 0);
    expect(node.isCrowded()).toBe(true);
    await node.pass(1, 0);
    expect(node.isCrowded()).toBe(false);
  });

  test('counts those who wait at the door', async () => {
    const node = await watched(() => 1);
    node.fill(1_000);
    expect([node.hasRoom('usual', 499), node.hasRoom('usual', 500)]).toEqual([true, false]);
  });

  test('busy on end, takes what it does in a tenth of a second, and never less than 128', async () => {
    const node = await watched(() => 1);
    node.fill();
    await node.pass(20, 500);
    expect(node.youngMax()).toBeCloseTo(200, 0);
    await node.pass(20, 5);
    expect(node.youngMax()).toBe(128);
    node.fill();
    expect([node.hasRoom('usual'), node.hasRoom('vital')]).toEqual([false, true]);
  });

  test('takes more step by step once it is idle at times', async () => {
    let share = 1;
    const node = await watched(() => share);
    await node.pass(8, 0);
    expect(node.youngMax()).toBe(128);
    share = 0.6;
    await node.pass(1, 0);
    expect(node.youngMax()).toBe(256);
    await node.pass(4, 0);
    expect(node.youngMax()).toBe(1_500);
  });

  test('refuses nobody for requests that wait for a network, a provider or a lock', async () => {
    const node = await watched(() => 1);
    await node.pass(8, 0);
    expect(node.fill()).toBe(128);
    await node.pass(8, 0);
    expect(node.fill()).toBe(256);
  });

  test('takes 1,500 while a provider is slow and the processor idle', async () => {
    const node = await watched(() => 0.3);
    node.fill();
    await node.pass(20, 0);
    expect(node.inFlight()).toBe(1_500);
    expect(node.youngMax()).toBe(1_500);
  });
});

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
    const came = Array.from({ length: 1_500 }, () => enter('usual'));
    leave(came[7] ?? 0);
    expect(() => enter('usual')).not.toThrow();
    expect(() => enter('usual')).toThrow('all the work it can take');
  });

  test('lets lists wait first, and scans and payments last', () => {
    shedder = createLoadShedder(() => performance.now(), {
      ...SHED_LIMITS,
      inFlightMax: 4,
    });
    const left = (): string[] =>
      (['patient', 'usual', 'vital'] as const).filter((urgency) => shedder?.hasRoom(urgency));
    const seen = Array.from({ length: 5 }, () => {
      shedder?.enter('vital');
      return left().join(' ');
    });
    expect(seen).toEqual(['patient usual vital', 'usual vital', 'usual vital', 'vital', '']);
  });

  const impatient = { ...SHED_LIMITS, turnMsMax: 60, lookEveryMs: 20 };

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
