import type { Cart, Reduction, TaxRule } from '../src/totals/cart.ts';

/**
 * The rules of totals written a second time, from the design alone and in another way: in fractions that are rounded only
 * where a rule says so. How a discount is parted among lines it leaves to `nets`, which the tests judge by themselves.
 */
export type ExpectedTotals = {
  readonly subtotalMinor: bigint;
  readonly discountMinor: bigint;
  readonly serviceChargeMinor: bigint;
  readonly totalMinor: bigint;
  /** Of each rule, by its key. */
  readonly taxes: ReadonlyMap<string, bigint>;
};

export function expectTotals(cart: Cart, nets: readonly bigint[]): ExpectedTotals {
  const grosses = cart.lines.map(({ unitPriceMinor, quantityMilli }) =>
    round([unitPriceMinor * quantityMilli, 1_000n]),
  );
  const own = cart.lines.map(({ discount }, at) => reductionOf(grosses[at] ?? 0n, discount));
  const left = total(grosses) - total(own);
  const off = reductionOf(left, cart.discount);
  const net = left - off;
  const charge = cart.serviceCharge?.charge ?? null;
  const service =
    charge === null ? 0n : charge.type === 'fixed' ? charge.amountMinor : round([net * charge.rate, WHOLE]);
  const parts = [
    ...cart.lines.map(({ taxes }, at) => ({ net: nets[at] ?? 0n, taxes: once(taxes) })),
    { net: service, taxes: once(cart.serviceCharge?.taxes ?? []) },
  ];
  const rules = once(parts.flatMap(({ taxes }) => taxes));
  const taxes = new Map(
    rules.map((rule) => [keyOf(rule), taxOf(rule, { parts, rounding: cart.taxRounding })]),
  );
  const onTop = total(
    rules.filter(({ inclusive }) => !inclusive).map((rule) => taxes.get(keyOf(rule)) ?? 0n),
  );
  return {
    subtotalMinor: total(grosses),
    discountMinor: total(own) + off,
    serviceChargeMinor: service,
    totalMinor: net + service + onTop + cart.tipMinor,
    taxes,
  };
}

export const keyOf = ({ name, rate, inclusive }: TaxRule): string => `${name}|${rate}|${inclusive}`;
export const total = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n);

type Fraction = readonly [top: bigint, bottom: bigint];
type Part = { readonly net: bigint; readonly taxes: readonly TaxRule[] };

const WHOLE = 1_000_000n;

function taxOf(
  rule: TaxRule,
  { parts, rounding }: { readonly parts: readonly Part[]; readonly rounding: Cart['taxRounding'] },
): bigint {
  const exact = parts
    .filter(({ taxes }) => taxes.some((tax) => keyOf(tax) === keyOf(rule)))
    .map(({ net, taxes }): Fraction => [
      net * rule.rate,
      WHOLE + total(taxes.filter(({ inclusive }) => inclusive).map(({ rate }) => rate)),
    ]);
  return rounding === 'line' ? total(exact.map(round)) : round(exact.reduce(plus, [0n, 1n]));
}

function reductionOf(minor: bigint, reduction: Reduction | null): bigint {
  if (reduction === null) return 0n;
  const wanted = reduction.type === 'fixed' ? reduction.amountMinor : round([minor * reduction.rate, WHOLE]);
  return wanted > minor ? minor : wanted;
}

const once = (rules: readonly TaxRule[]): readonly TaxRule[] =>
  rules.filter((rule, at) => rules.findIndex((other) => keyOf(other) === keyOf(rule)) === at);
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
/** The integer below the value and a half; for what is not negative. */
const round = ([top, bottom]: Fraction): bigint => (top * 2n + bottom) / (bottom * 2n);
