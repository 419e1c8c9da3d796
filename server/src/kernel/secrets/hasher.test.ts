import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHasher } from './hasher.ts';

/** A clock that stands still, but goes on by so much whenever somebody looks. */
function clockThat(stepMs: number): () => number {
  let nowMs = 0;
  return () => (nowMs += stepMs);
}

const manyAt = async (stepMs: number, many: number) => {
  const hasher = createHasher({ randomBytes, monotonicMs: clockThat(stepMs) });
  // So that one is measured.
  await hasher.hash('Cotton tree');
  const ended = await Promise.allSettled(Array.from({ length: many }, () => hasher.hash('Cotton tree')));
  return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
};

test('forty who come at once have their turn, where one takes no time', async () => {
  expect(await manyAt(0, 40)).toEqual([]);
});

test('who would wait longer than seconds is refused at once, and told when to come again', async () => {
  // By the measure one takes 4.04 s now, so of those behind the four at work four more come within five seconds.
  const refused = await manyAt(20_000, 12);
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
});
