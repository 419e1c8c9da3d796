import type { OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbe, type Probe, type Seen, type ProbeInput } from '../kit/probe.ts';
import { repeatablesOn } from '../kit/cases.ts';
import { openStage, writing } from '../kit/repeatable/open-stage.ts';
import type { RepeatStage } from '../kit/repeatable/repeatable.ts';
import { tell } from '../kit/seed.ts';

let stage: RepeatStage;
let probe: Probe;

beforeAll(async () => {
  stage = await openStage();
  probe = createProbe(stage.service.baseUrl);
});
afterAll(() => stage.service[Symbol.asyncDispose]());

const repeatable = repeatablesOn(() => stage);
const remembered = writing.filter((id) => !repeatable[id]?.settled);
const looked = { requests: 0, doneAnew: 0 };
afterAll(() =>
  tell(
    `first answers: ${looked.requests} requests repeated, ${looked.doneAnew} of which were done anew in between`,
  ),
);

const send = (id: OperationId, input: ProbeInput, key: string): Promise<Seen> =>
  probe.ask(id, { key: stage.shop.key, ...input, headers: { ...input.headers, 'idempotency-key': key } });

/** A test of an endpoint is answered when it is over and replayed as of when it began, so only its time differs. */
function answerOf(id: OperationId, { status, text }: Seen): string {
  return `${status} ${id === 'testWebhook' ? text.replace(/"timestamp":"[^"]*"/, '') : text}`;
}

test.each(remembered)(
  'a repeated request for %s gets the first answer, not how things are by now',
  async (id) => {
    const input = (await repeatable[id]?.request()) ?? {};
    looked.requests += 1;
    const first = await send(id, input, `first-${looked.requests}`);
    expect(first.status, first.text).toBeLessThan(300);
    // Whoever asks for the same anew changes what the first answer was about, where anything does.
    looked.doneAnew += Number((await send(id, input, `anew-${looked.requests}`)).status < 300);
    await stage.service.drain();
    const again = await send(id, input, `first-${looked.requests}`);
    expect([answerOf(id, again), again.headers.get('idempotent-replayed')]).toEqual([
      answerOf(id, first),
      'true',
    ]);
  },
);

test('of every operation that is remembered, many were done anew in between', () => {
  expect(looked.doneAnew).toBeGreaterThan(remembered.length / 4);
});
