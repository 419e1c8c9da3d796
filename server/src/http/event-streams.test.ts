import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openEvents } from '../../test/kit/events.ts';
import { parcel } from '../../test/kit/parcel.ts';
import { startService } from '../../test/kit/service.ts';
import type { EventFeed } from '../kernel/running/event-feed.ts';
import { startStream } from './event-streams.ts';

async function read(
  feed: EventFeed,
  times: { readonly heartbeatMs: number; readonly lifeMs: number },
): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of startStream(feed, times)) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}

test('an event has its name, its id and each line of its data', async () => {
  const text = await read(
    (sink) => {
      sink.send({ name: 'tracking', id: '7', data: '{"a":1}\n{"b":2}' });
      sink.end();
      return { beat: () => undefined, stop: () => undefined };
    },
    { heartbeatMs: 60_000, lifeMs: 60_000 },
  );
  expect(text).toBe('retry: 3000\n\nevent: tracking\nid: 7\ndata: {"a":1}\ndata: {"b":2}\n\n');
});

test('a quiet stream is kept open by comments, and ended when its time is over', async () => {
  const stopped: string[] = [];
  const text = await read(() => ({ beat: () => undefined, stop: () => stopped.push('stopped') }), {
    heartbeatMs: 20,
    lifeMs: 110,
  });
  expect(text).toMatch(/^retry: 3000\n\n(:\n\n){2,}$/);
  expect(stopped).toEqual(['stopped']);
});

test('a feed that has something to say instead of a heartbeat says it', async () => {
  const text = await read(
    (sink) => ({
      beat: () => sink.send({ name: 'tracking', id: '1', data: 'later' }),
      stop: () => undefined,
    }),
    { heartbeatMs: 20, lifeMs: 50 },
  );
  expect(text).toContain('data: later');
  expect(text).not.toContain(':\n\n:');
});

test('a server that stops ends its streams, and does not wait for connections on which nothing was asked', async () => {
  const service = await startService();
  const shop = await service.merchant();
  const { data } = await shop.client.createDelivery({ body: parcel });
  const events = await openEvents(`${service.baseUrl}/shipping/deliveries/${data.job_number}/track`, {
    authorization: `Bearer ${shop.key}`,
  });
  expect((await events.next())?.data).toMatchObject({ status: 'pending' });
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  const [ended] = await Promise.all([events.next(), service[Symbol.asyncDispose]()]);
  expect(ended).toBeNull();
});
