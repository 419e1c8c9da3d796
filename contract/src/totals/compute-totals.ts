import { percentOf } from '../money.ts';
import type { Cart, CartLineTotals, ServiceCharge, Totals } from './cart.ts';
import { checkCart } from './check-cart.ts';
import { computeTaxes, type TaxShare } from './compute-taxes.ts';
import { priceLines, type PricedLine } from './price-lines.ts';
import { sumOf } from './share-out.ts';
import { distinctRules } from './tax-rules.ts';

/**
 * What a cart costs; the till, the server and invoices all ask this one function.
 *
 * 1. A line's gross is its unit price times its quantity, rounded half up. Its own discount (a percentage, rounded half
 *    up, or an amount for the whole line) is at most that.
 * 2. The discount of the whole is computed once, on the sum of what is left of the lines, and is at most that. It falls
 *    by largest remainder in proportion to the lines' nets: first to the sets of lines with the same taxes, then to the
 *    lines of each, so that a line in two parts leaves every tax as it was.
 * 3. Each tax (name, rate, in the price or not) is computed on the exact sum of its bases, rounded half up once, and
 *    falls to the lines by largest remainder: they add up to the total. The base of a price with taxes in it is the price
 *    divided by one and the sum of their rates; all taxes of a line, on top or within, have that base. The same rule
 *    twice on a line counts once. `taxRounding: 'line'` rounds at each line instead.
 * 4. The service charge is a percentage of the lines' nets, or an amount; it may be taxed, together with the lines where
 *    the rule is the same. The tip is never taxed.
 * 5. Equal remainders are decided by the content of lines, never by their order: a cart in another order has the same
 *    figures for every line. Of lines that are the same in everything, the first gets the cent first.
 *
 * Amounts have no upper limit here. A quantity of zero costs nothing; anything negative is a RangeError.
 */
export function computeTotals(cart: Cart): Totals {
  checkCart(cart);
  const priced = priceLines(cart.lines, cart.discount);
  const netMinor = sumOf(priced.map((line) => line.netMinor));
  const service = {
    netMinor: chargeOn(netMinor, cart.serviceCharge),
    taxes: distinctRules(cart.serviceCharge?.taxes ?? []),
  };
  const taxed = computeTaxes([...priced, service], cart.taxRounding);
  const serviceTax = taxed.shares.at(-1) ?? { taxMinor: 0n, addedMinor: 0n };
  return {
    lines: inCartOrder(priced, taxed.shares),
    subtotalMinor: sumOf(priced.map(({ grossMinor }) => grossMinor)),
    discountMinor: sumOf(
      priced.map(({ discountMinor, orderDiscountMinor }) => discountMinor + orderDiscountMinor),
    ),
    taxes: taxed.totals,
    taxMinor: sumOf(taxed.totals.map(({ taxMinor }) => taxMinor)),
    serviceChargeMinor: service.netMinor,
    serviceChargeTaxMinor: serviceTax.taxMinor,
    serviceChargeTotalMinor: service.netMinor + serviceTax.addedMinor,
    tipMinor: cart.tipMinor,
    totalMinor:
      netMinor + service.netMinor + sumOf(taxed.shares.map(({ addedMinor }) => addedMinor)) + cart.tipMinor,
  };
}

function chargeOn(netMinor: bigint, serviceCharge: ServiceCharge | null): bigint {
  if (serviceCharge === null) return 0n;
  const { charge } = serviceCharge;
  return charge.type === 'percent' ? percentOf(netMinor, charge.rate) : charge.amountMinor;
}

function inCartOrder(priced: readonly PricedLine[], shares: readonly TaxShare[]): readonly CartLineTotals[] {
  const lines = priced.map(({ position, grossMinor, discountMinor, orderDiscountMinor, netMinor }, index) => {
    const { taxMinor, addedMinor } = shares[index] ?? { taxMinor: 0n, addedMinor: 0n };
    return {
      position,
      totals: {
        grossMinor,
        discountMinor,
        orderDiscountMinor,
        netMinor,
        taxMinor,
        totalMinor: netMinor + addedMinor,
      },
    };
  });
  return lines.toSorted((a, b) => a.position - b.position).map(({ totals }) => totals);
}
