import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fatal, oids, oneRow, welcome, type SpokenColumn } from '../../../test/kit/speak-postgres.ts';
import { NoPrimary } from './choose-primary.ts';
import { clientFor, openClient, toPrimary } from './open-client.ts';
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

test('whoever was on the way to a primary when another took its place does not stay with the one before', async () => {
  const before = await openHost(1);
  const next = await openHost(null);
  const hosts = readHosts(`postgresql://shop@127.0.0.1:${before.port},127.0.0.1:${next.port}/shop`);
  if (!hosts) throw new Error('The address names no servers.');
  const plain = { user: 'shop', database: 'shop' };
  const primary = new Primary(hosts, plain);
  try {
    const arriving = openClient(toPrimary(primary, plain)).connect();
    const outcome = arriving.then(
      () => 'connected',
      (error: unknown) => error,
    );
    // It is far, so its last answer is still on the way.
    await expect.poll(before.isAsked).toBe(true);
    next.promote(2);
    await primary.lookAgain();
    before.answer();
    expect(await outcome).toBeInstanceOf(NoPrimary);
  } finally {
    before.close();
    next.close();
  }
});

type Host = {
  readonly port: number;
  readonly promote: (timeline: number) => void;
  /** Whether somebody who connected asks it whether it takes writes. */
  readonly isAsked: () => boolean;
  /** Says to whoever asked that it does. */
  readonly answer: () => void;
  readonly close: () => void;
};

/** A server on a timeline; without one it is a standby. */
async function openHost(begunOn: number | null): Promise<Host> {
  let timeline = begunOn;
  const asking: Socket[] = [];
  const all = new Set<Socket>();
  const host = createServer((socket) => {
    let begun = false;
    all.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (heard) => {
      const said = heard.toString('utf8');
      if (!begun) socket.write(welcome);
      else if (said.includes('AS timeline'))
        socket.write(oneRow(timeline === null ? STANDBY : writerOn(timeline)));
      else if (said.includes('AS refuses')) asking.push(socket);
      begun = true;
    });
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  return {
    port: (host.address() as AddressInfo).port,
    promote: (next) => void (timeline = next),
    isAsked: () => asking.length > 0,
    answer: () => asking.forEach((socket) => socket.write(oneRow(TAKES_WRITES))),
    close() {
      all.forEach((socket) => socket.destroy());
      host.close();
    },
  };
}

const writerOn = (timeline: number): readonly SpokenColumn[] => [
  ['standby', oids.bool, 'f'],
  ['read_only', oids.bool, 'f'],
  ['system', oids.text, '7'],
  ['started_at', oids.text, '2026-11-27 06:00:00+00'],
  ['timeline', oids.int4, String(timeline)],
];
const WRITER = writerOn(1);
const STANDBY: readonly SpokenColumn[] = [['standby', oids.bool, 't'], ...WRITER.slice(1)];
const TAKES_WRITES: readonly SpokenColumn[] = [['refuses', oids.bool, 'f']];
