import { openDB, unwrap } from 'idb';
import { toolClient } from '../../tools/api.ts';
import { createClock } from '../../tools/clock.ts';
import { addOutboxStores, openOutbox, type Outbox, type OutboxSchema } from '../index.ts';
import { deviceWorld } from '../world.ts';

/** A till with nothing but a drawer and an outbox, for tests in a browser: its waits are shorter, all else is as it is. */
interface DrivenSchema extends OutboxSchema {
  drawer: { key: string; value: number };
}
type Sale = { readonly client_id: string; readonly [field: string]: unknown };
type Driven = Outbox<DrivenSchema, { readonly sale: Sale }>;

const WAIT_SHARE = 0.02;

export async function openDriven(key: string): Promise<Driven> {
  const db = await openDB<DrivenSchema>('driven', 1, {
    upgrade(database) {
      addOutboxStores(unwrap(database));
      database.createObjectStore('drawer');
    },
  });
  const clock = createClock();
  const client = toolClient({ clock, token: () => key, timeoutMs: 1_000 });
  const world = deviceWorld();
  return openOutbox<DrivenSchema, { readonly sale: Sale }>({
    name: 'driven',
    db,
    scope: 'test',
    clock,
    timeoutMs: 60_000,
    world: { ...world, sleep: (ms, signal) => world.sleep(ms * WAIT_SHARE, signal) },
    async send(batch, { signal }) {
      const { data } = await client.syncSales({ body: { sales: batch.map(({ body }) => body) }, signal });
      return batch.map(({ client_id, sha256 }, at) => ({
        client_id,
        sha256,
        outcome: data.results[at]?.result === 'refused' ? 'rejected' : 'acked',
        answer: data.results[at]?.error,
      }));
    },
  });
}

/** Sells country cloth for cash; through once it is on the disk. */
export async function sellDriven(outbox: Driven, total: number): Promise<string> {
  const { client_id } = await outbox.write(['drawer'], async (tx, add) => {
    const before = (await tx.objectStore('drawer').get('cash')) ?? 0;
    await tx.objectStore('drawer').put(before + total, 'cash');
    return add({
      kind: 'sale',
      body: ({ client_id, occurred_at }) => ({
        client_id,
        occurred_at,
        items: [{ custom_name: 'Country cloth', unit_price: total, quantity: 1 }],
        payments: [{ channel: 'cash', tendered: total }],
        total,
      }),
    });
  });
  return client_id;
}
Object.assign(globalThis, { openDriven, sellDriven });
