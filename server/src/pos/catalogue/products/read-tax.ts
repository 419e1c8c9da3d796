import type { UpdateProductBody } from '@cottontree/contract';
import { invalid } from '../../../core/failure.ts';
import { readShare } from '../../../core/read-figures.ts';
import { taxRateNotFound } from './product-failures.ts';
import type { ProductState } from './product-state.ts';
import type { References } from './references.queries.ts';

type Tax = Pick<ProductState, 'taxRateId' | 'taxRate'>;

/** A product's tax: a tax rate's, or a rate of its own. What was read can be sent back whole, so both may come if they say the same. */
export function readTax(
  { tax_rate_id: id, tax_rate: given }: Pick<UpdateProductBody, 'tax_rate_id' | 'tax_rate'>,
  now: Tax,
  references: References,
): Tax {
  const own = given === undefined || given === null ? given : readShare(given, { path: 'tax_rate' });
  if (id) {
    const rate = references.taxRates.get(id) ?? (id === now.taxRateId ? now.taxRate : undefined);
    if (rate === undefined || rate === null) throw taxRateNotFound(id);
    if (own !== undefined && own !== null && own !== rate && own !== now.taxRate)
      throw invalid({
        path: 'tax_rate',
        message: 'must be left out beside tax_rate_id, which says the rate',
      });
    return { taxRateId: id, taxRate: rate };
  }
  if (id === undefined && (own === undefined || own === now.taxRate))
    return { taxRateId: now.taxRateId, taxRate: now.taxRate };
  if (own === undefined) return { taxRateId: null, taxRate: now.taxRateId === null ? now.taxRate : null };
  return { taxRateId: null, taxRate: own };
}
