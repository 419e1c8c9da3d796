import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { countLoad, uncountLoad } from './count-load.ts';
import { createLoadShedder } from './shed-load.ts';
import type { Exchange } from './admitted-request.ts';

test('requests that their callers have given up are load no more, and none is counted out twice', () => {
  using shedder = createLoadShedder(() => 0);
  const exchanges = Array.from(
    { length: 20 },
    () => ({ request: { entered: null }, reply: { raw: new EventEmitter() } }) as unknown as Exchange,
  );
  for (const exchange of exchanges) countLoad({ shedder }, exchange, 'usual');
  expect(shedder.inFlight()).toBe(20);
  uncountLoad({ shedder }, (exchanges[0] as Exchange).request);
  for (const { reply } of exchanges) reply.raw.emit('close');
  expect(shedder.inFlight()).toBe(0);
});
