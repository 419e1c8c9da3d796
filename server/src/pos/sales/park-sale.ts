import type { Input, Operations, Sale } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { advanceSale } from './advance-sale.ts';
import { answerChange } from './answer-sale.ts';
import { claimOf } from './keep-sale-answer.ts';
import { requireMove } from './require-move.ts';
import { actorOf, readSeller } from './sale-request.ts';

/** Keeps an open sale for later. */
export async function parkSale(
  { params, body }: Input<Operations['parkSale']>,
  call: Call,
  room: Pos,
): Promise<Reply<Sale>> {
  const seller = await readSeller(call, room, body.staff_id);
  return answerChange(seller, params.id, (before) => {
    requireMove(before, 'parked');
    const draft = { ...before, status: 'parked' as const, notes: body.notes ?? before.notes };
    return {
      wants: [],
      compose: (ground) =>
        advanceSale(before, draft, {
          ground,
          room,
          at: call.now,
          actor: actorOf(seller),
          after: 'now',
          claimOf: claimOf(seller, 200),
        }),
    };
  });
}
