import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deliveryActors,
  deliveryStatuses,
  deliveryTransitions,
  firstPhaseOf,
  isTerminal,
  mayMove,
  nextStatuses,
  orderStatuses,
  orderStatusOf,
  pathTo,
  verifyPath,
  type DeliveryStatus,
} from './states.ts';

/** The page's table once more, written the other way round: who may cause what. */
const model: Record<string, string> = {
  merchant: 'pending>cancelled assigned>cancelled assigned>picked_up in_transit>delivered',
  driver:
    'pending>assigned assigned>picked_up assigned>failed picked_up>in_transit in_transit>delivered picked_up>failed in_transit>failed',
  dispatcher:
    'pending>assigned pending>cancelled assigned>cancelled assigned>picked_up assigned>failed picked_up>in_transit in_transit>delivered picked_up>failed in_transit>failed delivered>completed',
  system:
    'pending>assigned pending>cancelled assigned>cancelled picked_up>in_transit in_transit>delivered delivered>completed',
};
const status = fc.constantFrom(...deliveryStatuses);

test('each actor may make exactly the moves of the table', () => {
  for (const actor of deliveryActors) {
    const allowed = deliveryStatuses.flatMap((from) =>
      deliveryStatuses.filter((to) => mayMove(from, to, actor)).map((to) => `${from}>${to}`),
    );
    expect(allowed.toSorted()).toEqual((model[actor] ?? '').split(' ').toSorted());
  }
});

test('whatever actors do, no status comes twice and a delivery ends in at most six', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 20 }), (choices) => {
      const seen: DeliveryStatus[] = ['pending'];
      for (const choice of choices) {
        const last = seen.at(-1) ?? 'pending';
        const next = nextStatuses(last);
        expect(next.length === 0).toBe(isTerminal(last));
        const chosen = next[choice % Math.max(1, next.length)];
        if (chosen !== undefined) seen.push(chosen);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeLessThanOrEqual(6);
    }),
  );
});

describe('the way to a status', () => {
  test('goes through every milestone', () => {
    expect(pathTo('pending', 'delivered')).toEqual(['assigned', 'picked_up', 'in_transit', 'delivered']);
    expect(pathTo('pending', 'completed')).toEqual([
      'assigned',
      'picked_up',
      'in_transit',
      'delivered',
      'completed',
    ]);
    expect(pathTo('pending', 'failed')).toEqual(['assigned', 'failed']);
    expect(pathTo('picked_up', 'failed')).toEqual(['failed']);
    expect(pathTo('pending', 'cancelled')).toEqual(['cancelled']);
    expect(pathTo('assigned', 'cancelled')).toEqual(['cancelled']);
    expect(pathTo('assigned', 'assigned')).toEqual([]);
  });

  test('never leads backwards, out of an end, or to a cancel after pickup', () => {
    expect(pathTo('in_transit', 'assigned')).toBeNull();
    expect(pathTo('picked_up', 'cancelled')).toBeNull();
    expect(pathTo('delivered', 'failed')).toBeNull();
    for (const end of ['completed', 'cancelled', 'failed'] as const)
      expect(pathTo(end, 'pending')).toBeNull();
  });

  test('is made of legal moves only and exists exactly when it can be reached', () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        const path = pathTo(from, to);
        const reachable = new Set<DeliveryStatus>([from]);
        for (const step of deliveryTransitions) if (reachable.has(step.from)) reachable.add(step.to);
        expect(path !== null).toBe(reachable.has(to));
        let at = from;
        for (const next of path ?? []) {
          expect(nextStatuses(at)).toContain(next);
          at = next;
        }
        if (path !== null) expect(at).toBe(to);
      }),
    );
  });
});

describe('a right code', () => {
  test.each([
    ['pickup', 'pending', { kind: 'too_early' }],
    ['pickup', 'assigned', { kind: 'move', path: ['picked_up'] }],
    ['pickup', 'picked_up', { kind: 'passed' }],
    ['pickup', 'completed', { kind: 'passed' }],
    ['delivery', 'pending', { kind: 'too_early' }],
    ['delivery', 'assigned', { kind: 'too_early' }],
    ['delivery', 'picked_up', { kind: 'move', path: ['in_transit', 'delivered'] }],
    ['delivery', 'in_transit', { kind: 'move', path: ['delivered'] }],
    ['delivery', 'delivered', { kind: 'passed' }],
    ['delivery', 'completed', { kind: 'passed' }],
    ['pickup', 'cancelled', { kind: 'not_active' }],
    ['delivery', 'failed', { kind: 'not_active' }],
  ] as const)('for %s in %s', (type, status, expected) => {
    expect(verifyPath(type, status)).toEqual(expected);
  });
});

describe('the order', () => {
  test('never goes back while its delivery goes on', () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        if (pathTo(from, to) === null) return;
        expect(orderStatuses.indexOf(orderStatusOf(to))).toBeGreaterThanOrEqual(
          orderStatuses.indexOf(orderStatusOf(from)),
        );
      }),
    );
  });

  test('is shipped while in transit and returned once its return has arrived', () => {
    expect(orderStatusOf('in_transit')).toBe('shipped');
    expect(orderStatusOf('in_transit', 'return')).toBe('shipped');
    expect(orderStatusOf('completed', 'return')).toBe('returned');
    expect(orderStatusOf('failed')).toBe('delivery_failed');
  });
});

test('a finished delivery has no phase', () => {
  for (const known of deliveryStatuses) if (isTerminal(known)) expect(firstPhaseOf(known)).toBeNull();
  expect(firstPhaseOf('pending')).toBe('searching');
});
