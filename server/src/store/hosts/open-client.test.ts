import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fatal, oids, oneRow, welcome, type SpokenColumn } from '../../../test/kit/speak-postgres.ts';
import { clientFor, toPrimary } from './open-client.ts';
import { Primary } from './primary.ts';
import { readHosts } from './read-hosts.ts';

const DIES = fatal('57P01', 'terminating connection due to unexpected postmaster exit');

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    let begun = false;
    socket.on('error', () => undefined);
    socket.on('data', (heard) => {
      if (!begun) {
        begun = true;
        socket.write(welcome);
        return;
      }
      const said = heard.toString('utf8');
      if (said.includes('AS timeline')) socket.write(oneRow(WRITER));
      // The answer and the end of everything come together, as where the machine dies right behind it.
      else if (said.includes('AS refuses')) socket.end(Buffer.concat([oneRow(TAKES_WRITES), DIES]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  url = `postgresql://shop@127.0.0.1:${port}/shop?target_session_attrs=read-write`;
});
afterAll(() => server.close());

test('a primary that dies right behind its first answer is told to whoever connects, and ends nothing else', async () => {
  const uncaught: unknown[] = [];
  const hear = (error: unknown): void => void uncaught.push(error);
  const before = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', hear);
  const hosts = readHosts(url);
  if (!hosts) throw new Error('The address names no servers.');
  const plain = { user: 'shop', database: 'shop' };
  const connection = toPrimary(new Primary(hosts, plain), plain);
  const pool = new Pool({ ...connection, Client: clientFor(connection), max: 1 } as object);
  pool.on('error', () => undefined);
  try {
    const outcome = await pool
      .connect()
      .then((client) => client.query('SELECT 1'))
      .then(
        () => 'answered',
        () => 'failed',
      );
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught).toEqual([]);
    expect(outcome).toBe('failed');
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of before) process.on('uncaughtException', listener);
    void pool.end().catch(() => undefined);
  }
});

const WRITER: readonly SpokenColumn[] = [
  ['standby', oids.bool, 'f'],
  ['read_only', oids.bool, 'f'],
  ['system', oids.text, '7'],
  ['started_at', oids.text, '2026-11-27 06:00:00+00'],
  ['timeline', oids.int4, '1'],
];
const TAKES_WRITES: readonly SpokenColumn[] = [['refuses', oids.bool, 'f']];
