import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What a tab keeps. */
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('location', new URL('https://shop.example/app/till'));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  for (const name of ['sessionStorage', 'localStorage'])
    vi.stubGlobal(name, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
});
afterEach(() => vi.unstubAllGlobals());

const open = async (initial: Readonly<Record<string, string>>) => {
  const { createForm } = await import('./use-form.ts');
  return createForm({ limits: {}, initial, keep: 'product-1' });
};

test('what was typed before a reload stands there again, and beside it what somebody else wrote meanwhile', async () => {
  const before = await open({ name: 'Rice', price: '10' });
  before.set('name', 'Rice 25 kg');
  const after = await open({ name: 'Rice', price: '12' });
  expect([after.restored.value, after.values.value]).toEqual([true, { name: 'Rice 25 kg', price: '12' }]);
  expect(after.changes()).toEqual({ name: 'Rice 25 kg' });
});

test('what was typed and taken back again is nothing to begin with', async () => {
  const before = await open({ name: 'Rice' });
  before.set('name', 'Rice 25 kg');
  before.set('name', 'Rice');
  expect((await open({ name: 'Rice, 50 kg' })).restored.value).toBe(false);
});
