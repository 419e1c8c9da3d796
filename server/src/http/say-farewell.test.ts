import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerInTurn } from './answer-in-turn.ts';
import { createEventStreams } from './event-streams.ts';
import { refuseOnSocket } from './refuse-on-socket.ts';
import { farewellOf } from './say-farewell.ts';
import { createLoadShedder } from './shed-load.ts';
import { createLoopWatch } from './watch-event-loop.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function openHttpServer() {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  let begun = 0;
  app.get('/', async () => {
    begun += 1;
    return 'here';
  });
  answerInTurn(app);
  const close = farewellOf(app, {
    shedder: createLoadShedder(() => 0),
    early: refuseOnSocket(app.server, { refuses: () => false, answerTo: () => '' }),
    streams: createEventStreams(),
    watch: createLoopWatch(() => performance.now()),
    headersTimeoutMs: 15_000,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { close, begun: () => begun, port: (app.server.address() as AddressInfo).port };
}

type Client = {
  readonly socket: Socket;
  readonly text: () => string;
  readonly ended: Promise<string>;
  /** By what it broke, also after its end. */
  readonly broken: () => string | null;
};

async function openClient(port: number, allowHalfOpen = false): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  let text = '';
  let broken: string | null = null;
  socket.on('error', (error: Error & { code?: string }) => (broken = error.code ?? 'error'));
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<string>((resolve) => {
    socket.once('error', (error: Error & { code?: string }) => resolve(error.code ?? 'error'));
    socket.once('end', () => resolve('end'));
  });
  await once(socket, 'connect');
  return { socket, text: () => text, ended, broken: () => broken };
}

test('a door that closes resets no connection, whatever it was kept for', async () => {
  const { close, begun: asked, port } = await openHttpServer();
  const [kept, silent, begun, stubborn] = await Promise.all([
    openClient(port),
    openClient(port),
    openClient(port),
    openClient(port, true),
  ]);
  for (const client of [kept, stubborn]) {
    client.socket.write(REQUEST);
    await expect.poll(() => client.text()).toContain('here');
  }
  begun.socket.write(REQUEST.slice(0, 10));
  const closed = close();
  begun.socket.write(REQUEST.slice(10));
  expect(await Promise.all([kept, silent, begun, stubborn].map((client) => client.ended))).toEqual([
    'end',
    'end',
    'end',
    'end',
  ]);
  expect(begun.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close[^]*here/i);
  // Who does not hang up, and asks although the server has, hears nothing more, and keeps nobody waiting; nothing is done.
  const before = asked();
  // What is sent to a closed connection breaks it, which the next to be sent finds.
  stubborn.socket.write(REQUEST);
  await pause(20);
  stubborn.socket.write(REQUEST);
  await Promise.all([closed, pause(100)]);
  expect([asked(), stubborn.text().match(/here/g), stubborn.broken()]).toEqual([before, ['here'], null]);
});

test('clients who ask while it closes get an answer that says so, and those who come too late are not reset', async () => {
  const { close, begun, port } = await openHttpServer();
  const clients = await Promise.all(Array.from({ length: 60 }, () => openClient(port)));
  const closed = close();
  // Spread over the time that it takes to close, so that some ask at any moment of it.
  await Promise.all(
    clients.map(async (client, number) => {
      await Promise.race([client.ended, new Promise((resolve) => setTimeout(resolve, number * 25))]);
      if (client.socket.writable) client.socket.write(REQUEST);
    }),
  );
  const endings = await Promise.all(
    clients.map(async (client) => [await client.ended, client.text()] as const),
  );
  await closed;
  expect(new Set(endings.map(([ending]) => ending))).toEqual(new Set(['end']));
  expect(endings.filter(([, text]) => text.includes('here')).length).toBeGreaterThan(20);
  expect(begun()).toBe(endings.filter(([, text]) => text.includes('here')).length);
  for (const [, text] of endings) expect(text === '' || /connection: close/i.test(text)).toBe(true);
});
