import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { timelineOf } from '../delivery-change.ts';
import { deliveryNotFound } from '../move-delivery.ts';
import type { Shipping } from '../open-shipping.ts';
import { findOnBoard } from './board.queries.ts';
import { findReachedJob } from './find-reached-job.ts';
import { presentOnBoard } from './present-on-board.ts';

type Details = Data<Operations['getDispatchDelivery']>;

/** Answers one delivery on the board, whole but for its codes. */
export async function getDispatchDelivery(
  { params }: Input<Operations['getDispatchDelivery']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<Details>> {
  const job = await findReachedJob(params.jobNumber, call, room);
  const row = await findOnBoard(room.store.system, job);
  if (!row) throw deliveryNotFound(params.jobNumber);
  const shown = presentOnBoard(row, { settings: room.settings, vault: room.vault, now: job.now });
  return reply(
    { timeline: [...timelineOf(row)], attempts: [...row.attempts], ...shown },
    { version: String(row.version) },
  );
}
