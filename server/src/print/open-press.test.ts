import { expect, test } from 'vitest';
import { Failure } from '../kernel/call/failure.ts';
import type { PrintKind } from '../kernel/running/press.ts';
import { openPress, type PressLimits } from './open-press.ts';

/** Answers with the number of its thread, dies, never ends, or cannot, as it is told to. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ name, what }) => {
    if (what === 'die') process.exit(1);
    if (what === 'spin') for (;;);
    if (what === 'wait') return;
    if (what === 'fail') return parentPort.postMessage({ problem: 'The ink is gone.' });
    parentPort.postMessage({ bytes: Buffer.from(name + ' ' + what + ' ' + threadId) });
  });
`)}`,
);
const TEXT: PrintKind<string> = { name: 'text', print: async (what) => Buffer.from(what) };
const LIMITS: PressLimits = { threadsMax: 2, waitingMax: 3, printMsMax: 60_000, idleMs: 60_000 };
const threadOf = (bytes: Buffer): string => bytes.toString().split(' ').at(-1) ?? '';

test('documents are printed in no more threads than there may be', async () => {
  await using press = openPress(PROGRAM, { ...LIMITS, waitingMax: 100 });
  const printed = await Promise.all(Array.from({ length: 20 }, (_, at) => press.print(TEXT, `page ${at}`)));
  expect(printed.map((bytes) => bytes.toString().replace(/ \d+$/, ''))).toEqual(
    printed.map((_, at) => `text page ${at}`),
  );
  expect(new Set(printed.map(threadOf)).size).toBeLessThanOrEqual(2);
});

test('where too many wait, one more is told to come back', async () => {
  const press = openPress(PROGRAM, LIMITS);
  const waiting = Array.from({ length: 5 }, () => press.print(TEXT, 'wait').catch((error: unknown) => error));
  await expect(press.print(TEXT, 'page')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await expect(press.print(TEXT, 'page')).rejects.toBeInstanceOf(Failure);
  await press[Symbol.asyncDispose]();
  for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(Error);
  await expect(press.print(TEXT, 'page')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('what cannot be printed, and a thread that dies over it, spoil nothing else', async () => {
  await using press = openPress(PROGRAM, { ...LIMITS, threadsMax: 1, waitingMax: 100 });
  const all = await Promise.allSettled(
    ['page', 'fail', 'page', 'die', 'page'].map((what) => press.print(TEXT, what)),
  );
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  await expect(press.print(TEXT, 'fail')).rejects.toThrow('The ink is gone.');
  await expect(
    press.print({ name: 'text', print: async () => Buffer.alloc(0) }, () => 'no plain value'),
  ).rejects.toThrow('could not be cloned');
  expect((await press.print(TEXT, 'page')).toString()).toContain('text page');
});

test('a document that takes too long is given up with its thread', async () => {
  await using press = openPress(PROGRAM, { ...LIMITS, threadsMax: 1, printMsMax: 500 });
  await expect(press.print(TEXT, 'spin')).rejects.toThrow('ended');
  await expect(press.print(TEXT, 'wait')).rejects.toThrow('ended');
});

test('threads that have nothing to print end, and begin anew', async () => {
  await using press = openPress(PROGRAM, { ...LIMITS, idleMs: 1 });
  const first = threadOf(await press.print(TEXT, 'page'));
  await expect.poll(async () => threadOf(await press.print(TEXT, 'page'))).not.toBe(first);
});

test('nothing is handed to a thread that is just being ended for want of work', async () => {
  await using press = openPress(PROGRAM, { ...LIMITS, threadsMax: 1, idleMs: 1 });
  for (let page = 0; page < 40; page += 1) {
    await press.print(TEXT, `page ${page}`);
    await new Promise((resolve) => setTimeout(resolve, 1 + (page % 3)));
  }
});
