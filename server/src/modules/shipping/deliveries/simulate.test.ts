import { deliveryActors, mayMove, simulationOutcomes, type DeliveryStatus } from '@cottontree/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSimulate, planSimulation, simulationOfPhone, type Simulation } from './simulate.ts';

function story(simulation: Simulation | null): string {
  if (simulation === null) return expect.fail('no simulation');
  return planSimulation(simulation)
    .filter((step) => step.kind !== 'location')
    .map(
      (step) =>
        `${step.afterSeconds}:${step.kind === 'move' ? step.to + (step.reason === null ? '' : `(${step.reason})`) : step.kind}`,
    )
    .join(' ');
}

describe('a magic phone', () => {
  test.each([
    [1, '10:assigned 20:picked_up 30:in_transit 40:delivered'],
    [2, '10:assigned 20:picked_up 30:in_transit 40:failed(recipient_not_home)'],
    [3, '10:assigned 20:cancelled(customer_cancelled)'],
    [4, '10:cancelled(no_driver_available)'],
    [5, '10:assigned 20:picked_up 30:in_transit 40:failed(recipient_refused) 50:return'],
    [6, '10:assigned 20:picked_up 30:in_transit 40:wrong_code 50:delivered'],
    [7, '10:assigned 20:picked_up 30:in_transit 40:failed(package_lost)'],
    [8, '300:assigned 600:picked_up 900:in_transit 1200:delivered'],
  ])('number %d', (digit, expected) => {
    expect(story(simulationOfPhone(`+2329900000${digit}`))).toBe(expected);
  });

  test('is none of these', () => {
    for (const phone of ['+23299000000', '+23299000009', '+232990000010', '+23276123456'])
      expect(simulationOfPhone(phone)).toBeNull();
  });
});

describe('the simulate field', () => {
  const storyOf = (field: unknown) => {
    const result = parseSimulate(field);
    return result.ok ? story(result.simulation) : expect.fail(result.message);
  };

  test('is a plain delivery unless it says more', () => {
    expect(storyOf({})).toBe('10:assigned 20:picked_up 30:in_transit 40:delivered');
    expect(storyOf({ mode: 'auto', step_seconds: 1, outcome: 'failed', reason: 'pickup_closed' })).toBe(
      '1:assigned 2:failed(pickup_closed)',
    );
    expect(storyOf({ step_seconds: 2, outcome: 'cancelled', reason: 'out_of_stock' })).toBe(
      '2:assigned 4:cancelled(out_of_stock)',
    );
  });

  test('with five wrong codes ends in failure, because the code is locked', () => {
    expect(storyOf({ step_seconds: 1, wrong_codes: 5 })).toMatch(
      /^1:assigned 2:picked_up 3:in_transit (\d:wrong_code ){5}9:failed\(code_failed\)$/,
    );
  });

  test.each([
    [null, 'simulate'],
    [[], 'simulate'],
    [{ mode: 'manual' }, 'simulate.mode'],
    [{ outcome: 'lost' }, 'simulate.outcome'],
    [{ step_seconds: 0 }, 'simulate.step_seconds'],
    [{ step_seconds: 301 }, 'simulate.step_seconds'],
    [{ step_seconds: 1.5 }, 'simulate.step_seconds'],
    [{ wrong_codes: 6 }, 'simulate.wrong_codes'],
    [{ outcome: 'failed', reason: 'bad luck' }, 'simulate.reason'],
    [{ outcome: 'cancelled', reason: 'package_lost' }, 'simulate.reason'],
  ])('%j is refused', (field, path) => {
    expect(parseSimulate(field)).toMatchObject({ ok: false, path });
  });
});

test('every plan goes forward in time by legal moves only', () => {
  const fields = fc.record({
    outcome: fc.constantFrom(...simulationOutcomes),
    step_seconds: fc.integer({ min: 1, max: 300 }),
    wrong_codes: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(fields, (field) => {
      const result = parseSimulate(field);
      if (!result.ok) throw new Error(result.message);
      let [status, last]: [DeliveryStatus, number] = ['pending', 0];
      for (const step of planSimulation(result.simulation)) {
        expect(step.afterSeconds).toBeGreaterThan(last);
        last = step.afterSeconds;
        if (step.kind !== 'move') continue;
        const from = status;
        expect(deliveryActors.some((actor) => mayMove(from, step.to, actor))).toBe(true);
        status = step.to;
      }
      expect(['delivered', 'cancelled', 'failed']).toContain(status);
    }),
  );
});
