import type { Input, Operations, Sale } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { answerChange } from './answer-sale.ts';
import type { DecidedSale } from './change-sale.ts';
import { claimOf } from './keep-sale-answer.ts';
import { requireMove, stateConflict } from './require-move.ts';
import { paymentsOf } from './sale-parts.ts';
import { actorOf, readActor, readSeller, type Seller } from './sale-request.ts';
import type { SaleRow } from './sales.queries.ts';
import { takeBack } from './take-back.ts';

/** Takes back what was just sold: its stock and its cash come back, its number stays. */
export async function voidSale(
  { params, body }: Input<Operations['voidSale']>,
  call: Call,
  room: Pos,
): Promise<Reply<Sale>> {
  const seller = await readActor(call, room, { staffId: body.staff_id, permission: 'void' });
  return answerChange(seller, params.id, (before) =>
    decideVoid(before, { seller, reason: body.reason ?? null }),
  );
}

/** Gives up a sale that is parked or open; what was paid in part goes back. */
export async function cancelSale(
  { params, body }: Input<Operations['cancelSale']>,
  call: Call,
  room: Pos,
): Promise<Reply<Sale>> {
  const seller = await readSeller(call, room, body.staff_id);
  return answerChange(seller, params.id, (before) => {
    requireMove(before, 'cancelled');
    return {
      wants: [],
      compose: () =>
        takeBack(before, {
          to: 'cancelled',
          room,
          at: call.now,
          actor: actorOf(seller),
          reason: body.reason ?? null,
          claimOf: claimOf(seller, 200),
        }),
    };
  });
}

function decideVoid(
  before: SaleRow,
  { seller, reason }: { readonly seller: Seller; readonly reason: string | null },
): DecidedSale {
  const { call, room } = seller;
  requireMove(before, 'voided');
  const byProvider = paymentsOf(before).find(
    ({ verdict, channel }) => verdict === 'kept' && channel !== 'cash' && channel !== 'external',
  );
  if (byProvider)
    throw stateConflict(
      before,
      'voided',
      `The sale was paid through a provider (${byProvider.channel}); refund it instead`,
    );
  return {
    wants: [],
    compose: () =>
      takeBack(before, {
        to: 'voided',
        room,
        at: call.now,
        actor: actorOf(seller),
        reason,
        claimOf: claimOf(seller, 200),
      }),
  };
}
