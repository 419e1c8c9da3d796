import { expect, test } from 'vitest';
import type { Accounts } from '../module.ts';
import { sendLetters } from './letters.ts';

const NOW = new Date('2026-11-28T08:00:00Z');

test('letters that were taken together are handed over together: a slow mail server gets none of them from another node too', async () => {
  const ids = Array.from({ length: 10 }, (_, place) => `ltr_${place}`);
  const begun: string[] = [];
  const deleted: unknown[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const module = {
    world: { systemNow: () => NOW },
    vault: { open: () => Buffer.from('{}') },
    post: async ({ id }: { readonly id: string }) => {
      begun.push(id);
      await answered;
      return true;
    },
    store: {
      system: {
        run: async ({ name }: { readonly name: string }, { id }: { readonly id?: string }) => {
          if (name === 'accountLetters.take')
            return ids.map((one) => ({ id: one, letter: '', expires_at: new Date(NOW.getTime() + 1) }));
          deleted.push(id);
          return [];
        },
      },
    },
  } as unknown as Accounts;
  const sent = sendLetters(module);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(ids);
  answer();
  expect(await sent).toBe(10);
  expect(deleted).toEqual(ids);
});
