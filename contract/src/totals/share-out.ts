/** Parts `amount` in proportion to `weights`, to the minor unit: what rounding down leaves over goes to the largest remainders, earlier ones first. */
export function shareOut(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const whole = sumOf(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => (amount * weight) / whole);
  const remainders = weights.map((weight, index) => ({ index, rest: (amount * weight) % whole }));
  const left = Number(amount - sumOf(shares));
  const favoured = new Set(
    remainders
      .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ index }) => index),
  );
  return shares.map((share, index) => (favoured.has(index) ? share + 1n : share));
}

/** The sum of amounts. */
export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
