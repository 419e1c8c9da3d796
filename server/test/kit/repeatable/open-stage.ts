import { isIdempotent, operations, type Operation, type OperationId } from '@cottontree/contract';
import { openFakeBank } from '../fake-providers/fake-bank.ts';
import { startService, type TestMerchant } from '../service.ts';
import type { RepeatStage } from './repeatable.ts';

/** Their second request comes with a session that has ended, and is told so. */
const SIGN_OUTS: ReadonlySet<string> = new Set(['signOutDriver', 'signOutOperator']);

/** Every POST that writes, but for those about one's own account, which come with a cookie and not with a key. */
export const writing = (Object.values(operations) as readonly Operation[])
  .filter((operation) => isIdempotent(operation) && operation.by !== 'member' && !SIGN_OUTS.has(operation.id))
  .map((operation) => operation.id as OperationId);

/** A service with a shop, people and couriers, whose limits are met by nobody. */
export async function openStage(environment: Readonly<Record<string, string>> = {}): Promise<RepeatStage> {
  const [started, bank] = [await startService({ environment }), await openFakeBank()];
  async function end(): Promise<void> {
    await started[Symbol.asyncDispose]();
    await bank[Symbol.asyncDispose]();
  }
  const service = { ...started, [Symbol.asyncDispose]: end };
  const raiseLimits = () =>
    service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  async function newShop(): Promise<TestMerchant> {
    const made = await service.merchant();
    await raiseLimits();
    return made;
  }
  const shop = await service.merchant();
  await service.driver();
  // The first of a catalogue opens what its tills follow.
  await shop.client.createCategory({ body: { name: 'Food' } });
  await service.query('UPDATE drivers SET jobs_max = 20');
  await raiseLimits();
  return { service, shop, newShop, bank };
}
