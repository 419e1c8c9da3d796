import type { Data, Operations } from '@cottontree/contract';

export type Row = Data<Operations['reportSales']>;
/** What a row can stand for. */
export const groups = ['day', 'product', 'category', 'staff', 'channel', 'tax'] as const;
export type Group = (typeof groups)[number];

const DAY_MS = 86_400_000;

/** The first of so many days that end with one. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}
