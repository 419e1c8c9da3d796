import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../call/failure.ts';
import { createPlaces } from './places.ts';

const open = (perNodeMax: number) =>
  createPlaces({
    perNodeMax,
    full: (max) => new Failure('SERVICE_UNAVAILABLE', `All ${max} are taken.`),
    enough: (max) => new Failure('RATE_LIMITED', `You have ${max}.`),
  });

describe('places', () => {
  test('are taken until their owner has enough, and again once one is given back', () => {
    const places = open(10);
    const [giveBack] = Array.from({ length: 3 }, () => places.take([{ owner: 'till', max: 3 }]));
    expect(() => places.take([{ owner: 'till', max: 3 }])).toThrow('You have 3.');
    giveBack?.();
    giveBack?.();
    expect(places.taken()).toBe(2);
    places.take([{ owner: 'till', max: 3 }]);
    expect(() => places.take([{ owner: 'till', max: 3 }])).toThrow('You have 3.');
  });

  test('leave others theirs, until all are taken', () => {
    const places = open(4);
    for (const owner of ['a', 'a', 'b', 'b']) places.take([{ owner, max: 2 }]);
    expect(() => places.take([{ owner: 'c', max: 2 }])).toThrow('All 4 are taken.');
    expect(() => places.take([{ owner: 'a', max: 2 }])).toThrow('You have 2.');
  });

  test('count for everybody who is named, or for nobody', () => {
    const places = open(10);
    places.take([
      { owner: 'visitor 1', max: 1 },
      { owner: 'shop', max: 2 },
    ]);
    expect(() =>
      places.take([
        { owner: 'shop', max: 2 },
        { owner: 'visitor 1', max: 1 },
      ]),
    ).toThrow('You have 1.');
    places.take([
      { owner: 'visitor 2', max: 1 },
      { owner: 'shop', max: 2 },
    ]);
    expect(() =>
      places.take([
        { owner: 'visitor 3', max: 1 },
        { owner: 'shop', max: 2 },
      ]),
    ).toThrow('You have 2.');
  });

  test('are never more than allowed, whoever comes and goes in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ owner: fc.constantFrom('a', 'b', 'c'), leaves: fc.boolean() }), {
          maxLength: 200,
        }),
        (steps) => {
          const places = open(5);
          const held: { readonly owner: string; readonly giveBack: () => void }[] = [];
          for (const { owner, leaves } of steps) {
            if (leaves) held.splice(0, 1)[0]?.giveBack();
            else {
              try {
                held.push({ owner, giveBack: places.take([{ owner, max: 3 }]) });
              } catch (error) {
                expect(
                  held.length === 5 || held.filter((one) => one.owner === owner).length === 3,
                  String(error),
                ).toBe(true);
              }
            }
            expect(places.taken()).toBe(held.length);
            expect(
              Math.max(0, ...['a', 'b', 'c'].map((name) => held.filter((one) => one.owner === name).length)),
            ).toBeLessThanOrEqual(3);
          }
        },
      ),
    );
  });
});
