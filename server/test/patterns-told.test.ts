import { operations, type Operation } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { wordsOfPattern } from '../src/kernel/shape/shape-problems.ts';

/** Every pattern in a schema, wherever in it. */
function patternsIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(patternsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([word, part]) =>
    word === 'pattern' && typeof part === 'string' ? [part] : patternsIn(part),
  );
}

test('whatever pattern a text must have is told in words', () => {
  const all = Object.values(operations) as readonly Operation[];
  const patterns = new Set(all.flatMap(({ params, query, body }) => patternsIn([params, query, body])));
  expect(patterns.size).toBeGreaterThan(10);
  expect([...patterns].filter((pattern) => wordsOfPattern(pattern) === null)).toEqual([]);
});
