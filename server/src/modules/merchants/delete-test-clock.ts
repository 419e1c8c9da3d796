import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { clockNotFound } from './advance-test-clock.ts';
import type { Merchants } from './module.ts';
import { removeClock } from './test-clocks.queries.ts';

/** Ends a test clock: business time of the merchant's test data is the present again. */
export async function deleteTestClock(
  { params }: Input<Operations['deleteTestClock']>,
  { tenant }: Call,
  module: Merchants,
): Promise<Reply<Deleted>> {
  if (!(await removeClock(module.store.of(tenant), tenant, params.id))) throw clockNotFound(params.id);
  module.authenticator.forget(tenant.merchantId);
  return reply({ id: params.id, deleted: true });
}
