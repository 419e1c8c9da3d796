import type { Input, Operations, TaxRate } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { listShelf } from '../shelf/shelf.ts';
import { taxRateShelf } from './tax-rate-shelf.ts';

/** Lists tax rates, by position and name. */
export function listTaxRates(
  { query }: Input<Operations['listTaxRates']>,
  call: Call,
  room: Pos,
): Promise<Reply<readonly TaxRate[]>> {
  return listShelf(taxRateShelf, query, { call, room });
}
