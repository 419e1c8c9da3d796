import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideLimits } from './shares.ts';

const nodes = fc.uniqueArray(fc.string({ minLength: 6, maxLength: 12 }), { minLength: 1, maxLength: 9 });

describe('the limits of an endpoint, divided among the nodes that send', () => {
  test('are together what the merchant asked for, and near the same on each', () => {
    fc.assert(
      fc.property(
        nodes,
        fc.string({ minLength: 1 }),
        fc.integer({ min: 1, max: 64 }),
        (ids, endpointId, maxInFlight) => {
          const shares = ids.map((id) =>
            divideLimits(
              id,
              ids.filter((other) => other !== id),
            ).inFlight(endpointId, maxInFlight),
          );
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(maxInFlight);
          expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('fall to every node in turn where there are more nodes than requests', () => {
    const ids = ['one', 'two', 'three'];
    const owners = Array.from({ length: 60 }, (_, number) =>
      ids.find(
        (id) =>
          divideLimits(
            id,
            ids.filter((other) => other !== id),
          ).inFlight(`we_${number}`, 1) === 1,
      ),
    );
    for (const id of ids) expect(owners.filter((owner) => owner === id).length).toBeGreaterThan(8);
  });

  test('are all of a node that is alone', () => {
    expect(divideLimits('one', []).inFlight('we_1', 7)).toBe(7);
    expect(divideLimits('one', []).ratePerSecond(2.5)).toBe(2.5);
    expect(divideLimits('one', ['two']).ratePerSecond(2.5)).toBe(1.25);
  });
});
