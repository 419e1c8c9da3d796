import { afterEach, expect, test, vi } from 'vitest';
import { openStream } from './open-stream.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a stream that falls silent, without even a heartbeat, is over; one that beats goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let write: (text: string) => void = () => undefined;
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      write = (text) => stream.enqueue(new TextEncoder().encode(text));
    },
    cancel() {
      isLeft = true;
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const heard: string[] = [];
  let isOver = false;
  const { signal } = new AbortController();
  void openStream('/v1/live', { headers: {}, lastId: null, signal }, ({ data }) => heard.push(data)).then(
    () => (isOver = true),
  );
  for (let beat = 0; beat < 4; beat += 1) {
    write(':\n\n');
    await vi.advanceTimersByTimeAsync(15_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  write('data: here\n\n');
  await vi.waitFor(() => expect(heard).toEqual(['here']));
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect([isOver, isLeft]).toEqual([true, true]);
});
