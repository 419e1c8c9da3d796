import { expect, test, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { startWorkers } from './workers.ts';

const HOUR_MS = 3_600_000;

test('a loop that knows when something is due looks then, and not only at its next regular look', async () => {
  let turns = 0;
  let secondTurn = (): void => undefined;
  const second = new Promise<void>((resolve) => (secondTurn = resolve));
  const turn = async (): Promise<number> => {
    turns += 1;
    if (turns === 2) secondTurn();
    return 0;
  };
  const log = createLogger({ level: 'silent', pretty: false });
  await using workers = startWorkers(
    [{ name: 'retries', everyMs: HOUR_MS, dueInMs: () => (turns === 1 ? 20 : null), turn }],
    log,
  );
  workers.wake('no such loop');
  await second;
  expect(turns).toBe(2);
});

test('loops begin one after the other, but for one that is woken', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const begun: string[] = [];
    const loops = ['first', 'second', 'third'].map((name) => ({
      name,
      everyMs: HOUR_MS,
      turn: async () => begun.push(name) * 0,
    }));
    await using workers = startWorkers(loops, createLogger({ level: 'silent', pretty: false }));
    await vi.advanceTimersByTimeAsync(9);
    expect(begun).toEqual(['first']);
    workers.wake('third');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['first', 'third']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['first', 'third', 'second']);
  } finally {
    vi.useRealTimers();
  }
});

test('who drains the loops is told which of them never ends its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const loops = [
      { name: 'quick', everyMs: HOUR_MS, turn: async () => 0 },
      { name: 'stuck', everyMs: HOUR_MS, turn: () => new Promise<number>(() => undefined) },
    ];
    await using workers = startWorkers(loops, createLogger({ level: 'silent', pretty: false }), {
      paused: true,
    });
    const drained = expect(workers.drain()).rejects.toThrow('background loop stuck');
    await vi.advanceTimersByTimeAsync(120_000);
    await drained;
  } finally {
    vi.useRealTimers();
  }
});
