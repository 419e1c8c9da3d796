import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLoad } from './count-load.ts';
import { createUnreadAnswers, handOver } from './unread-answers.ts';
import { rememberAddress } from './open-http.ts';
import { createLoadShedder } from './shed-load.ts';

/** More than lies in the system's own buffers. */
const LARGE = 'x'.repeat(16_777_216);
const MAX = 3 * LARGE.length;

const app = Fastify();
const shedder = createLoadShedder(() => 0);
const unread = createUnreadAnswers(MAX);
let answered = 0;

beforeAll(async () => {
  rememberAddress(app.server);
  handOver({ app, shedder }, unread);
  app.addHook('onRequest', async (request, reply) => countLoad({ shedder }, { request, reply }, 'usual'));
  app.addHook('onSend', async () => void (answered += 1));
  app.get('/own', async () => LARGE);
  app.get('/shared', async (_, reply) => {
    reply.sharesBytes = true;
    return LARGE;
  });
  app.get('/later', async (request) => {
    await once(request.raw.socket, 'close');
    return LARGE;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  shedder[Symbol.dispose]();
});

/** A client that asks and does not read. */
async function ask(path: string): Promise<Socket> {
  const before = answered;
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' })
    .on('error', () => undefined)
    .pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await expect.poll(() => answered).toBe(before + 1);
  return socket;
}

test('an answer is no load once it is made, and counted until its client has taken it', async () => {
  const socket = await ask('/own');
  expect([unread.bytes(), shedder.inFlight()]).toEqual([LARGE.length, 0]);
  socket.resume();
  await expect.poll(() => unread.bytes()).toBe(0);
});

test('or is gone', async () => {
  const socket = await ask('/own');
  expect(unread.bytes()).toBe(LARGE.length);
  socket.destroy();
  await expect.poll(() => unread.bytes()).toBe(0);
});

test('or was gone before it was made', async () => {
  const before = answered;
  const arriving = once(app.server, 'request');
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n');
  await arriving;
  socket.destroy();
  await expect.poll(() => answered).toBe(before + 1);
  expect([unread.bytes(), shedder.inFlight()]).toEqual([0, 0]);
});

test('one that all who ask are sent the same takes no memory of its own', async () => {
  const socket = await ask('/shared');
  expect([unread.bytes(), shedder.inFlight()]).toEqual([0, 0]);
  socket.destroy();
});

test('beyond what there may be, who waited longest is cut off', async () => {
  const first = await ask('/own');
  const others = [await ask('/own'), await ask('/own'), await ask('/own')];
  expect(unread.bytes()).toBe(MAX);
  // What was on its way is read; the end comes before the whole of it has.
  let taken = 0;
  for await (const chunk of first) taken += (chunk as Buffer).length;
  expect(taken).toBeLessThan(LARGE.length);
  for (const socket of others) socket.destroy();
  await expect.poll(() => unread.bytes()).toBe(0);
});
