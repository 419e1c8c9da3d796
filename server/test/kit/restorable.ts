import { inject } from 'vitest';
import { onServer } from './database.ts';

/** Backups of a whole database, while the service that works on it goes on: it finds the database shut for a moment, then as it was. */
export type Restorable = { readonly backUp: () => Promise<void>; readonly restore: () => Promise<void> };

export function restorable(databaseUrl: string): Restorable {
  const server = inject('serverUrl');
  // The server may be named by a socket, which no URL holds.
  const name = /^postgres(?:ql)?:\/\/[^/]*\/([^?]+)/.exec(databaseUrl)?.[1] ?? '';
  const copy = `${name}_backup`;
  const run = (sql: string) => onServer(server, sql);
  async function shut(database: string): Promise<void> {
    await run(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS false`);
    await run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
    );
  }
  return {
    async backUp() {
      await shut(name);
      await run(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`);
      await run(`CREATE DATABASE ${copy} TEMPLATE ${name}`);
      await run(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    },
    async restore() {
      await shut(name);
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
      await run(`CREATE DATABASE ${name} TEMPLATE ${copy}`);
      await run(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    },
  };
}
