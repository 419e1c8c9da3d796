import { divideHalfUp, percentOf, roundUpToStep, type PackageSize, type Rate, type ServiceLevel } from '@cottontree/contract';
import type { Route } from './find-route.ts';
import { isWithin, toLocalTime, type LocalTime } from './local-time.ts';
import type { RateCard, TimeSurcharge } from './rate-card.ts';
import type { Zone } from '../zones/zone.ts';

/** One term of a fee in minor units; a discount is negative. */
export type FeeLine = { readonly code: string; readonly label: string; readonly amount: bigint };

/** What is sent, in grams and minor units. */
export type Parcel = {
  readonly grams: number;
  readonly size: PackageSize;
  readonly declaredValue: bigint;
  readonly codAmount: bigint;
};

export type FeeInput = {
  readonly card: RateCard;
  readonly route: Route;
  readonly deliveryZone: Zone;
  readonly parcel: Parcel;
  readonly serviceLevel: ServiceLevel;
  readonly pickupAt: Date;
  /** Amounts above zero that come off the fee, at most to nothing. */
  readonly discounts: readonly FeeLine[];
};

export type Fee = { readonly fee: bigint; readonly lines: readonly FeeLine[]; readonly baseFee: bigint };

/** The labels of the formula's own lines; surcharges and discounts bring theirs. */
export const feeLabels = Object.freeze({
  base: 'Base fee',
  fixed: 'Fixed fee for this route',
  distance: 'Distance',
  weight: 'Weight',
  size: 'Package size',
  minimum: 'Up to the minimum fee',
  insurance: 'Insurance',
  cod: 'Cash on delivery',
  express: 'Express',
  rounding: 'Rounding up',
} as const);

const surchargeCap: Rate = 1_000_000n;

/**
 * `round_up_to_step(max(min_fee, base + distance + weight + size) × (1 + surcharges, at most 100 %) + insurance +
 * max(cod_min, cod share) + express - discounts)`. Each term is rounded to the minor unit (half up) as its own line,
 * and the fee is the sum of the lines. A fixed fee stands for base and distance, and no minimum is added to it.
 */
export function composeFee(input: FeeInput): Fee {
  const { card } = input;
  const transport = transportLines(input);
  const lines = [...transport, ...surchargeLines(card, sumOf(transport), input.pickupAt), ...extraLines(input)];
  for (const { code, label, amount } of input.discounts) {
    const most = sumOf(lines);
    lines.push({ code, label, amount: -(amount < most ? amount : most) });
  }
  const subtotal = sumOf(lines);
  const fee = roundUpToStep(subtotal, card.step);
  lines.push(line('rounding', fee - subtotal));
  return { fee, lines: lines.filter((known) => known.amount !== 0n || known.code === 'base' || known.code === 'fixed'), baseFee: baseFeeOf(input) };
}

function transportLines(input: FeeInput): FeeLine[] {
  const { card, route, parcel } = input;
  const load = [
    line('weight', divideHalfUp(card.perKg * BigInt(Math.max(0, parcel.grams - card.includedGrams)), 1_000n)),
    line('size', card.sizeFees[parcel.size] ?? 0n),
  ];
  if (route.pair !== null && route.pair.fixedFee !== null) return [line('fixed', route.pair.fixedFee), ...load];
  const distance = divideHalfUp(card.perKm * BigInt(Math.max(0, route.tenths - card.includedTenths)), 10n);
  const lines = [line('base', baseFeeOf(input)), line('distance', distance), ...load];
  const missing = card.minFee - sumOf(lines);
  return missing > 0n ? [...lines, line('minimum', missing)] : lines;
}

function surchargeLines(card: RateCard, transport: bigint, pickupAt: Date): FeeLine[] {
  if (card.surcharges.length === 0) return [];
  const local = toLocalTime(pickupAt, card.timeZone);
  let left = surchargeCap;
  return card.surcharges.filter((surcharge) => applies(surcharge, local)).map(({ code, label, rate }) => {
    const granted = rate < left ? rate : left;
    left -= granted;
    return { code, label, amount: percentOf(transport, granted) };
  });
}

function extraLines({ card, parcel, serviceLevel }: FeeInput): FeeLine[] {
  const codShare = percentOf(parcel.codAmount, card.codRate);
  return [
    line('insurance', percentOf(parcel.declaredValue, card.insuranceRate)),
    line('cod', parcel.codAmount === 0n || codShare > card.codMin ? codShare : card.codMin),
    line('express', serviceLevel === 'express' ? card.expressFee : 0n),
  ];
}

function baseFeeOf({ route, deliveryZone }: FeeInput): bigint {
  return route.pair?.fixedFee ?? route.pair?.baseFee ?? deliveryZone.base_fee;
}

function applies(surcharge: TimeSurcharge, local: LocalTime): boolean {
  return isWithin(surcharge.hours, local);
}

function line(code: keyof typeof feeLabels, amount: bigint): FeeLine {
  return { code, label: feeLabels[code], amount };
}

function sumOf(lines: readonly FeeLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}
