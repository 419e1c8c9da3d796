import { describe, expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';
import { LostConnection, Unreachable } from './trouble.ts';

/** What PostgreSQL refuses with. */
function refusal(code: string, more: object = {}): Error {
  return Object.assign(new Error(`refused with ${code}`), { code, severity: 'ERROR', ...more });
}

/** Sends three items at once; a statement is refused where it holds one of the `bad`. */
async function sendThree(refused: Error, bad: readonly string[]) {
  const sent: string[][] = [];
  const add = coalesce<string, string>({
    name: 'Things',
    rowsMax: 10,
    inFlightMax: 1,
    waitingMax: 10,
    statement: async (items) => {
      sent.push([...items]);
      if (items.some((item) => bad.includes(item))) throw refused;
      return items.map((item) => item.toUpperCase());
    },
  });
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((item) => add(item).catch((error: unknown) => error)),
  );
  return { sent, answers };
}

const ROW_LOCKED = { where: 'while locking tuple (0,1) in relation "goods"' };

describe('what one item may be to blame for is found out item by item', () => {
  test.each([
    ['a value that is none', refusal('22P02')],
    ['a rule of a table', refusal('23514')],
    ['a refusal of a function', refusal('P0001')],
    ['a row that somebody else holds', refusal('55P03', ROW_LOCKED)],
    ['a deadlock', refusal('40P01')],
  ])('%s', async (_, error) => {
    const { sent, answers } = await sendThree(error, ['b']);
    expect(answers).toEqual(['A', error, 'C']);
    expect(sent).toContainEqual(['b']);
  });
});

test('whose fault it is is found in a few statements, no more of them under way at once than may be', async () => {
  let [sent, underWay, most] = [0, 0, 0];
  const add = coalesce<number, number>({
    name: 'Things',
    rowsMax: 128,
    inFlightMax: 1,
    waitingMax: 128,
    statement: async (items) => {
      sent += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      if (items.includes(77)) throw refusal('23514');
      return items;
    },
  });
  const items = Array.from({ length: 128 }, (_, item) => item);
  const answers = await Promise.all(items.map((item) => add(item).catch(() => 'refused')));
  expect(answers).toEqual(items.map((item) => (item === 77 ? 'refused' : item)));
  expect(most).toBe(1);
  // Two for each time that 128 can be halved, and the first.
  expect(sent).toBe(15);
});

describe('what troubles the database itself is told to all at once, and not tried once more for each', () => {
  test.each([
    ['a statement that takes too long', refusal('57014')],
    ['a table that somebody else holds', refusal('55P03', { where: 'SQL function "change_goods"' })],
    ['no room on the disk', refusal('53100')],
    ['no memory', refusal('53200')],
    ['no connection left', refusal('53300')],
    ['a server that shuts down', refusal('57P01')],
    ['a server that takes no writes', refusal('25006')],
    ['a lost connection', new LostConnection()],
    ['no connection', new Unreachable()],
  ])('%s', async (_, error) => {
    const { sent, answers } = await sendThree(error, ['a', 'b', 'c']);
    expect(answers).toEqual([error, error, error]);
    expect(sent).toEqual([['a', 'b', 'c']]);
  });
});

test('whether a lost item was written is asked again while the database is too busy to say', async () => {
  const says = [refusal('57014'), ['A']];
  const add = coalesce<string, string>({
    name: 'Things',
    rowsMax: 10,
    inFlightMax: 1,
    waitingMax: 10,
    statement: () => Promise.reject(new LostConnection()),
    settle: async () => {
      const said = says.shift();
      if (said instanceof Error || said === undefined) throw said;
      return said;
    },
  });
  expect(await add('a')).toBe('A');
});

describe('beside a statement that is under way', () => {
  /** Statements end when they are told to. */
  function openHeld() {
    const held: (() => void)[] = [];
    const sent: number[] = [];
    const add = coalesce<number, number>({
      name: 'Things',
      rowsMax: 10,
      inFlightMax: 2,
      besideMin: 4,
      waitingMax: 100,
      statement: async (items) => {
        sent.push(items.length);
        await new Promise<void>((resolve) => held.push(resolve));
        return items;
      },
    });
    const addAll = (count: number): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, (_, item) => add(item)));
    return { sent, addAll, end: () => held.shift()?.() };
  }

  test('few wait, and go together once it has ended', async () => {
    const { sent, addAll, end } = openHeld();
    const answers = [addAll(1)];
    await expect.poll(() => sent).toEqual([1]);
    answers.push(addAll(2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([1]);
    end();
    await expect.poll(() => sent).toEqual([1, 2]);
    end();
    await Promise.all(answers);
  });

  test('as many as are worth a statement of their own have it, also where they came one by one', async () => {
    const { sent, addAll, end } = openHeld();
    const answers = [addAll(1)];
    await expect.poll(() => sent).toEqual([1]);
    for (let came = 1; came <= 4; came += 1) {
      answers.push(addAll(1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toEqual([1, 4]);
    end();
    end();
    await Promise.all(answers);
  });

  test('few go by themselves after a moment, for it may wait for a lock', async () => {
    const { sent, addAll, end } = openHeld();
    const answers = [addAll(1)];
    await expect.poll(() => sent).toEqual([1]);
    answers.push(addAll(2));
    await expect.poll(() => sent).toEqual([1, 2]);
    end();
    end();
    await Promise.all(answers);
  });
});
