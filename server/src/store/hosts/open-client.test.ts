import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFor, toPrimary } from './open-client.ts';
import { Primary } from './primary.ts';
import { readHosts } from './read-hosts.ts';

const BOOL = 16;
const TEXT = 25;
const INT4 = 23;
const DIES = 'terminating connection due to unexpected postmaster exit';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    let begun = false;
    socket.on('error', () => undefined);
    socket.on('data', (heard) => {
      if (!begun) {
        begun = true;
        socket.write(Buffer.concat([message('R', int32(0)), READY]));
        return;
      }
      const said = heard.toString('utf8');
      if (said.includes('AS timeline')) socket.write(answer(WRITER));
      // The answer and the end of everything come together, as where the machine dies right behind it.
      else if (said.includes('AS refuses')) socket.end(Buffer.concat([answer(TAKES_WRITES), FATAL]));
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

type Column = readonly [name: string, oid: number, value: string];
const WRITER: readonly Column[] = [
  ['standby', BOOL, 'f'],
  ['read_only', BOOL, 'f'],
  ['system', TEXT, '7'],
  ['started_at', TEXT, '2026-11-27 06:00:00+00'],
  ['timeline', INT4, '1'],
];
const TAKES_WRITES: readonly Column[] = [['refuses', BOOL, 'f']];

/** What PostgreSQL says, by its protocol of messages: a letter, the length, the content. */
function message(letter: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const READY = message('Z', Buffer.from('I'));
const FATAL = message('E', text('SFATAL'), text('VFATAL'), text('C57P01'), text(`M${DIES}`), text(''));

function answer(columns: readonly Column[]): Buffer {
  const fields = columns.map(([name, oid]) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(oid), int16(-1), int32(-1), int16(0)]),
  );
  const values = columns.map(([, , value]) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  return Buffer.concat([
    message('T', int16(columns.length), ...fields),
    message('D', int16(columns.length), ...values),
    message('C', text('SELECT 1')),
    READY,
  ]);
}
