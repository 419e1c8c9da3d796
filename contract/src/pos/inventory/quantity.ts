import { parseDecimal } from '../../decimal.ts';

/** Decimals of a quantity: it is kept in thousandths of a unit. */
const quantityDecimals = 3;
/** The largest quantity of one level or movement, in thousandths: a billion units. */
export const quantityMilliMax = 1_000_000_000_000n;

export type QuantityResult =
  | { readonly ok: true; readonly milli: bigint }
  | { readonly ok: false; readonly message: string };

/** Reads a quantity (JSON number or decimal text) as thousandths, from minus to plus a billion units; never rounds. */
export function parseQuantity(value: number | string): QuantityResult {
  const result = parseDecimal(value, quantityDecimals);
  if (result.ok && result.units <= quantityMilliMax && result.units >= -quantityMilliMax)
    return { ok: true, milli: result.units };
  if (result.ok || result.problem === 'too_large')
    return { ok: false, message: 'must lie between -1,000,000,000 and 1,000,000,000' };
  if (result.problem === 'too_precise')
    return { ok: false, message: `must have at most ${quantityDecimals} decimals` };
  return { ok: false, message: 'must be a decimal number such as 12 or 0.5' };
}

/** Thousandths as the JSON number in units; its shortest text has at most three decimals. */
export function quantityOf(milli: bigint | number): number {
  // Exact doubles both, and IEEE 754 division rounds to the nearest one.
  return Number(milli) / 10 ** quantityDecimals;
}
