import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openRuntime } from '../../src/runtime.ts';
import { createMerchant, issueKey, updateMerchant } from '../../src/modules/merchants/index.ts';
import { addDriver } from '../../src/modules/shipping/index.ts';
import { databaseUrl, onServer } from './database.ts';
import { nextPhone } from './next-phone.ts';
import { PROGRAM_SECRET_KEY } from './program.ts';
import { makeDatabase } from './service.ts';

/** A merchant of a running program, with a test key of every right and no rate to speak of. */
export type Shop = { readonly merchantId: string; readonly keyId: string; readonly key: string };

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const UNLIMITED_PER_SECOND = 100_000;

/** Adds a merchant and a driver, in the database that the environment names, and lets go of it again. */
export async function openShop(
  environment: Readonly<Record<string, string>>,
  { perSecond = UNLIMITED_PER_SECOND }: { readonly perSecond?: number } = {},
): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), 'ct-shop-'));
  const config = readConfig({ DATA_DIR: folder, SECRET_KEY: PROGRAM_SECRET_KEY, DEMO: '0', ...environment });
  const runtime = await openRuntime({ config, log: quiet, purpose: 'command' });
  try {
    const { context } = runtime;
    const { id } = await createMerchant(context, { name: 'Aminata Stores', email: 'owner@example.sl' });
    await updateMerchant(context, id, { readsPerSecond: perSecond, writesPerSecond: perSecond });
    await addDriver(context, {
      name: 'Mohamed Kamara',
      phone: nextPhone(),
      vehicleType: 'motorbike',
      plate: 'ABC 123',
    });
    const tenant = { merchantId: id, livemode: false };
    const rights = { scopes: ['*' as const], origins: [], ipRanges: [] };
    const { id: keyId, key } = await issueKey(context.store.of(tenant), context, {
      tenant,
      kind: 'secret',
      name: 'Test',
      rights,
      expiresAt: null,
    });
    return { merchantId: id, keyId, key };
  } finally {
    await runtime.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Looks into the database as its owner, waiting while it is away. */
export async function look(
  connection: ClientConfig,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(sql, [...values])).rows as Record<string, unknown>[];
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** A migrated, empty database of its own on the server of this run. */
export async function openDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const { name, url } = await makeDatabase();
  return {
    url,
    [Symbol.asyncDispose]: () =>
      onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** An empty database of its own on the server of this run, for what another version makes of it. */
export async function emptyDatabase(): Promise<AsyncDisposable & { readonly url: string }> {
  const name = `older_${process.pid}_${Date.now()}_${Math.floor(performance.now())}`;
  await onServer(inject('serverUrl'), `CREATE DATABASE ${name}`);
  return {
    url: databaseUrl(inject('serverUrl'), name),
    [Symbol.asyncDispose]: () =>
      onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
