import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrl, onServer } from './database.ts';
import { makeDatabase, startService, type TestService } from './service.ts';

/** A service that can be put back to an earlier time, as by a backup; its address, and what was made with its clients, stay. */
export type RestorableService = TestService & {
  /** Remembers all that it holds. */
  readonly backUp: () => Promise<void>;
  /** Forgets all that came since `backUp`. */
  readonly restore: () => Promise<void>;
};

const SESSION_END_MS = 5_000;

export async function startRestorable(): Promise<RestorableService> {
  const first = await makeDatabase();
  const names = [first.name];
  let name = first.name;
  const urlOf = (): string => databaseUrl(inject('serverUrl'), name);
  let backup: string | null = null;
  let current = await startService({ databaseUrl: urlOf() });
  const port = new URL(current.baseUrl).port;
  const begin = async (): Promise<void> => {
    current = await startService({ databaseUrl: urlOf(), environment: { PORT: port } });
  };
  /** Only a database that nobody uses can be copied, so the service begins anew. */
  const copy = async (): Promise<string> => {
    const copied = `test_${randomBytes(6).toString('hex')}`;
    // A pooler keeps sessions for a while of which nobody has any use now.
    await onServer(
      inject('serverUrl'),
      `SELECT pg_terminate_backend(pid, ${SESSION_END_MS}) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    await onServer(
      inject('serverUrl'),
      `CREATE DATABASE ${copied} TEMPLATE ${name} STRATEGY ${inject('copying')}`,
    );
    names.push(copied);
    return copied;
  };
  return {
    baseUrl: current.baseUrl,
    get server() {
      return current.server;
    },
    get databaseUrl() {
      return urlOf();
    },
    key: (...given) => current.key(...given),
    merchant: (...given) => current.merchant(...given),
    driver: (...given) => current.driver(...given),
    courier: (...given) => current.courier(...given),
    operator: (...given) => current.operator(...given),
    advance: (ms) => current.advance(ms),
    drain: () => current.drain(),
    query: (...given) => current.query(...given),
    async backUp() {
      await current[Symbol.asyncDispose]();
      backup = await copy();
      await begin();
    },
    async restore() {
      if (backup === null) throw new Error('There is no backup.');
      await current[Symbol.asyncDispose]();
      name = backup;
      backup = null;
      await begin();
    },
    async [Symbol.asyncDispose]() {
      await current[Symbol.asyncDispose]();
      for (const made of names)
        await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${made} WITH (FORCE)`);
    },
  };
}
