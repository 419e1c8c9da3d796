import { createClient, type Client } from '@cottontree/client';
import { expect } from 'vitest';
import { readSnapshot, type Runner } from '../../src/store/index.ts';
import { createFate } from './fate.ts';
import { passLeases } from './pass-leases.ts';
import { startService, type TestMerchant, type TestService } from './service.ts';

/** A shop on a node that lives on, and beside it, on the same database, a node that dies in the middle of a request. */
export type DyingNode = AsyncDisposable & {
  readonly service: TestService;
  readonly shop: TestMerchant;
  /** Sends the shop's request to the node that dies of it; what it has written by then is an orphan. */
  readonly orphan: (request: (client: Client) => Promise<unknown>) => Promise<void>;
  /** Every lease is over. */
  readonly passLeases: () => Promise<void>;
  /** Every lease is over, and the node that lives on does what is due. */
  readonly goOn: () => Promise<void>;
  /** The names of the promises that the data breaks. */
  readonly broken: () => Promise<readonly string[]>;
};

export type Death = {
  /** Of which statement, or transaction of its own, the node dies. */
  readonly of: string;
  /** The how many-th of those in a request that is, counting every transaction. */
  readonly step: number;
  /** What is promised of what the request writes. */
  readonly verify: (runner: Runner) => Promise<readonly { readonly check: string }[]>;
};

export async function besideDyingNode({ of, step, verify }: Death): Promise<DyingNode> {
  const fate = createFate(({ name }) => name === of);
  const service = await startService();
  const mortal = await startService({ databaseUrl: service.databaseUrl, fate, log: fate.log });
  const shop = await service.merchant();
  const client = createClient({ baseUrl: mortal.baseUrl, apiKey: shop.key, retries: 0 });
  return {
    service,
    shop,
    async orphan(request) {
      fate.await(step);
      await expect(request(client)).rejects.toMatchObject({ status: 500 });
      fate.revive();
    },
    passLeases: () => passLeases(service),
    async goOn() {
      await passLeases(service);
      await service.drain();
    },
    broken: async () =>
      (await readSnapshot(service.server.runtime.ownerConnection, verify)).map(({ check }) => check),
    async [Symbol.asyncDispose]() {
      await mortal[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
