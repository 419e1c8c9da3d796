import type { Input, Operations, TaxRate } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { changeOnShelf } from '../shelf/shelf.ts';
import { taxRateShelf } from './tax-rate-shelf.ts';

/** Changes the fields given of a tax rate. */
export function updateTaxRate(
  { params, body }: Input<Operations['updateTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<TaxRate>> {
  return changeOnShelf(taxRateShelf, { id: params.id, body }, { call, room });
}
