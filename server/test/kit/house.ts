import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { expect } from 'vitest';
import { verifyPayments } from '../../src/modules/payments/index.ts';
import { verifyPos } from '../../src/modules/pos/index.ts';
import { verifyShipping } from '../../src/modules/shipping/index.ts';
import { findPostmaster } from '../../src/store/embedded/find-postmaster.ts';
import { signalProcess, waitForEnd } from '../../src/store/embedded/processes.ts';
import { readSnapshot } from '../../src/store/index.ts';
import type { Journal } from './journal.ts';
import type { Postgres } from './postgres.ts';
import type { Program } from './program.ts';
import { look } from './shop.ts';

let made = 0;

/** An empty database to move into: its URL. */
export async function freshDatabase({ url }: Postgres): Promise<string> {
  made += 1;
  const name = `house_${Date.now()}_${made}`;
  await look({ connectionString: url }, `CREATE DATABASE ${name}`);
  return url.replace('/cottontree?', `/${name}?`);
}

/** Waits for a success that was asked for after now. */
export async function succeeds(journal: Journal, program: Program): Promise<void> {
  const sinceMs = performance.now();
  while (journal.succeededSinceMs() < sinceMs) {
    expect(program.ending(), program.log()).toBeNull();
    if (performance.now() - sinceMs > 60_000)
      throw new Error(`Nothing succeeds: ${JSON.stringify([...journal.seen])}\n${program.log()}`);
    await pause(10);
  }
}

function placeOf(dataDir: string) {
  return {
    dataDir,
    clusterDir: join(dataDir, 'postgres'),
    clusterName: '',
    logFile: join(dataDir, 'postgres.log'),
    connectionsMax: 100,
  };
}

/** The embedded database of a data directory, as its owner. */
export async function embeddedOf(dataDir: string): Promise<ClientConfig> {
  const postmaster = await findPostmaster(placeOf(dataDir));
  return { host: postmaster?.socketDir ?? '', port: 5432, user: 'cottontree', database: 'cottontree' };
}

/** Ends, when the test is over, what a data directory was left running. */
export function endingOf(dataDir: string): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      const left = await findPostmaster(placeOf(dataDir));
      if (!left) return;
      signalProcess(left.pid, 'SIGQUIT');
      await waitForEnd(left.pid, { polls: 500, pollMs: 10 });
    },
  };
}

/** What in a database is not as promised. */
export async function brokenIn(connection: ClientConfig): Promise<readonly unknown[]> {
  const found = [];
  for (const verify of [verifyPos, verifyPayments, verifyShipping])
    found.push(...(await readSnapshot(connection, (runner) => verify(runner))));
  return found;
}
