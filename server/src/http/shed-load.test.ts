import { afterEach, describe, expect, test } from 'vitest';
import { createLoadShedder, type LoadShedder } from './shed-load.ts';

let shedder: LoadShedder | null = null;
afterEach(() => shedder?.[Symbol.dispose]());

describe('an overloaded node', () => {
  test('takes 1,500 requests at once and refuses the next at the door', () => {
    shedder = createLoadShedder();
    const { enter } = shedder;
    for (let taken = 0; taken < 1_500; taken += 1) enter();
    expect(enter).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', status: 503, retryAfterSeconds: 1 }));
    expect(shedder.inFlight()).toBe(1_500);
  });

  test('takes one more as soon as one has left', () => {
    shedder = createLoadShedder();
    const { enter, leave } = shedder;
    for (let taken = 0; taken < 1_500; taken += 1) enter();
    leave();
    expect(enter).not.toThrow();
    expect(enter).toThrow('all the work it can take');
  });
});
