import { array, assert, asyncProperty, boolean, constantFrom, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { shareTurns } from './shed-load.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('without a crowd everything is done at once', () => {
  const done: number[] = [];
  const turns = shareTurns(() => false, 2);
  for (let step = 0; step < 5; step += 1) turns.take(() => done.push(step));
  expect([done, turns.waiting()]).toEqual([[0, 1, 2, 3, 4], 0]);
});

test('in a crowd each turn does its share, in the order in which they came', async () => {
  const done: number[] = [];
  const turns = shareTurns(() => true, 2);
  for (let step = 0; step < 5; step += 1) turns.take(() => done.push(step));
  const seen = [[...done]];
  for (let turn = 0; turn < 2; turn += 1) {
    await nextTurn();
    seen.push([...done]);
  }
  expect(seen).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4],
  ]);
});

test('whenever there is a crowd, every step is done once, none before one that came earlier, and no turn does too many', async () => {
  await assert(
    asyncProperty(
      array(constantFrom('step', 'turn', 'crowd', 'no crowd')),
      integer({ min: 1, max: 3 }),
      boolean(),
      async (acts, perTurn, startsCrowded) => {
        let isCrowded = startsCrowded;
        let [came, inTurn] = [0, 0];
        const done: number[] = [];
        const turns = shareTurns(() => isCrowded, perTurn);
        for (const act of acts) {
          if (act === 'step') {
            const step = came;
            const waits = isCrowded || turns.waiting() > 0;
            came += 1;
            turns.take(() => {
              done.push(step);
              if (waits) inTurn += 1;
            });
            expect(inTurn).toBeLessThanOrEqual(perTurn);
          } else if (act === 'turn') {
            inTurn = 0;
            await nextTurn();
            inTurn = 0;
          } else isCrowded = act === 'crowd';
          expect(done.length + turns.waiting()).toBe(came);
        }
        while (turns.waiting() > 0) await nextTurn();
        expect(done).toEqual(Array.from({ length: came }, (_, at) => at));
      },
    ),
    { numRuns: 50 },
  );
});
