import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ServerOptions, ServerUse, Whereabouts } from '../roles/server.ts';
import { ask, requestBytes } from './load.ts';
import { startRole, type Role } from './role.ts';
import { liftCourierLimits, raiseLimits } from './fill.queries.ts';

export type Courier = { readonly id: string; readonly token: string };
export type Merchant = { readonly id: string; readonly key: string };

/** A server of its own process and database, with a merchant whose rate nobody reaches. */
export type Service = AsyncDisposable & {
  readonly role: Role;
  readonly port: number;
  readonly dataDir: string;
  readonly connection: Whereabouts['connection'];
  /** The database, as its owner. */
  readonly database: Client;
  readonly merchant: (input?: { readonly livemode?: boolean }) => Promise<Merchant>;
  /** Couriers who are signed in. */
  readonly couriers: (count: number) => Promise<readonly Courier[]>;
  readonly use: () => Promise<ServerUse>;
};

const folders = new Set<string>();
let databaseVersion = 'not started';

export function noteDatabaseVersion(version: string): void {
  databaseVersion = version;
}

/** Of the database that was opened last. */
export function databaseVersionSeen(): string {
  return databaseVersion;
}

export async function openService(options: Partial<Omit<ServerOptions, 'dataDir'>> = {}): Promise<Service> {
  const dataDir = await makeFolder();
  const role = await startRole('server', {
    roles: 'http,workers',
    paused: false,
    ...options,
    dataDir,
  } satisfies ServerOptions);
  const where = await role.ask<Whereabouts>('whereabouts');
  noteDatabaseVersion(where.databaseVersion);
  const database = new Client(where.connection);
  await database.connect();
  return {
    role,
    port: where.port,
    dataDir,
    connection: where.connection,
    database,
    async merchant(input = {}) {
      const merchant = await role.ask<Merchant>('merchant', input);
      await raiseLimits(database, merchant.id);
      return merchant;
    },
    async couriers(count) {
      const couriers: Courier[] = [];
      for (let made = 0; made < count; made += 1)
        couriers.push(
          await role.ask<Courier>('courier', { phone: `+232765${String(made).padStart(5, '0')}` }),
        );
      await liftCourierLimits(database);
      return couriers;
    },
    use: () => role.ask<ServerUse>('use'),
    async [Symbol.asyncDispose]() {
      await database.end();
      await role[Symbol.asyncDispose]();
      await removeFolder(dataDir);
    },
  };
}

/** A folder that goes when the bench ends. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-bench-'));
  folders.add(folder);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  folders.delete(folder);
  await rm(folder, { recursive: true, force: true });
}

export async function removeFolders(): Promise<void> {
  await Promise.all([...folders].map(removeFolder));
}

let orders = 0;

/** What a merchant's shop sends for one parcel, each under an order number of its own. */
export function orderBody(): string {
  orders += 1;
  return JSON.stringify({
    order_number: `B-${process.pid}-${orders}`,
    pickup_address: '14 Siaka Stevens Street',
    pickup_city: 'Freetown',
    delivery_address: '27 Freetown Road',
    delivery_city: 'Lumley',
    recipient_name: 'Fatmata Koroma',
    recipient_phone: '+23276555123',
    weight_kg: 1.5,
    cod_amount: 250,
    items: [{ name: 'Shoes', quantity: 1, price: 250 }],
  });
}

export function createBytes(key: string): Buffer {
  return requestBytes({ method: 'POST', path: '/v1/shipping/deliveries', key, body: orderBody() });
}

/** Makes deliveries over HTTP; their job numbers. */
export async function makeDeliveries(port: number, key: string, count: number): Promise<readonly string[]> {
  const numbers: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const { status, body } = await ask(port, createBytes(key));
    if (status !== 201) throw new Error(`A delivery could not be made (${status}): ${body}`);
    numbers.push((JSON.parse(body) as { readonly data: { readonly job_number: string } }).data.job_number);
  }
  return numbers;
}
