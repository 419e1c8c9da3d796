import type { Operation } from '@cottontree/contract';
import Fastify from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuseEarly } from './refuse-early.ts';
import type { SocketRefusals } from './refuse-on-socket.ts';
import { createLoadShedder, type LoadShedder, shareTurns, SHED_LIMITS } from './shed-load.ts';

const app = Fastify();
let shedder: LoadShedder;
let refused: () => number;
let refusedBytesOf: SocketRefusals['refusedBytesOf'];
let baseUrl: string;

beforeAll(async () => {
  shedder = createLoadShedder(() => performance.now(), { ...SHED_LIMITS, inFlightMax: 4 });
  const scan = { path: '/events/:id/scans', vital: true } as unknown as Operation;
  ({ refused, refusedBytesOf } = refuseEarly(app, {
    shedder,
    door: shareTurns(shedder.isCrowded),
    operations: [scan, { path: '/shipping/quote' } as unknown as Operation],
    requestIdOf: () => 'req_1',
    publicUrl: () => 'https://ship.example.sl',
  }));
  app.all('*', async () => ({ seen: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  shedder[Symbol.dispose]();
  await app.close();
});

async function statusOf(path: string, method = 'GET'): Promise<number> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(method === 'POST' ? { body: 'x'.repeat(200_000) } : {}),
  });
  await response.arrayBuffer();
  return response.status;
}

describe('a node with room', () => {
  test('lets everything through to the framework', async () => {
    expect([await statusOf('/v1/shipping/quote'), await statusOf('/t/token'), refused()]).toEqual([
      200, 200, 0,
    ]);
  });
});

describe('a node without room', () => {
  beforeAll(() => {
    for (let taken = 0; taken < 4; taken += 1) shedder.enter('usual');
  });

  test('refuses with the envelope, a request id and when to come again, and reads the body away', async () => {
    const response = await fetch(`${baseUrl}/v1/shipping/quote`);
    expect([
      response.status,
      response.headers.get('retry-after'),
      response.headers.get('x-request-id'),
      response.headers.get('cache-control'),
    ]).toEqual([503, '1', 'req_1', 'no-store']);
    expect(await response.json()).toEqual({
      success: false,
      error: {
        code: 'SERVICE_UNAVAILABLE',
        message: 'The service has all the work it can take. Send the same request again in a second.',
        doc_url: 'https://ship.example.sl/docs/errors/SERVICE_UNAVAILABLE',
      },
    });
    expect(await statusOf('/v1/shipping/deliveries', 'POST')).toBe(503);
    expect(refused()).toBe(2);
  });

  test('refuses a connection that was refused twice before its next request is parsed, whether or not it has a body', async () => {
    for (const body of ['', 'x'.repeat(300)]) {
      const request = `POST /v1/shipping/deliveries HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      const [accepted] = (await once(app.server, 'connection')) as [Socket];
      const refusedBytes: number[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        socket.write(request);
        expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 503 /);
        refusedBytes.push(refusedBytesOf(accepted));
      }
      expect(refusedBytes).toEqual([0, 0, request.length]);
      socket.destroy();
    }
  });

  test('leaves pages to their own problem page', async () => {
    expect(await statusOf('/t/token')).toBe(200);
  });

  test('lets scans through while there is room for them, and only their very path', async () => {
    expect([
      await statusOf('/v1/events/evt_1/scans?x=1', 'POST'),
      await statusOf('/v1/events/evt_1/scans/evil'),
      await statusOf('/v1/shipping/quote?to=/events/evt_1/scans'),
    ]).toEqual([200, 503, 503]);
    shedder.enter('vital');
    expect(await statusOf('/v1/events/evt_1/scans', 'POST')).toBe(503);
  });
});
