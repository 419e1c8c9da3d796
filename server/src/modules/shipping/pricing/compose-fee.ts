import {
  divideHalfUp,
  percentOf,
  roundUpToStep,
  type PackageSize,
  type Rate,
  type ServiceLevel,
} from '@cottontree/contract';
import type { Route } from './find-route.ts';
import { isWithin, isWithinDay, toLocalDates, toLocalTime } from './local-time.ts';
import type { RateCard, TimeSurcharge } from './rate-card.ts';

/** One term of a fee in minor units; a discount is negative. */
export type FeeLine = { readonly code: string; readonly label: string; readonly amount: bigint };

/** What is sent, in grams and minor units. */
export type PricedParcel = {
  readonly grams: number;
  readonly size: PackageSize;
  readonly declaredValue: bigint;
  readonly codAmount: bigint;
};

export type FeeInput = {
  readonly card: RateCard;
  readonly route: Pick<Route, 'pair' | 'tenths'>;
  /** What the delivery zone asks for as its base; null: what the card says. */
  readonly zoneBaseFee: bigint | null;
  readonly parcel: PricedParcel;
  readonly serviceLevel: ServiceLevel;
  readonly pickupAt: Date;
  /** Which job of its batch this is; 1 for the first and for one alone. */
  readonly batchPlace: number;
};

export type Fee = { readonly fee: bigint; readonly lines: readonly FeeLine[]; readonly baseFee: bigint };

/** The labels of the formula's own lines; surcharges bring theirs. */
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
  batch: 'Batch discount',
} as const);

const surchargeCap: Rate = 1_000_000n;

/**
 * `round_up_to_step(max(min_fee, base + distance + weight + size) × (1 + surcharges, at most 100 %) + insurance +
 * max(cod_min, cod share) + express - batch discount)`. Each term is rounded to the minor unit (half up) as its own
 * line, and the fee is the sum of the lines. A fixed fee stands for base and distance, and no minimum is added to it.
 */
export function composeFee(input: FeeInput): Fee {
  const { card } = input;
  const transport = transportLines(input);
  const transportFee = sumOf(transport);
  const lines = [
    ...transport,
    ...surchargeLines(card, transportFee, input.pickupAt),
    ...extraLines(input),
    batchLine(input, transportFee),
  ];
  const subtotal = sumOf(lines);
  const fee = roundUpToStep(subtotal, card.step);
  lines.push(line('rounding', fee - subtotal));
  return {
    fee,
    lines: lines.filter((known) => known.amount !== 0n || known.code === 'base' || known.code === 'fixed'),
    baseFee: baseFeeOf(input),
  };
}

function transportLines(input: FeeInput): FeeLine[] {
  const { card, route, parcel } = input;
  const load = [
    line('weight', divideHalfUp(card.perKg * BigInt(Math.max(0, parcel.grams - card.includedGrams)), 1_000n)),
    line('size', card.sizeFees[parcel.size] ?? 0n),
  ];
  if (route.pair !== null && route.pair.fixedFee !== null)
    return [line('fixed', route.pair.fixedFee), ...load];
  const distance = divideHalfUp(card.perKm * BigInt(Math.max(0, route.tenths - card.includedTenths)), 10n);
  const lines = [line('base', baseFeeOf(input)), line('distance', distance), ...load];
  const missing = card.minFee - sumOf(lines);
  return missing > 0n ? [...lines, line('minimum', missing)] : lines;
}

function surchargeLines(card: RateCard, transport: bigint, pickupAt: Date): FeeLine[] {
  if (card.surcharges.length === 0) return [];
  let left = surchargeCap;
  return card.surcharges.filter(appliesAt(card, pickupAt)).map(({ code, label, rate }) => {
    const granted = rate < left ? rate : left;
    left -= granted;
    return { code, label, amount: percentOf(transport, granted) };
  });
}

/** A share of the transport fee, never more than all of it, so that the fee stays above nothing. */
function batchLine({ card, batchPlace }: FeeInput, transport: bigint): FeeLine {
  const granted = card.batch !== null && batchPlace >= card.batch.from;
  return line('batch', granted ? -percentOf(transport, card.batch.rate) : 0n);
}

function extraLines({ card, parcel, serviceLevel }: FeeInput): FeeLine[] {
  const codShare = percentOf(parcel.codAmount, card.codRate);
  return [
    line('insurance', percentOf(parcel.declaredValue, card.insuranceRate)),
    line('cod', parcel.codAmount === 0n || codShare > card.codMin ? codShare : card.codMin),
    line('express', serviceLevel === 'express' ? card.expressFee : 0n),
  ];
}

function baseFeeOf({ card, route, zoneBaseFee }: FeeInput): bigint {
  return route.pair?.fixedFee ?? route.pair?.baseFee ?? zoneBaseFee ?? card.baseFee;
}

function appliesAt(card: RateCard, pickupAt: Date): (surcharge: TimeSurcharge) => boolean {
  const local = toLocalTime(pickupAt, card.timeZone);
  const holiday = holidaysAt(card, pickupAt);
  return ({ hours, onHolidays }) =>
    isWithin(hours, local) || (onHolidays && isWithinDay(hours, local.minute, holiday));
}

function holidaysAt(
  { holidays, timeZone }: RateCard,
  at: Date,
): { readonly today: boolean; readonly dayBefore: boolean } {
  if (holidays.size === 0) return { today: false, dayBefore: false };
  const { today, dayBefore } = toLocalDates(at, timeZone);
  const isHoliday = (date: string): boolean => holidays.has(date) || holidays.has(date.slice(5));
  return { today: isHoliday(today), dayBefore: isHoliday(dayBefore) };
}

function line(code: keyof typeof feeLabels, amount: bigint): FeeLine {
  return { code, label: feeLabels[code], amount };
}

function sumOf(lines: readonly FeeLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}
