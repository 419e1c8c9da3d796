import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ArchiveBook } from './archive-book.ts';
import type { LogFollower } from './follow-log.ts';
import type { WholeBase } from './names.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-28T08:00:00Z');

let dataDir: string;
let book: ArchiveBook;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ct-book-'));
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const follower = {
    position: { lineage: 'here', base: baseAt(NOW), until: new Date(NOW) },
    gaps: 0,
    heldBytes: 0,
  };
  book = new ArchiveBook({
    dataDir,
    options: { to: '/backup' } as ConstructorParameters<typeof ArchiveBook>[0]['options'],
    follower: follower as unknown as LogFollower,
    troubles: { note: () => undefined, over: () => undefined, told: () => null },
  });
  await book.write();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
});

const baseAt = (atMs: number) => ({ lineage: 'here', at: new Date(atMs) }) as WholeBase;
const pass = (hours: number): void => void vi.setSystemTime(Date.now() + hours * HOUR_MS);
const fail = (): void => book.noteTrial(Date.now(), 'verify ended with 1');

/** After how many hours the next trial is due. */
function hoursUntilTrial(): number {
  const since = Date.now();
  for (let hours = 0; hours <= 48; hours += 1) {
    vi.setSystemTime(since + hours * HOUR_MS);
    if (book.isTrialDue('here')) return hours;
  }
  return Number.POSITIVE_INFINITY;
}

test('what was restored and found right is tried again after a day', () => {
  expect(book.isTrialDue('here')).toBe(true);
  book.noteTrial(Date.now(), null);
  expect(hoursUntilTrial()).toBe(24);
});

test('what goes wrong again and again is tried after longer and longer, up to a day; once it goes well, all begins anew', () => {
  const waits = Array.from({ length: 7 }, () => {
    fail();
    return hoursUntilTrial();
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
  book.noteTrial(Date.now(), null);
  fail();
  expect(hoursUntilTrial()).toBe(1);
});

test('a base copy is made once a day', () => {
  book.noteTrial(Date.now(), null);
  expect(
    [null, baseAt(NOW), baseAt(NOW - 24 * HOUR_MS), baseAt(NOW + 24 * HOUR_MS)].map((base) =>
      book.isBaseDue(base),
    ),
  ).toEqual([true, false, true, true]);
});

test('before a trial that went wrong is repeated, a base copy is made anew, once', () => {
  pass(1);
  fail();
  expect(book.isBaseDue(baseAt(NOW))).toBe(false);
  pass(1);
  expect(book.isBaseDue(baseAt(NOW))).toBe(true);
  const anew = baseAt(Date.now());
  expect(book.isBaseDue(anew)).toBe(false);
  fail();
  pass(2);
  expect(book.isBaseDue(anew)).toBe(false);
});
