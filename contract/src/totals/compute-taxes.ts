import { divideHalfUp } from '../decimal.ts';
import type { TaxRounding, TaxRule, TaxTotals } from './cart.ts';
import { shareOut, sumOf } from './share-out.ts';
import { compareRules, ruleKey } from './tax-rules.ts';

/** Something with a price of its own; its rules are distinct. */
export type Taxed = { readonly netMinor: bigint; readonly taxes: readonly TaxRule[] };

export type TaxShare = {
  readonly taxMinor: bigint;
  /** The part of it that the price does not have in it. */
  readonly addedMinor: bigint;
};

export type Taxes = {
  readonly totals: readonly TaxTotals[];
  /** One for each part, in their order. */ readonly shares: readonly TaxShare[];
};

/** A rate of 100 %, and so what makes a rate a fraction. */
const whole = 1_000_000n;

/** The taxes of all parts: rounded once for each rule and document, or once for each rule and line. */
export function computeTaxes(parts: readonly Taxed[], rounding: TaxRounding): Taxes {
  if (rounding === 'document') return taxTogether(parts);
  const alone = parts.map((part) => taxTogether([part]));
  return {
    totals: merge(alone.flatMap(({ totals }) => totals)),
    shares: alone.flatMap(({ shares }) => shares),
  };
}

function taxTogether(parts: readonly Taxed[]): Taxes {
  const scale = commonScale(parts);
  const shares = parts.map(() => ({ taxMinor: 0n, addedMinor: 0n }));
  const totals = byRule(parts, scale).map(({ rule, bases, indexes }) => {
    const base = sumOf(bases);
    const taxMinor = divideHalfUp(base * rule.rate, scale * whole);
    shareOut(taxMinor, bases).forEach((share, place) => addShare(shares[indexes[place] ?? -1], share, rule));
    return {
      name: rule.name,
      rate: rule.rate,
      inclusive: rule.inclusive,
      baseMinor: divideHalfDown(base, scale),
      taxMinor,
    };
  });
  return { totals: totals.toSorted(compareRules), shares };
}

type RuleBases = {
  readonly rule: TaxRule;
  /** Times the scale. */ readonly bases: bigint[];
  /** Whose base it is. */ readonly indexes: number[];
};

function byRule(parts: readonly Taxed[], scale: bigint): readonly RuleBases[] {
  const found = new Map<string, RuleBases>();
  parts.forEach((part, index) => {
    const base = scaledBase(part, scale);
    for (const rule of part.taxes) {
      const key = ruleKey(rule);
      const of = found.get(key) ?? { rule, bases: [], indexes: [] };
      of.bases.push(base);
      of.indexes.push(index);
      found.set(key, of);
    }
  });
  return [...found.values()];
}

/** What is taxed of a part, times `scale`: its price without the taxes that it has in it. */
function scaledBase(part: Taxed, scale: bigint): bigint {
  return (part.netMinor * whole * scale) / priceRate(part);
}

/** A multiple of every part's price rate, so that no base needs rounding. */
function commonScale(parts: readonly Taxed[]): bigint {
  return [...new Set(parts.map(priceRate))].reduce((product, rate) => product * rate, 1n);
}

/** What the price is of its base: 115 % where a tax of 15 % is in it. */
function priceRate({ taxes }: Taxed): bigint {
  return whole + sumOf(taxes.filter(({ inclusive }) => inclusive).map(({ rate }) => rate));
}

function addShare(
  share: { taxMinor: bigint; addedMinor: bigint } | undefined,
  taxMinor: bigint,
  { inclusive }: TaxRule,
): void {
  if (!share) return;
  share.taxMinor += taxMinor;
  if (!inclusive) share.addedMinor += taxMinor;
}

/** Halves go down here because they go up in the tax: a price with one tax in it is exactly its base and its tax. */
function divideHalfDown(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor - 1n) / (2n * divisor);
}

function merge(totals: readonly TaxTotals[]): readonly TaxTotals[] {
  const merged = new Map<string, TaxTotals>();
  for (const one of totals) {
    const known = merged.get(ruleKey(one));
    merged.set(
      ruleKey(one),
      known
        ? { ...known, baseMinor: known.baseMinor + one.baseMinor, taxMinor: known.taxMinor + one.taxMinor }
        : one,
    );
  }
  return [...merged.values()].toSorted(compareRules);
}
