import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropSlowReaders } from './unread-answers.ts';

const CHUNK = Buffer.alloc(65_536);
const CHUNKS = 400;
const STALL_MS = 1_500;
const PAUSE_MS = 5;

let server: Server;

beforeAll(async () => {
  server = createServer((_request, response) => {
    let left = CHUNKS;
    const more = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(CHUNK)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  dropSlowReaders(server, () => performance.now(), { stallMsMax: STALL_MS, lookEveryMs: 50 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function ask(): Promise<{ readonly client: Socket; readonly ended: Promise<unknown> }> {
  const arrived = once(server, 'connection') as Promise<[Socket]>;
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on(
    'error',
    () => undefined,
  );
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const [socket] = await arrived;
  return { client, ended: once(socket, 'close') };
}

test('who stops reading loses the connection after a while', async () => {
  const startedMs = performance.now();
  const { client, ended } = await ask();
  client.pause();
  await ended;
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(STALL_MS);
  client.destroy();
});

test('who reads slowly but goes on gets everything', async () => {
  const { client } = await ask();
  let bytes = 0;
  const startedMs = performance.now();
  client.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    client.pause();
    setTimeout(() => client.resume(), PAUSE_MS);
  });
  await once(client, 'end');
  expect(performance.now() - startedMs).toBeGreaterThan(STALL_MS);
  expect(bytes).toBeGreaterThan(CHUNK.length * CHUNKS);
  client.destroy();
});
