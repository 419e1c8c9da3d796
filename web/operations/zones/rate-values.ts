import type { RateCard } from '@cottontree/contract';
import type { FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import type { FormLimits } from '../../kit/form/limits.ts';
import { plainAmount } from '../../kit/form/plain-amount.ts';

export const AMOUNTS = ['base_fee', 'per_km', 'per_kg', 'min_fee', 'step', 'express_fee', 'cod_min'] as const;
export const OPTIONAL_AMOUNTS = ['cod_max', 'cancel_fee'] as const;
export const NUMBERS = [
  'included_km',
  'included_kg',
  'max_km',
  'road_factor',
  'minutes_per_km',
  'insurance_percent',
  'cod_percent',
] as const;
export const SIZES = ['small', 'medium', 'large', 'xlarge'] as const;

const amount = { type: 'amount', required: true } as const;
const number = { type: 'number', required: true, minimum: 0 } as const;

/** What a form for a card holds its fields to; the server checks each again, and names what it refuses. */
export const rateLimits: FormLimits = {
  ...Object.fromEntries(AMOUNTS.map((name) => [name, amount])),
  ...Object.fromEntries(OPTIONAL_AMOUNTS.map((name) => [name, { type: 'amount' } as const])),
  ...Object.fromEntries(NUMBERS.map((name) => [name, number])),
  'pickup_minutes.standard': number,
  'pickup_minutes.express': number,
  ...Object.fromEntries(SIZES.map((size) => [`size_fees.${size}`, { type: 'amount' } as const])),
};

/** A share on top at certain hours of certain days. */
export type Surcharge = {
  readonly code: string;
  readonly label: string;
  readonly percent: number;
  readonly days: readonly string[];
  readonly from: string;
  readonly to: string;
};

type Figures = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

/** The figures of a card as they stand in its form. */
export function valuesOf({ card, note }: RateCard): FormValues {
  const inside = (name: string): Figures => (card[name] ?? {}) as Figures;
  return {
    note: note ?? '',
    ...Object.fromEntries(
      [...AMOUNTS, ...OPTIONAL_AMOUNTS, ...NUMBERS].map((name) => [name, textOf(card[name])]),
    ),
    ...Object.fromEntries(SIZES.map((size) => [`size_fees.${size}`, textOf(inside('size_fees')[size])])),
    'pickup_minutes.standard': textOf(inside('pickup_minutes')['standard']),
    'pickup_minutes.express': textOf(inside('pickup_minutes')['express']),
  };
}

export function surchargesOf({ card }: RateCard): readonly Surcharge[] {
  return Array.isArray(card['surcharges']) ? (card['surcharges'] as unknown as readonly Surcharge[]) : [];
}

/** What the form says, as the figures of a card. */
export function figuresOf(form: FormState, surcharges: readonly Surcharge[]): Record<string, unknown> {
  // What is no number goes as it was written, to be refused by name.
  const figure = (name: string): number | string | null => {
    const text = plainAmount(form.text(name).trim());
    return text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text);
  };
  const all = [...AMOUNTS, ...OPTIONAL_AMOUNTS, ...NUMBERS];
  return {
    ...Object.fromEntries(all.map((name) => [name, figure(name)])),
    size_fees: Object.fromEntries(SIZES.map((size) => [size, figure(`size_fees.${size}`)])),
    pickup_minutes: {
      standard: figure('pickup_minutes.standard'),
      express: figure('pickup_minutes.express'),
    },
    surcharges,
  };
}
