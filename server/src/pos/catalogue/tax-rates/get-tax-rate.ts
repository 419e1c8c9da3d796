import type { Input, Operations, TaxRate } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { getFromShelf } from '../shelf/shelf.ts';
import { taxRateShelf } from './tax-rate-shelf.ts';

/** Reads one tax rate. */
export function getTaxRate(
  { params }: Input<Operations['getTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<TaxRate>> {
  return getFromShelf(taxRateShelf, params.id, { call, room });
}
