import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fatal, oids, oneRow, welcome } from '../../test/kit/speak-postgres.ts';
import { checkDatabase, connectionFromUrl } from './connection.ts';
import type { EmbeddedDatabase } from './embedded/embedded-database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';

const strict = { allowUnsafe: false, waitMs: 0 };
const log = { info: (): void => undefined, warn: (): void => undefined };
let base: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'ct-connection-'));
  database = await openEmbedded({ dataDir: join(base, 'data'), log });
});
afterAll(async () => {
  await database.stop();
  await rm(base, { recursive: true, force: true });
});

test('The embedded database passes, by its settings and by its URL', async () => {
  expect(await checkDatabase(database.connection, strict)).toEqual({ serverVersion: database.serverVersion });
  expect(await checkDatabase(connectionFromUrl(database.url), strict)).toEqual({
    serverVersion: database.serverVersion,
  });
});

describe('A database is refused', () => {
  test('when it acknowledges what it has not written, unless the operator allows it', async () => {
    const unsafe = { ...database.connection, options: '-c synchronous_commit=off' };
    await expect(checkDatabase(unsafe, strict)).rejects.toThrow(
      /set synchronous_commit = on.*ALLOW_UNSAFE_DATABASE=1/,
    );
    expect(await checkDatabase(unsafe, { ...strict, allowUnsafe: true })).toEqual({
      serverVersion: database.serverVersion,
    });
  });

  test('when it does not exist', async () => {
    await expect(checkDatabase({ ...database.connection, database: 'nowhere' }, strict)).rejects.toThrow(
      /does not exist: create it/,
    );
  });

  test('when its user may not enter', async () => {
    await expect(checkDatabase({ ...database.connection, user: 'stranger' }, strict)).rejects.toThrow(
      /check DATABASE_URL/,
    );
  });

  test('when its encoding is not UTF-8', async () => {
    const client = new Client(database.connection);
    await client.connect();
    await client.query(
      "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0",
    );
    await client.end();
    await expect(checkDatabase({ ...database.connection, database: 'latin' }, strict)).rejects.toThrow(
      /encoding is LATIN1/,
    );
  });

  test('when nobody listens', async () => {
    const port = await freePort();
    await expect(
      checkDatabase(connectionFromUrl(`postgresql://shop@127.0.0.1:${port}/shop`), strict),
    ).rejects.toThrow(/does not listen there: start it/);
  });

  test.each([
    [{ number: '140012', version: '14.12' }, /PostgreSQL 14\.12, and 15 is the oldest/],
    [{ fsync: 'off' }, /set fsync = on/],
    [{ standby: 't' }, /name the primary/],
  ])('when it says %j of itself', async (facts, problem) => {
    const { url, close } = await openImpostor([{ ready: true, facts }]);
    await expect(checkDatabase(connectionFromUrl(url), strict)).rejects.toThrow(problem);
    await close();
  });
});

test('A database that is still starting is waited for', async () => {
  const { url, close } = await openImpostor([{ ready: false }, { ready: true, facts: {} }]);
  expect(await checkDatabase(connectionFromUrl(url), { ...strict, waitMs: 5_000 })).toEqual({
    serverVersion: '16.3',
  });
  await close();
});

test('A database that never starts is given up after the time allowed', async () => {
  const { url, close } = await openImpostor([{ ready: false }]);
  await expect(checkDatabase(connectionFromUrl(url), { ...strict, waitMs: 500 })).rejects.toThrow(
    /is still starting.*waited 0\.5 s/,
  );
  await close();
});

type Behaviour =
  | { readonly ready: false }
  | { readonly ready: true; readonly facts: Readonly<Record<string, string>> };

/** Speaks just enough of PostgreSQL's protocol to be a server that this machine does not have; the last behaviour repeats. */
async function openImpostor(
  behaviours: readonly Behaviour[],
): Promise<{ url: string; close: () => Promise<unknown> }> {
  let connections = 0;
  const server: Server = createServer((socket) => {
    const behaviour = behaviours[Math.min(connections, behaviours.length - 1)] ?? { ready: false };
    connections += 1;
    let greeted = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data[0] === 0x58) return socket.end();
      if (!behaviour.ready) return socket.end(fatal('57P03', 'the database system is starting up'));
      if (greeted) return socket.write(answer(behaviour.facts));
      greeted = true;
      return socket.write(welcome);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgresql://shop@127.0.0.1:${port}/shop`, close: () => once(server.close(), 'close') };
}

function answer(facts: Readonly<Record<string, string>>): Buffer {
  const row = {
    version: '16.3',
    number: '160003',
    fsync: 'on',
    commits: 'on',
    encoding: 'UTF8',
    standby: 'f',
    ...facts,
  };
  const typeOf: Readonly<Record<string, number>> = { number: oids.int4, standby: oids.bool };
  return oneRow(Object.entries(row).map(([name, value]) => [name, typeOf[name] ?? oids.text, value]));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
