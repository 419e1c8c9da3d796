import type { Input, Operations, TaxRate } from '@cottontree/contract';
import type { Call } from '../../../core/call.ts';
import { reply, type Reply } from '../../../core/reply.ts';
import type { Pos } from '../../open-pos.ts';
import { taxRateList } from './tax-rates.queries.ts';
import { taxRateShelf } from './tax-rate-shelf.ts';

/** Lists tax rates, by position and name unless sorted otherwise. */
export async function listTaxRates(
  { query }: Input<Operations['listTaxRates']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly TaxRate[]>> {
  const { tenant } = call;
  const { rows, meta } = await taxRateList.find(store.slow(tenant), { call, query });
  return reply(
    rows.map((row) => taxRateShelf.present(row, tenant)),
    { meta },
  );
}
