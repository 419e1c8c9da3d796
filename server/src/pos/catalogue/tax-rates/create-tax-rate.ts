import type { Input, Operations, TaxRate } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import type { Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { createOnShelf } from '../shelf/shelf.ts';
import { taxRateShelf } from './tax-rate-shelf.ts';

/** Makes a tax rate. */
export function createTaxRate(
  { body }: Input<Operations['createTaxRate']>,
  call: Call,
  room: Pos,
): Promise<Reply<TaxRate>> {
  return createOnShelf(taxRateShelf, body, { call, room });
}
