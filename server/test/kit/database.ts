import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { isAlive } from '../../src/store/embedded/processes.ts';
import { migrate, openEmbedded } from '../../src/store/index.ts';
import { endPrograms } from './programs-of-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database server that the tests may make databases on, as its owner. */
    readonly serverUrl: string;
    /** A migrated database that every test file copies. */
    readonly templateName: string;
    /** How it is copied: file by file where files lie in memory, else as the server likes best. */
    readonly copying: 'FILE_COPY' | 'WAL_LOG';
  }
}

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Where Linux keeps files in memory. To copy a template of 950 files took 0.03 s of a core there, and 1.1 s on a disk. */
const MEMORY = '/dev/shm';
const ROOM_BYTES_LEAST = 3 * 1024 ** 3;
const FOLDER = 'cottontree-test-';
/** Several files at once, some with four nodes of up to 14 connections. */
const CONNECTIONS_MAX = 300;
/**
 * Each copy of the template makes a checkpoint, after which every page would go to the log whole once more. No test of
 * this server asks what a crash leaves.
 */
const SETTINGS = {
  wal_compression: 'off',
  checkpoint_timeout: '30min',
  max_wal_size: '1GB',
};

/** Once for the whole run: a server, and on it a migrated template. `TEST_DATABASE_URL` names another server than the embedded one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const inMemory = !given && (await hasRoomInMemory());
  if (inMemory) await sweepMemory();
  const folder = await mkdtemp(join(inMemory ? MEMORY : tmpdir(), `${FOLDER}${process.pid}-`));
  const embedded = given
    ? null
    : await openEmbedded({
        dataDir: folder,
        log: quiet,
        connectionsMax: CONNECTIONS_MAX,
        settings: SETTINGS,
      });
  const serverUrl = given ?? embedded?.url ?? '';
  const templateName = `template_${process.pid}_${Date.now()}`;
  await onServer(serverUrl, `CREATE DATABASE ${templateName}`);
  await migrate({
    connection: { connectionString: databaseUrl(serverUrl, templateName) },
    log: quiet,
    dryRun: false,
  });
  project.provide('serverUrl', serverUrl);
  project.provide('templateName', templateName);
  project.provide('copying', inMemory ? 'FILE_COPY' : 'WAL_LOG');
  return async () => {
    await onServer(serverUrl, `DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`).catch(() => undefined);
    await embedded?.stop();
    await endPrograms(templateName);
    await rm(folder, { recursive: true, force: true });
  };
}

/** A container may give it as little as 64 MB. */
async function hasRoomInMemory(): Promise<boolean> {
  return statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM_BYTES_LEAST,
    () => false,
  );
}

/** A run that was killed left its server behind, which is opened once more to be stopped. */
async function sweepMemory(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = name.startsWith(FOLDER) ? Number.parseInt(name.slice(FOLDER.length), 10) : 0;
    if (!(pid > 0) || isAlive(pid)) continue;
    await openEmbedded({ dataDir: join(MEMORY, name), log: quiet }).then(
      (left) => left.stop(),
      () => undefined,
    );
    await rm(join(MEMORY, name), { recursive: true, force: true });
  }
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
