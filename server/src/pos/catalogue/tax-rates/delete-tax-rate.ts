import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { deleteFromShelf } from '../shelf/shelf.ts';
import { taxRateShelf } from './tax-rate-shelf.ts';

/** Deletes a tax rate; tills learn it from their next sync. */
export function deleteTaxRate(
  { params }: Input<Operations['deleteTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<Deleted>> {
  return deleteFromShelf(taxRateShelf, params.id, { call, room });
}
