import type { Cart, Reduction, TaxRule } from './cart.ts';

/** A cart in which nothing is below zero; RangeError otherwise, for who reads a request refuses such values with a sentence. */
export function checkCart({ lines, discount, serviceCharge, tipMinor }: Cart): void {
  for (const line of lines) {
    if (line.quantityMilli < 0n || line.unitPriceMinor < 0n)
      throw new RangeError('quantities and prices in a cart are not negative');
    checkReduction(line.discount);
    checkTaxes(line.taxes);
  }
  checkReduction(discount);
  checkReduction(serviceCharge?.charge ?? null);
  checkTaxes(serviceCharge?.taxes ?? []);
  if (tipMinor < 0n) throw new RangeError('a tip is not negative');
}

function checkReduction(reduction: Reduction | null): void {
  if (reduction === null) return;
  if ((reduction.type === 'percent' ? reduction.rate : reduction.amountMinor) < 0n)
    throw new RangeError('discounts and charges in a cart are not negative');
}

function checkTaxes(taxes: readonly TaxRule[]): void {
  if (taxes.some(({ rate }) => rate < 0n)) throw new RangeError('tax rates are not negative');
}
