import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

test("what many ask for at once is written once, and a failure is nobody's but theirs who waited", async () => {
  const answers = createSharedAnswers();
  let writes = 0;
  const write = async () => {
    writes += 1;
    if (writes === 1) throw new Error('The database is away.');
    return { plain: Buffer.from('{"success":true'), isOther: false };
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
      return { plain: randomBytes(bytes), isOther: false };
    });
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name);
  expect(written).toEqual(['a', 'b', 'c', 'b']);
  await (await ask('b')).packed('gzip');
  await ask('a');
  expect(written).toEqual(['a', 'b', 'c', 'b', 'a']);
  for (const name of ['huge', 'huge']) await ask(name, 20_000);
  expect(written.slice(5)).toEqual(['huge', 'huge']);
});

test('what turned out to be of another state than its name is given to the one who asked, and to nobody who waited', async () => {
  const answers = createSharedAnswers();
  const written: string[] = [];
  const ask = async (text: string, isOther: boolean): Promise<string> => {
    const { plain } = await answers.find('a', async () => {
      written.push(text);
      return { plain: Buffer.from(text), isOther };
    });
    return plain.toString();
  };
  const asked = [ask('other', true), ask('named', false), ask('late', false)];
  expect(await Promise.all(asked)).toEqual(['other', 'named', 'named']);
  expect([await ask('last', false), written]).toEqual(['named', ['other', 'named']]);
});
