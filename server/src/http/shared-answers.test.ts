import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

test("what many ask for at once is written once, and a failure is nobody's but theirs who waited", async () => {
  const answers = createSharedAnswers();
  let writes = 0;
  const write = async (): Promise<Buffer> => {
    writes += 1;
    if (writes === 1) throw new Error('The database is away.');
    return Buffer.from('{"success":true');
  };
  const failed = await Promise.allSettled([answers.find('a', write), answers.find('a', write)]);
  expect([failed.map(({ status }) => status), writes]).toEqual([['rejected', 'rejected'], 1]);
  const [one, other] = await Promise.all([answers.find('a', write), answers.find('a', write)]);
  expect([one === other, writes]).toEqual([true, 2]);
});

test('it keeps what was asked for last, plain and packed, and no more than it has room for', async () => {
  const answers = createSharedAnswers(10_000);
  const written: string[] = [];
  const ask = (name: string, bytes = 4_000) =>
    answers.find(name, async () => {
      written.push(name);
      return randomBytes(bytes);
    });
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name);
  expect(written).toEqual(['a', 'b', 'c', 'b']);
  await (await ask('b')).packed('gzip');
  await ask('a');
  expect(written).toEqual(['a', 'b', 'c', 'b', 'a']);
  for (const name of ['huge', 'huge']) await ask(name, 20_000);
  expect(written.slice(5)).toEqual(['huge', 'huge']);
});
