import type { TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { findKept } from '../../core/idempotency.queries.ts';
import { openAnswer, sealReply } from '../../core/kept-answer.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { swapAnswer } from './answers.queries.ts';

/**
 * The order was kept with an answer of its own before its payment could be begun. Now the answer with the payment takes
 * that one's place, once: whoever repeats the request at the same time gets what was put there first.
 */
export async function keepLastAnswer(
  room: Events,
  call: Call,
  wanted: Reply<TicketOrder>,
): Promise<Reply<TicketOrder>> {
  const { idempotency, tenant } = call;
  if (!idempotency) return wanted;
  const runner = room.store.of(tenant);
  const kept = await findKept(runner, tenant, idempotency.key);
  if (!kept?.answer) return wanted;
  const first = openAnswer<TicketOrder>(room.vault, kept.answer);
  const again = (data: TicketOrder): Reply<TicketOrder> => ({
    data,
    ...(first.at ? { at: first.at } : {}),
    ...(wanted.replayed ? { replayed: true } : {}),
  });
  if (first.data.payment !== null) return again(first.data);
  const answer = sealReply(room.vault, { ...wanted, status: 201 }, first.at ?? room.world.now());
  if (await swapAnswer(runner, tenant, { key: idempotency.key, before: kept.answer, after: answer }))
    return again(wanted.data);
  const swapped = await findKept(runner, tenant, idempotency.key);
  return again(swapped?.answer ? openAnswer<TicketOrder>(room.vault, swapped.answer).data : wanted.data);
}
