import { afterEach, expect, test, vi } from 'vitest';
import { randomBytes, randomInt } from 'node:crypto';
import { currentTrace, inTrace, type Span, type Trace } from '../kernel/running/trace.ts';
import type { OutgoingRequest, OutgoingResult } from '../kernel/running/world.ts';
import { openTracing, type Tracing } from './open-tracing.ts';

const OPTIONS = { url: 'http://collector:4318/v1/traces', headers: {}, serviceName: 'shop', sampledShare: 1 };
const NO_ANSWER: OutgoingResult = {
  status: null,
  error: 'connect',
  hint: 'Nobody listens there.',
  headers: {},
  body: Buffer.alloc(0),
  durationMs: 1,
  remoteAddress: null,
};

afterEach(() => vi.useRealTimers());

function opened(answer: () => OutgoingResult, sampledShare = 1) {
  const sent: OutgoingRequest[] = [];
  const warned: object[] = [];
  const quiet = (): void => undefined;
  const tracing = openTracing({
    options: { ...OPTIONS, sampledShare },
    world: {
      now: () => new Date(1_000),
      randomBytes: (length) => randomBytes(length),
      randomInt: (below) => randomInt(below),
    },
    send: async (request) => {
      sent.push(request);
      return answer();
    },
    log: { debug: quiet, info: quiet, warn: (facts) => void warned.push(facts), error: quiet },
    version: '0.1.0',
  });
  return { tracing, sent, warned };
}

function spanOf(tracing: Tracing): Span {
  const trace = tracing.begin({});
  if (trace === null) throw new Error('A trace begins where spans are collected.');
  return { trace, kind: 'server', name: 'GET /x', durationMs: 2, failed: false, attributes: {} };
}

const figure = (tracing: Tracing, name: string): number | undefined =>
  tracing.figures().find((one) => one.name === `cottontree_spans_${name}_total`)?.values[0]?.value;

const spansIn = ({ body }: OutgoingRequest): number =>
  JSON.parse(body.toString()).resourceSpans[0].scopeSpans[0].spans.length;

test('while the collector is away spans wait in a queue with an end, and what finds no room is counted', async () => {
  vi.useFakeTimers();
  let answer = NO_ANSWER;
  const { tracing, sent, warned } = opened(() => answer);
  for (let made = 0; made < 5_000; made += 1) tracing.end(spanOf(tracing));
  expect(figure(tracing, 'dropped')).toBe(5_000 - 4_096);
  await vi.advanceTimersByTimeAsync(10_000);
  // Nothing is tried again before the next second, and the trouble is told once.
  expect(sent.length).toBeLessThanOrEqual(10);
  expect(warned).toEqual([{ status: null, reason: 'Nobody listens there.' }]);
  expect(figure(tracing, 'sent')).toBe(0);
  answer = { ...NO_ANSWER, status: 200, error: null };
  await vi.advanceTimersByTimeAsync(1_500);
  expect(figure(tracing, 'sent')).toBe(4_096);
  expect(Math.max(...sent.map(spansIn))).toBe(512);
  expect(figure(tracing, 'dropped')).toBe(904);
});

test('what the collector refuses for good is dropped and counted, not sent for ever', async () => {
  vi.useFakeTimers();
  const { tracing, sent } = opened(() => ({ ...NO_ANSWER, status: 400, error: null }));
  tracing.end(spanOf(tracing));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([sent.length, figure(tracing, 'dropped')]).toEqual([1, 1]);
});

test('the last spans are sent when the program ends', async () => {
  const { tracing, sent } = opened(() => ({ ...NO_ANSWER, status: 200, error: null }));
  tracing.end(spanOf(tracing));
  await tracing[Symbol.asyncDispose]();
  expect(sent.map(spansIn)).toEqual([1]);
});

test('of the traces that begin here so many are kept as are wanted', () => {
  const { tracing } = opened(() => NO_ANSWER, 0.25);
  const kept = Array.from({ length: 2_000 }, () => tracing.begin({})).filter((trace) => trace?.sampled);
  expect(kept.length).toBeGreaterThan(350);
  expect(kept.length).toBeLessThan(650);
});

test('what a request leaves running is no part of it once it is answered', async () => {
  const trace: Trace = { traceId: 'a', spanId: 'b', parentId: null, sampled: true, state: null };
  const followed = { trace, isOver: false };
  let release = (): void => undefined;
  const later = inTrace(followed, async () => {
    const before = currentTrace();
    await new Promise<void>((resolve) => (release = resolve));
    return [before, currentTrace()];
  });
  expect(currentTrace()).toBeUndefined();
  followed.isOver = true;
  release();
  expect(await later).toEqual([trace, undefined]);
});
