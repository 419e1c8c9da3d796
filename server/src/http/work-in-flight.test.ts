import { expect, test } from 'vitest';
import { createWorkInFlight } from './shed-load.ts';
import * as fc from 'fast-check';

const act = fc.oneof(
  fc.record({ does: fc.constant('enter' as const) }),
  fc.record({ does: fc.constant('leave' as const), which: fc.nat() }),
  fc.record({ does: fc.constant('look' as const) }),
);

test('whatever comes, goes and is looked at in whatever order, all and the young are counted right', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (acts, youngLooks) => {
      const work = createWorkInFlight(youngLooks);
      const under: number[] = [];
      let [looks, left] = [0, 0];
      for (const one of acts) {
        if (one.does === 'enter') under.push(work.enter());
        else if (one.does === 'look') {
          expect(work.look()).toBe(left);
          [looks, left] = [looks + 1, 0];
        } else if (under.length > 0) {
          const [came = 0] = under.splice(one.which % under.length, 1);
          work.leave(came);
          left += 1;
        }
        expect(work.all()).toBe(under.length);
        expect(work.young()).toBe(under.filter((came) => looks - came < youngLooks).length);
      }
    }),
  );
});
