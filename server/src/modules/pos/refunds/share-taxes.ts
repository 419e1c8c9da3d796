import { shareOut, sumOf, type Rate } from '@cottontree/contract';

export type TaxName = { readonly name: string; readonly rate: Rate; readonly inclusive: boolean };
export type TaxFigures = { readonly baseMinor: bigint; readonly taxMinor: bigint };

/** Something that taxes lie on, a line or the service charge: what it costs, and what of that goes back. */
export type TaxedPart = {
  readonly taxes: readonly TaxName[];
  readonly totalMinor: bigint;
  /** Null where money goes back that belongs to no part. */ readonly backMinor: bigint | null;
};

type Shares = {
  readonly parts: readonly TaxedPart[];
  /** In the order of the sale's taxes. */ readonly sale: readonly (TaxName & TaxFigures)[];
  readonly left: readonly TaxFigures[];
  /** Each figure by itself, rounded. */ readonly rounded: readonly TaxFigures[];
};

/** Parts of a sale whose taxes lie on nothing else, so that what they cost is their base and these taxes. */
type TaxGroup = {
  readonly parts: readonly TaxedPart[];
  /** By their place: those that lie on every part, whose base is the whole group's. */
  readonly whole: readonly number[];
  /** These, and those that lie on some of it. */
  readonly all: readonly number[];
};

/**
 * Taxes of a refund of which base and tax are together what goes back, to the minor unit: each rounded by itself they were a
 * cent off. Where taxes overlap, so that a sale's own figures do not say it, each is its rounded share.
 */
export function shareTaxes(
  { parts, sale, left, rounded }: Shares,
  loose: { readonly partMinor: bigint; readonly wholeMinor: bigint } | null,
): readonly TaxFigures[] {
  const shares = [...rounded];
  const groups = groupsOf(parts, sale);
  const worths = groups.map((group) => worthLeft(group, left));
  const others = loose === null ? 0n : loose.wholeMinor - sumOf(worths);
  const given = loose && shareOut(most(loose.partMinor, 0n), [...worths, most(others, 0n)]);
  groups.forEach((group, at) => {
    const wanted = given ? (given[at] ?? 0n) : sumOf(group.parts.map(({ backMinor }) => backMinor ?? 0n));
    const worth = least(wanted, worths[at] ?? 0n);
    fitTaxes(group, { worth, left, shares });
    const base = worth - sumOf(group.all.map((place) => shares[place]?.taxMinor ?? 0n));
    for (const place of group.whole)
      shares[place] = { baseMinor: base, taxMinor: shares[place]?.taxMinor ?? 0n };
  });
  return shares;
}

function groupsOf(parts: readonly TaxedPart[], sale: Shares['sale']): readonly TaxGroup[] {
  const bearers = sale.map((tax) => parts.filter(({ taxes }) => taxes.some((one) => isSameTax(one, tax))));
  const isWithin = (one: readonly TaxedPart[], other: readonly TaxedPart[]): boolean =>
    one.every((part) => other.includes(part));
  return bearers.flatMap((own, place) => {
    const all = places(bearers, (other) => other.length > 0 && isWithin(other, own));
    const whole = all.filter((at) => bearers[at]?.length === own.length);
    const isApart = bearers.every(
      (other, at) => all.includes(at) || !other.some((part) => own.includes(part)),
    );
    const worth = sumOf(own.map(({ totalMinor }) => totalMinor));
    const isExact =
      worth === (sale[place]?.baseMinor ?? 0n) + sumOf(all.map((at) => sale[at]?.taxMinor ?? 0n));
    return own.length > 0 && whole[0] === place && isApart && isExact ? [{ parts: own, whole, all }] : [];
  });
}

function places<T>(items: readonly T[], fits: (item: T) => boolean): readonly number[] {
  return items.flatMap((item, at) => (fits(item) ? [at] : []));
}

/** What of a group has not gone back. */
function worthLeft({ whole, all }: TaxGroup, left: readonly TaxFigures[]): bigint {
  return (left[whole[0] ?? -1]?.baseMinor ?? 0n) + sumOf(all.map((at) => left[at]?.taxMinor ?? 0n));
}

type Fit = { readonly worth: bigint; readonly left: readonly TaxFigures[]; readonly shares: TaxFigures[] };

/** Rounded taxes can be a cent more than all that goes back, or leave a base that is more than what is left of it. */
function fitTaxes({ whole, all }: TaxGroup, { worth, left, shares }: Fit): void {
  const tax = sumOf(all.map((at) => shares[at]?.taxMinor ?? 0n));
  let over = tax - worth;
  let short = worth - (left[whole[0] ?? -1]?.baseMinor ?? 0n) - tax;
  for (const at of all) {
    const { baseMinor, taxMinor } = shares[at] ?? { baseMinor: 0n, taxMinor: 0n };
    const less = least(most(over, 0n), taxMinor);
    const more = least(most(short, 0n), (left[at]?.taxMinor ?? 0n) - taxMinor);
    over -= less;
    short -= more;
    shares[at] = { baseMinor, taxMinor: taxMinor - less + more };
  }
}

/** Whether two names are of one tax. */
export function isSameTax(one: TaxName, other: TaxName): boolean {
  return one.name === other.name && one.rate === other.rate && one.inclusive === other.inclusive;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
