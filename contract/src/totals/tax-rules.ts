import type { TaxRule } from './cart.ts';

/** The rules that apply, each once and in order of name, rate and inclusiveness. */
export function distinctRules(rules: readonly TaxRule[]): readonly TaxRule[] {
  const byKey = new Map(rules.map((rule) => [ruleKey(rule), rule]));
  return [...byKey.values()].toSorted(compareRules);
}

/** The same for rules that are taxed together, and for no others. */
export function ruleKey({ name, rate, inclusive }: TaxRule): string {
  return JSON.stringify([name, String(rate), inclusive]);
}

/** By name, rate, and with what stands on top of prices first. */
export function compareRules(a: TaxRule, b: TaxRule): number {
  return (
    compare(a.name, b.name) || compare(a.rate, b.rate) || compare(Number(a.inclusive), Number(b.inclusive))
  );
}

/** The order of two values of one kind, as `toSorted` wants it; texts by their code units, which no locale changes. */
export function compare<Value extends string | bigint | number>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
