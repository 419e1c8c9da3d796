import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionAt } from '../../server/src/store/embedded/ask-server.ts';
import { raiseLimits } from './fill.queries.ts';
import { ask, requestBytes } from './load.ts';
import { noteDatabaseVersion, type Merchant } from './service.ts';

/** The server as people start it, from the checkout, with the demo merchant. */
export type Installed = AsyncDisposable & {
  readonly pid: number;
  readonly port: number;
  readonly startMs: number;
  /** The demo's, whose rate nobody reaches from then on. */
  readonly merchant: () => Promise<Merchant>;
};

const COMMAND = 'server/bin/cottontree.mjs';
const START_MS_MAX = 60_000;
const LOOK_EVERY_MS = 5;

/** Starts the installed and built server on a data directory; resolves when it is ready to answer. */
export async function startInstalled(dataDir: string): Promise<Installed> {
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
  };
  try {
    await ready(child, port);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    port,
    startMs: performance.now() - startedMs,
    merchant: () => demoMerchant(dataDir),
    [Symbol.asyncDispose]: end,
  };
}

async function demoMerchant(dataDir: string): Promise<Merchant> {
  const { merchant_id: id, secret_key: key } = JSON.parse(
    await readFile(join(dataDir, 'demo.json'), 'utf8'),
  ) as { readonly merchant_id: string; readonly secret_key: string };
  const database = new Client(connectionAt(join(dataDir, 'socket')));
  await database.connect();
  try {
    await raiseLimits(database, id);
    const { rows } = await database.query<{ server_version: string }>('SHOW server_version');
    noteDatabaseVersion(rows[0]?.server_version ?? '');
  } finally {
    await database.end();
  }
  return { id, key };
}

/** Builds the server where it is stale, so that starting it builds nothing. */
export async function buildInstalled(): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, '--help'], { stdio: 'ignore' });
  await new Promise<void>((resolve, reject) =>
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${COMMAND} --help ended with ${code}.`)),
    ),
  );
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const untilMs = performance.now() + START_MS_MAX;
  const look = requestBytes({ method: 'GET', path: '/readyz' });
  for (;;) {
    const status = await ask(port, look).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} while it started.`);
    if (performance.now() > untilMs)
      throw new Error(`The server was not ready within ${START_MS_MAX / 1_000} s.`);
    await pause(LOOK_EVERY_MS);
  }
}

/** A port that nobody has just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
