import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerInTurn } from './answer-in-turn.ts';

const AHEAD_MAX = 8;
const LARGE = Buffer.alloc(8_388_608, 'x');

const app = Fastify();
let cut: () => number;
let begun: string[] = [];
let release: () => void = () => undefined;
const held = new Promise<void>((resolve) => {
  release = resolve;
});

beforeAll(async () => {
  cut = answerInTurn(app, AHEAD_MAX);
  app.get('/small/:number', async (request) => {
    begun.push(request.url);
    return request.url;
  });
  app.get('/held', async (request) => {
    begun.push(request.url);
    await held;
    return 'told at last';
  });
  app.post('/small/:number', async (request) => ({ told: request.body }));
  app.get('/large/:number', async (request) => {
    begun.push(request.url);
    return LARGE;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  begun = [];
});

const open = (): Socket =>
  connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' }).on(
    'error',
    () => undefined,
  );
const requests = (path: string, count: number): string =>
  Array.from({ length: count }, (_, number) => `GET ${path}/${number} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');

async function readUntil(socket: Socket, ending: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of socket) if (ending.test((text += String(chunk)))) return text;
  return text;
}

describe('requests that come together on one connection', () => {
  test('are all answered, in their order, and so is what comes after them', async () => {
    const socket = open();
    socket.write(
      `${requests('/small', AHEAD_MAX)}POST /small/8 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`,
    );
    const text = await readUntil(socket, /told/);
    expect([...text.matchAll(/\/small\/(\d+)/g)].map(([, number]) => Number(number))).toEqual(
      Array.from({ length: AHEAD_MAX }, (_, number) => number),
    );
    expect(text).toContain('{"told":{"a":1}}');
    socket.destroy();
  });

  test('are not even begun while the answer before them is not taken', async () => {
    const socket = open();
    socket.pause();
    socket.write(requests('/large', AHEAD_MAX));
    await expect.poll(() => begun).toEqual(['/large/0']);
    // Another connection comes and goes: had the next begun, it would have been long ago.
    for (let round = 0; round < 20; round += 1)
      await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/small/9`).then((answer) =>
        answer.text(),
      );
    expect(begun.filter((url) => url.startsWith('/large'))).toEqual(['/large/0']);
    socket.resume();
    await expect
      .poll(() => begun.filter((url) => url.startsWith('/large')).length, { timeout: 60_000 })
      .toBe(AHEAD_MAX);
    socket.destroy();
  });

  test('cost their connection where there are far too many', async () => {
    const before = cut();
    const socket = open();
    socket.write(requests('/small', AHEAD_MAX * 10));
    socket.resume();
    await once(socket, 'close');
    expect(cut()).toBe(before + 1);
    expect(begun.length).toBeLessThanOrEqual(1);
  });

  test('cost no answer to the one that was begun: what became of it is told', async () => {
    const socket = open();
    const closed = once(socket, 'close');
    socket.write(`GET /held HTTP/1.1\r\nHost: x\r\n\r\n${requests('/small', AHEAD_MAX * 10)}`);
    await expect.poll(() => begun).toEqual(['/held']);
    const before = cut();
    socket.write(requests('/small', AHEAD_MAX * 10));
    release();
    const text = await readUntil(socket, /never/);
    await closed;
    expect([cut() - before, begun]).toEqual([0, ['/held']]);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(text.endsWith('told at last')).toBe(true);
  });

  test('are forgotten with their connection', async () => {
    const socket = open();
    socket.pause();
    socket.write(requests('/large', 3));
    await expect.poll(() => begun).toEqual(['/large/0']);
    socket.destroy();
    for (let round = 0; round < 20; round += 1)
      await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/small/9`).then((answer) =>
        answer.text(),
      );
    expect(begun.filter((url) => url.startsWith('/large'))).toEqual(['/large/0']);
  });
});
