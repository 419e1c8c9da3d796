import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fatal, oids, oneRow, welcome, type SpokenColumn } from '../../../test/kit/speak-postgres.ts';
import { Link } from '../link.ts';
import { Listener } from '../listener.ts';
import { openStore } from '../open-store.ts';
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

/** Two servers, of which the first takes writes and is far, so that its answers are on the way for long. */
async function openTwo() {
  const before = await openHost(1, 'far');
  const next = await openHost(null, 'near');
  const hosts = readHosts(`postgresql://shop@127.0.0.1:${before.port},127.0.0.1:${next.port}/shop`);
  if (!hosts) throw new Error('The address names no servers.');
  const plain = { user: 'shop', database: 'shop' };
  const primary = new Primary(hosts, plain);
  const close = (): void => [before, next].forEach((host) => host.close());
  return { before, next, primary, connection: toPrimary(primary, plain), [Symbol.dispose]: close };
}

/** What becomes of a client that is on the way to the first of two servers. */
async function onTheWay({ before, connection }: Awaited<ReturnType<typeof openTwo>>) {
  const outcome = openClient(connection)
    .connect()
    .then(
      () => 'connected',
      (error: unknown) => error,
    );
  await expect.poll(() => before.isAsked('AS refuses')).toBe(true);
  return { outcome };
}

test('whoever was on the way to a primary when another took its place does not stay with the one before', async () => {
  using two = await openTwo();
  const { outcome } = await onTheWay(two);
  two.next.promote(2);
  await two.primary.lookAgain();
  two.before.answer();
  expect(await outcome).toBeInstanceOf(NoPrimary);
});

test('nor with one of two that both take writes, of which nobody knows which is the right one', async () => {
  using two = await openTwo();
  const { outcome } = await onTheWay(two);
  two.next.promote(1);
  await two.primary.lookAgain();
  two.before.answer();
  expect(await outcome).toBeInstanceOf(NoPrimary);
});

test('nor with what came back in its place under the same address', async () => {
  using two = await openTwo();
  const { outcome } = await onTheWay(two);
  two.before.restart();
  await two.primary.lookAgain();
  two.before.answer();
  expect(await outcome).toBeInstanceOf(NoPrimary);
});

const quietly = { monotonicMs: () => performance.now(), onTrouble: () => undefined };
const linkOptions = {
  ...quietly,
  prepared: true,
  silenceMs: 5_000,
  connectMs: 1_500,
  reconnectMs: { first: 50, most: 500 },
  onSilence: () => undefined,
  onDoubt: () => undefined,
};

test('a shared connection that was all but open when the primary changed goes to the new one', async () => {
  using two = await openTwo();
  const link = new Link({ ...linkOptions, connection: two.connection });
  const opened = link.open();
  await expect.poll(() => two.before.isAsked('AS refuses')).toBe(true);
  two.before.answer();
  await expect.poll(() => two.before.isAsked("set_config('role'")).toBe(true);
  two.next.promote(2);
  await two.primary.lookAgain();
  link.renew();
  two.before.answer();
  await opened;
  expect([link.isOpen, two.next.isAsked("set_config('role'")]).toEqual([true, true]);
  two[Symbol.dispose]();
  await link[Symbol.asyncDispose]();
});

test('and so does the one that listens', async () => {
  using two = await openTwo();
  const listener = new Listener({ ...quietly, connection: two.connection });
  listener.listen('news', () => undefined);
  await expect.poll(() => two.before.isAsked('AS refuses')).toBe(true);
  two.before.answer();
  await expect.poll(() => two.before.isAsked('LISTEN "news"')).toBe(true);
  two.next.promote(2);
  await two.primary.lookAgain();
  listener.renew();
  two.before.answer();
  await expect.poll(() => two.next.isAsked('LISTEN "news"')).toBe(true);
  two[Symbol.dispose]();
  await listener[Symbol.asyncDispose]();
});

test('of several that open, the first does not stay with a primary that the others find replaced', async () => {
  using two = await openTwo();
  const opening = openStore({
    ...quietly,
    connection: two.connection,
    directConnection: two.connection,
    prepared: true,
  });
  await expect.poll(() => two.before.timesAsked('AS refuses')).toBe(3);
  two.before.answer();
  await expect.poll(() => two.before.timesAsked("set_config('role'")).toBe(3);
  two.before.answer(1);
  two.next.promote(2);
  await two.primary.lookAgain();
  two.before.answer();
  const store = await opening;
  await expect.poll(() => two.next.timesAsked("set_config('role'"), { timeout: 5_000 }).toBe(3);
  two[Symbol.dispose]();
  await store[Symbol.asyncDispose]();
});

type Host = {
  readonly port: number;
  readonly promote: (timeline: number) => void;
  readonly restart: () => void;
  /** Whether somebody who connected asks it that. */
  readonly isAsked: (words: string) => boolean;
  readonly timesAsked: (words: string) => number;
  /** Answers all that it was asked, or the first few of it. */
  readonly answer: (most?: number) => void;
  readonly close: () => void;
};

/** A server on a timeline; without one it is a standby. Who connects to one that is far gets its answers when the test says so. */
async function openHost(begunOn: number | null, distance: 'near' | 'far'): Promise<Host> {
  let timeline = begunOn;
  let starts = 1;
  const questions: string[] = [];
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
        socket.write(
          oneRow(timeline === null ? STANDBY : writerOn(timeline, `${distance}, for the ${starts}. time`)),
        );
      else {
        questions.push(said);
        if (distance === 'far') asking.push(socket);
        else socket.write(oneRow(TAKES_WRITES));
      }
      begun = true;
    });
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  return {
    port: (host.address() as AddressInfo).port,
    promote: (next) => void (timeline = next),
    restart: () => void (starts += 1),
    isAsked: (words) => questions.some((said) => said.includes(words)),
    timesAsked: (words) => questions.filter((said) => said.includes(words)).length,
    answer: (most = asking.length) =>
      asking.splice(0, most).forEach((socket) => socket.write(oneRow(TAKES_WRITES))),
    close() {
      all.forEach((socket) => socket.destroy());
      host.close();
    },
  };
}

const writerOn = (timeline: number, startedAt: string): readonly SpokenColumn[] => [
  ['standby', oids.bool, 'f'],
  ['read_only', oids.bool, 'f'],
  ['system', oids.text, '7'],
  ['started_at', oids.text, startedAt],
  ['timeline', oids.int4, String(timeline)],
];
const WRITER = writerOn(1, '2026-11-27 06:00:00+00');
const STANDBY: readonly SpokenColumn[] = [['standby', oids.bool, 't'], ...WRITER.slice(1)];
const TAKES_WRITES: readonly SpokenColumn[] = [['refuses', oids.bool, 'f']];
