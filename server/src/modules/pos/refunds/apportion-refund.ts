import { divideHalfUp, refundShare, shareWithGoods } from '@cottontree/contract';
import { isSameTax, shareTaxes, type TaxedPart, type TaxFigures, type TaxName } from './share-taxes.ts';

/** A completed sale, as far as refunds share it out; minor units and thousandths. */
export type RefundableSale = {
  readonly lines: readonly {
    readonly line: number;
    readonly quantityMilli: bigint;
    readonly totalMinor: bigint;
    readonly taxes: readonly TaxName[];
  }[];
  readonly taxes: readonly (TaxName & TaxFigures)[];
  /** Without its tax. */
  readonly serviceChargeMinor: bigint;
  /** What it adds to the total. */
  readonly serviceTotalMinor: bigint;
  /** What lies on it, and how much of that tax is its. */
  readonly serviceTax: (TaxName & { readonly taxMinor: bigint }) | null;
  readonly discountMinor: bigint;
  readonly tipMinor: bigint;
  readonly cashRoundingMinor: bigint;
  readonly paidMinor: bigint;
};

/** What a refund gives back, figure by figure; `taxes` in the order of the sale's. */
export type RefundFigures = {
  readonly amountMinor: bigint;
  /** What of the amount belongs to no line. */
  readonly looseMinor: bigint;
  readonly tipMinor: bigint;
  readonly serviceChargeMinor: bigint;
  readonly discountMinor: bigint;
  readonly cashRoundingMinor: bigint;
  readonly taxes: readonly TaxFigures[];
};

/** What earlier refunds gave back in sum, and how much of each line, by its number. */
export type RefundedSoFar = RefundFigures & { readonly quantities: ReadonlyMap<number, bigint> };

export type ReturnedItem = { readonly line: number; readonly quantityMilli: bigint };
export type SharedItem = ReturnedItem & { readonly amountMinor: bigint };
export type Apportioned = RefundFigures & { readonly items: readonly SharedItem[] };

/** What goes back with goods, with money alone, or both; `tip`: the tip goes back too, or may be reached into. */
export type RefundInput = {
  readonly items: readonly ReturnedItem[];
  readonly looseMinor: bigint | null;
  readonly tip: boolean;
};

/**
 * Shares a sale out over its refunds. Everything that goes back with goods is a rounded share of all that came back so far,
 * less what went back before; the refund that brings the last of the goods gives whatever is left. So in however many
 * parts a sale comes back, every figure of its refunds adds up to the sale's, to the minor unit.
 */
export function apportionRefund(
  sale: RefundableSale,
  before: RefundedSoFar,
  input: RefundInput,
): Apportioned {
  const items = input.items.map((item) => ({ ...item, amountMinor: shareOf(sale, before, item) }));
  const quantities = new Map(before.quantities);
  for (const { line, quantityMilli } of input.items)
    quantities.set(line, (quantities.get(line) ?? 0n) + quantityMilli);
  const left = leftOf(sale, before);
  const isWhole =
    input.looseMinor === null &&
    sale.lines.every(({ line, quantityMilli }) => (quantities.get(line) ?? 0n) >= quantityMilli);
  if (isWhole) return { ...restOf(left, input.tip), items };
  if (input.looseMinor !== null)
    return { ...looseShare(sale, left, { looseMinor: input.looseMinor, tip: input.tip }), items: [] };
  return {
    ...goodsShare(sale, left, { items, before: before.quantities, after: quantities, tip: input.tip }),
    items,
  };
}

/** What of a sale has not gone back. */
export function leftOf(sale: RefundableSale, before: RefundFigures): RefundFigures {
  return {
    amountMinor: sale.paidMinor - before.amountMinor,
    looseMinor: 0n,
    tipMinor: sale.tipMinor - before.tipMinor,
    serviceChargeMinor: sale.serviceChargeMinor - before.serviceChargeMinor,
    discountMinor: sale.discountMinor - before.discountMinor,
    cashRoundingMinor: sale.cashRoundingMinor - before.cashRoundingMinor,
    taxes: sale.taxes.map(({ baseMinor, taxMinor }, at) => ({
      baseMinor: baseMinor - (before.taxes[at]?.baseMinor ?? 0n),
      taxMinor: taxMinor - (before.taxes[at]?.taxMinor ?? 0n),
    })),
  };
}

function shareOf(sale: RefundableSale, before: RefundedSoFar, { line, quantityMilli }: ReturnedItem): bigint {
  const sold = sale.lines.find((one) => one.line === line);
  if (!sold) throw new RangeError(`the sale has no line ${line}`);
  return refundShare(sold.totalMinor, {
    quantityMilli: sold.quantityMilli,
    refundedBeforeMilli: before.quantities.get(line) ?? 0n,
    refundNowMilli: quantityMilli,
  });
}

/** All that is left; the tip stays with whoever served unless it is asked for. */
function restOf(left: RefundFigures, tip: boolean): RefundFigures {
  return tip ? left : { ...left, amountMinor: most(left.amountMinor - left.tipMinor, 0n), tipMinor: 0n };
}

type Goods = {
  readonly items: readonly SharedItem[];
  readonly before: ReadonlyMap<number, bigint>;
  readonly after: ReadonlyMap<number, bigint>;
  readonly tip: boolean;
};

function goodsShare(
  sale: RefundableSale,
  left: RefundFigures,
  { items, before, after, tip }: Goods,
): RefundFigures {
  const all = (): boolean => true;
  const part = (whole: bigint, belongs: (line: RefundableSale['lines'][number]) => boolean): bigint =>
    shareWithGoods(
      whole,
      sale.lines.filter(belongs).map(({ line, quantityMilli, totalMinor }) => {
        const refundedBeforeMilli = before.get(line) ?? 0n;
        const refundNowMilli = (after.get(line) ?? 0n) - refundedBeforeMilli;
        return { quantityMilli, totalMinor, refundedBeforeMilli, refundNowMilli };
      }),
    );
  const service = part(sale.serviceTotalMinor, all);
  const rounding = toward(part(sale.cashRoundingMinor, all), left.cashRoundingMinor);
  const tipMinor = tip ? left.tipMinor : 0n;
  const goodsMinor = items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const besideTip = goodsMinor + service + rounding;
  // After money without goods there can be less left of their price than they cost: the rest is of the rounding.
  const besideRounding = left.amountMinor - left.tipMinor - left.cashRoundingMinor;
  return {
    amountMinor: besideTip + tipMinor,
    looseMinor: 0n,
    tipMinor,
    serviceChargeMinor: toward(part(sale.serviceChargeMinor, all), left.serviceChargeMinor),
    discountMinor: toward(part(sale.discountMinor, all), left.discountMinor),
    cashRoundingMinor: most(rounding, besideTip - besideRounding),
    taxes: shareTaxes(
      {
        parts: partsOf(sale, { items, service }),
        sale: sale.taxes,
        left: left.taxes,
        rounded: sale.taxes.map((tax, at) => roundedShare(sale, tax, { part, left: left.taxes[at] })),
      },
      null,
    ),
  };
}

/** What taxes lie on, with what goes back of it. */
function partsOf(
  { lines, serviceTax, serviceTotalMinor }: RefundableSale,
  back: { readonly items: readonly SharedItem[]; readonly service: bigint } | null,
): readonly TaxedPart[] {
  return [
    ...lines.map(({ line, taxes, totalMinor }) => ({
      taxes,
      totalMinor,
      backMinor: back && (back.items.find((item) => item.line === line)?.amountMinor ?? 0n),
    })),
    {
      taxes: serviceTax === null ? [] : [serviceTax],
      totalMinor: serviceTotalMinor,
      backMinor: back && back.service,
    },
  ];
}

type Rounding = {
  readonly part: (whole: bigint, belongs: (line: RefundableSale['lines'][number]) => boolean) => bigint;
  readonly left: TaxFigures | undefined;
};

/** Of a tax what comes back with the goods that bore it; what lies on the service charge comes back with any. */
function roundedShare(sale: RefundableSale, tax: TaxName & TaxFigures, { part, left }: Rounding): TaxFigures {
  const bears = ({ taxes }: RefundableSale['lines'][number]): boolean =>
    taxes.some((one) => isSameTax(one, tax));
  const belongs = sale.lines.some(bears) ? bears : () => true;
  const isOnService = sale.serviceTax !== null && isSameTax(sale.serviceTax, tax);
  const onService = isOnService ? (sale.serviceTax?.taxMinor ?? 0n) : 0n;
  const taxMinor = part(tax.taxMinor - onService, belongs) + part(onService, () => true);
  return {
    baseMinor: toward(part(tax.baseMinor, belongs), left?.baseMinor ?? 0n),
    taxMinor: toward(taxMinor, left?.taxMinor ?? 0n),
  };
}

/** Money without goods: its share of what is left of every figure; the tip is reached into only once nothing else is left. */
function looseShare(
  sale: RefundableSale,
  left: RefundFigures,
  { looseMinor, tip }: { readonly looseMinor: bigint; readonly tip: boolean },
): RefundFigures {
  const besideTip = most(left.amountMinor - left.tipMinor, 0n);
  const fromGoods = least(looseMinor, besideTip);
  const share = (amount: bigint): bigint => portion(amount, { part: fromGoods, whole: besideTip });
  const cashRoundingMinor = share(left.cashRoundingMinor);
  return {
    amountMinor: looseMinor,
    looseMinor: fromGoods,
    tipMinor: tip ? least(looseMinor - fromGoods, left.tipMinor) : 0n,
    serviceChargeMinor: share(left.serviceChargeMinor),
    discountMinor: share(left.discountMinor),
    cashRoundingMinor,
    taxes: shareTaxes(
      {
        parts: partsOf(sale, null),
        sale: sale.taxes,
        left: left.taxes,
        rounded: left.taxes.map(({ baseMinor, taxMinor }) => ({
          baseMinor: share(baseMinor),
          taxMinor: share(taxMinor),
        })),
      },
      { partMinor: fromGoods - cashRoundingMinor, wholeMinor: besideTip - left.cashRoundingMinor },
    ),
  };
}

type Portion = { readonly part: bigint; readonly whole: bigint };

function portion(amount: bigint, { part, whole }: Portion): bigint {
  return whole === 0n ? 0n : divideHalfUp(amount * part, whole);
}

/** The amount, but no further from nothing than the limit, and not on its other side. */
function toward(amount: bigint, limit: bigint): bigint {
  return limit >= 0n ? least(most(amount, 0n), limit) : most(least(amount, 0n), limit);
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
