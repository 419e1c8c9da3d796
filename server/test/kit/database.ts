import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, openEmbedded } from '../../src/store/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database server that the tests may make databases on, as its owner. */
    readonly serverUrl: string;
    /** A migrated database that every test file copies. */
    readonly templateName: string;
  }
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Once for the whole run: a server, and on it a migrated template. `TEST_DATABASE_URL` names another server than the embedded one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-test-'));
  const embedded = given ? null : await openEmbedded({ dataDir: folder, log: quiet });
  const serverUrl = given ?? embedded?.url ?? '';
  const templateName = `template_${process.pid}_${Date.now()}`;
  await onServer(serverUrl, `CREATE DATABASE ${templateName}`);
  await migrate({ connection: { connectionString: databaseUrl(serverUrl, templateName) }, log: quiet, dryRun: false });
  project.provide('serverUrl', serverUrl);
  project.provide('templateName', templateName);
  return async () => {
    await onServer(serverUrl, `DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`).catch(() => undefined);
    await embedded?.stop();
    await rm(fileURLToPath(new URL(`../../dist/program-${templateName}`, import.meta.url)), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  };
}

/** The same server, another database of it. */
export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}

/** Runs one command on the server itself. */
export async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
