import { expect, test } from 'vitest';
import { createBriefMemory } from './brief-memory.ts';

let nowMs = 0;
const loads: string[] = [];
const open = () =>
  createBriefMemory<string>({
    load: async (hash) => {
      loads.push(hash.toString());
      return hash.toString();
    },
    monotonicMs: () => nowMs,
  });

test('what was looked up is remembered for three seconds, and looked up anew after them', async () => {
  const memory = open();
  await memory.find(Buffer.from('a'));
  nowMs += 2_999;
  await memory.find(Buffer.from('a'));
  expect(loads).toEqual(['a']);
  nowMs += 1;
  await memory.find(Buffer.from('a'));
  expect(loads).toEqual(['a', 'a']);
});

test('forgetting judges only what is remembered still, so that it costs no more for all that ever came by', async () => {
  const memory = open();
  for (const name of ['a', 'b', 'c']) await memory.find(Buffer.from(name));
  nowMs += 2_000;
  await memory.find(Buffer.from('d'));
  nowMs += 1_000;
  await memory.find(Buffer.from('a'));
  const judged: string[] = [];
  memory.forget((found) => judged.push(found) > 0);
  await Promise.resolve();
  expect(judged).toEqual(['d', 'a']);
  loads.length = 0;
  await memory.find(Buffer.from('a'));
  expect(loads).toEqual(['a']);
});
