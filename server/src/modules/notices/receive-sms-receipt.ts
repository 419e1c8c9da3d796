import { idTimeMs, isId, type Data, type Input, type Operations } from '@cottontree/contract';
import type { OpenCall } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Notices } from './module.ts';
import { proveGateway } from './prove-gateway.ts';
import { receiveReceipt } from './queue.queries.ts';

/** Takes in what became of a message that was handed to the gateway. */
export async function receiveSmsReceipt(
  { body }: Input<Operations['receiveSmsReceipt']>,
  call: OpenCall,
  module: Notices,
): Promise<Reply<Data<Operations['receiveSmsReceipt']>>> {
  proveGateway(module, call);
  if (!isId('ntc_', body.id)) return reply({ updated: false });
  const madeMs = idTimeMs('ntc_', body.id);
  const reason = body.status === 'failed' ? (body.reason ?? 'not_delivered') : null;
  const updated = await receiveReceipt(module.store.system, {
    created_from: new Date(madeMs),
    created_to: new Date(madeMs + 1),
    id: body.id,
    status: body.status,
    reason,
    now: module.world.systemNow(),
  });
  return reply({ updated });
}
