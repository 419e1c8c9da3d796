import { idTimeMs, isId } from '@cottontree/contract';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { World } from '../../../kernel/running/world.ts';
import { idMaker } from './plan-messages.ts';

test('ids of one batch tell its moment, differ, and sort as they were made', () => {
  const now = new Date('2026-11-21T10:11:40.020Z');
  const world = { randomBytes: (length: number) => randomBytes(length) } as World;
  const newId = idMaker({ world }, now);
  const ids = Array.from({ length: 12_000 }, () => newId('wd_'));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId('wd_', id) && idTimeMs('wd_', id) === now.getTime())).toBe(true);
  expect(idMaker({ world }, now)('wd_')).not.toBe(ids[0]);
});
