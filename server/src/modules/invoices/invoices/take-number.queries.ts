/** What a statement that numbers takes of it; without a period no number is given. */
export const NUMBERING = {
  number_period: 'text?',
  number_prefix: 'text',
  number_suffix: 'text',
  number_width: 'int4',
} as const;

/** The number at a place, within a statement: as wide as the pattern says, or wider where it must be. */
export function numberIn(
  place: string,
  { prefix, suffix, width }: { readonly prefix: string; readonly suffix: string; readonly width: string },
): string {
  return `${prefix}::text || lpad(${place}::text, greatest(${width}::int4, length(${place}::text)), '0') || ${suffix}::text`;
}

/** The part of a statement that takes the next place for the one row of `source`, if it has one and a period is given. */
export function takePlace({
  source,
  series,
  period,
}: {
  readonly source: string;
  readonly series: string;
  readonly period: string;
}): string {
  return `INSERT INTO number_counters AS c (merchant_id, livemode, series, period, next) SELECT s.merchant_id, s.livemode, '${series}', ${period}, 2 FROM ${source} s WHERE ${period}::text IS NOT NULL
          ON CONFLICT (merchant_id, livemode, series, period) DO UPDATE SET next = c.next + 1 RETURNING c.period, c.next - 1 AS place`;
}
