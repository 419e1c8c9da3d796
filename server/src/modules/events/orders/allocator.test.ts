import { expect, test } from 'vitest';
import { LostConnection } from '../../../store/index.ts';
import type { AllocatorContext } from './allocation.ts';
import { createAllocator } from './allocator.ts';
import { plainStep } from './order-step.ts';
import type { OrderRow } from './orders.queries.ts';

const AT = new Date('2026-11-28T08:00:00Z');
const key = { tenant: { merchantId: 'mer_1', livemode: true }, eventId: 'evt_1' };
const order = (id: string, change: string) =>
  ({ id, change_id: change, version: 1, status: 'held', lines: [], promo_id: null }) as unknown as OrderRow;

/** An allocator whose connection is lost under each statement that writes; afterwards the orders there were last written by these changes. */
function losing(written: Readonly<Record<string, string>>) {
  const run = async ({ name }: { readonly name: string }) => {
    if (name === 'ticketOrders.change') throw new LostConnection();
    return Object.entries(written).map(([id, change_id]) => ({ id, change_id }));
  };
  return createAllocator({
    cache: { known: () => ({ id: key.eventId, version: 1, types: [] }) },
    store: { of: () => ({ run }) },
  } as unknown as AllocatorContext);
}

const wanted = (before: OrderRow | null, after: OrderRow) => ({
  key,
  orderId: before?.id ?? null,
  issues: false,
  compose: () => plainStep(before, after, AT),
});

test('after a lost connection a new order that is there was granted, also where somebody has changed it since', async () => {
  const made = order('ord_1', 'chg_1');
  for (const change of ['chg_1', 'chg_2'])
    expect(await losing({ ord_1: change })(wanted(null, made))).toMatchObject({ outcome: 'granted' });
  await expect(losing({})(wanted(null, made))).rejects.toThrow(LostConnection);
});

test('a change of an order that another change has followed may be either, and is not told as granted', async () => {
  const [before, after] = [order('ord_1', 'chg_1'), order('ord_1', 'chg_2')];
  expect(await losing({ ord_1: 'chg_2' })(wanted(before, after))).toMatchObject({ outcome: 'granted' });
  for (const change of ['chg_1', 'chg_3'])
    await expect(losing({ ord_1: change })(wanted(before, after))).rejects.toThrow(LostConnection);
});
