import { describe, expect, test } from 'vitest';
import { keepLatest } from './keep-latest.ts';

type Reading = { readonly resolve: (found: string) => void; readonly reject: (error: Error) => void };

/** Readings that end when the test says so, with what it says. */
async function kept() {
  const readings: Reading[] = [];
  const load = () => new Promise<string>((resolve, reject) => readings.push({ resolve, reject }));
  const opened = keepLatest(load);
  readings[0]?.resolve('first');
  const cache = await opened;
  const refresh = () => {
    const done = cache.refresh();
    return { done, reading: readings.at(-1) as Reading };
  };
  return { value: cache.value, refresh };
}

describe('what is kept', () => {
  test('is what the reading begun last found, whichever ends last', async () => {
    const { value, refresh } = await kept();
    const [before, after] = [refresh(), refresh()];
    after.reading.resolve('after the change');
    await after.done;
    expect(value()).toBe('after the change');
    before.reading.resolve('before the change');
    await before.done;
    expect(value()).toBe('after the change');
  });

  test('is not held back by a later reading that has not ended', async () => {
    const { value, refresh } = await kept();
    const [before] = [refresh(), refresh()];
    before.reading.resolve('before the change');
    await before.done;
    expect(value()).toBe('before the change');
  });

  test('stays when a reading fails, and the next one counts', async () => {
    const { value, refresh } = await kept();
    const failing = refresh();
    failing.reading.reject(new Error('no database'));
    await expect(failing.done).rejects.toThrow('no database');
    expect(value()).toBe('first');
    const next = refresh();
    next.reading.resolve('second');
    await next.done;
    expect(value()).toBe('second');
  });
});
