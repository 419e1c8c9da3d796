import { CottontreeError } from '@cottontree/client';
import type { TillChanges } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { NO_THINGS } from './catalogue.ts';
import { syncCatalogue } from './sync-catalogue.ts';

const page = (cursor: string, has_more: boolean): TillChanges => ({
  products: [],
  categories: [],
  modifier_groups: [],
  tax_rates: [],
  discounts: [],
  locations: [],
  settings: null,
  deleted: [],
  cursor,
  has_more,
});

/** A disk, and a server that says each of these in turn. */
function between(...answers: readonly (TillChanges | CottontreeError)[]) {
  const kept: string[] = ['all of before'];
  const left = [...answers];
  return {
    kept,
    syncing: {
      from: { things: NO_THINGS, cursor: 'old' },
      client: {
        async getTillChanges() {
          const next = left.shift();
          if (next === undefined || next instanceof Error) throw next ?? new Error('Nothing is left to say.');
          return { data: next } as never;
        },
      },
      store: {
        read: async () => ({ things: NO_THINGS, cursor: null }),
        keep: async ({ cursor }: TillChanges) => void kept.push(cursor),
        replace: async (pages: readonly TillChanges[]) =>
          void kept.splice(0, kept.length, ...pages.map(({ cursor }) => cursor)),
      },
    },
  };
}

const expired = new CottontreeError({ code: 'CURSOR_EXPIRED', message: 'Begin again.', status: 410 });
const cut = new CottontreeError({ code: 'NETWORK_ERROR', message: 'Nobody answered.', status: 0 });

test('a till that has to read everything anew keeps what it knew until all of it has come', async () => {
  const lost = between(expired, page('1', true), cut);
  await expect(syncCatalogue(lost.syncing)).rejects.toThrow('Nobody answered.');
  expect(lost.kept).toEqual(['all of before']);

  const whole = between(expired, page('1', true), page('2', false));
  expect(await syncCatalogue(whole.syncing)).toMatchObject({ cursor: '2', changed: true });
  expect(whole.kept).toEqual(['1', '2']);

  const usual = between(page('1', true), page('2', false));
  await syncCatalogue(usual.syncing);
  expect(usual.kept).toEqual(['all of before', '1', '2']);
});
