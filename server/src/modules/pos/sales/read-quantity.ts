import { parseDecimal } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';

const QUANTITY_DECIMALS = 3;
/** A million: more of one thing in one sale is a slip of the finger. */
const QUANTITY_MILLI_MAX = 1_000_000_000n;

/** A quantity of the request, above 0, in thousandths; a refusal names the field. */
export function readQuantity(value: number | string, { path }: { readonly path: string }): bigint {
  const parsed = parseDecimal(value, QUANTITY_DECIMALS);
  if (!parsed.ok || parsed.units <= 0n || parsed.units > QUANTITY_MILLI_MAX)
    throw invalid({
      path,
      message: `must be more than 0 and at most 1000000, with at most ${QUANTITY_DECIMALS} decimals`,
    });
  return parsed.units;
}
