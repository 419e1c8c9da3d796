import { Type } from 'typebox';

/** Days that one report of the till covers at most: a leap year. */
export const SALES_REPORT_DAYS_MAX = 366;

/** A day as a report is asked for it. */
export function LocalDay(description: string) {
  return Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: `${description} A day of the merchant's time zone, 2026-01-31.`,
    }),
  );
}
