import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';
import type { Numbering } from './numbering.ts';

const SERIES = { merchant_id: 'text', livemode: 'bool', series: 'text', period: 'text' } as const;
const LOOK = { prefix: 'text', suffix: 'text', width: 'int4' } as const;
const NUMBER = numberIn('c.next', { prefix: ':prefix', suffix: ':suffix', width: ':width' });

/** The series' next number, where a document has it already that did not get it from this very place. */
const taken = statement({
  name: 'numbers.taken',
  params: { ...SERIES, ...LOOK },
  row: { number: 'text' },
  sql: `WITH c AS (SELECT coalesce((SELECT n.next FROM number_counters n WHERE n.merchant_id = :merchant_id AND n.livemode = :livemode AND n.series = :series AND n.period = :period), 1) AS next)
        SELECT i.number FROM c JOIN invoices i ON i.merchant_id = :merchant_id AND i.livemode = :livemode AND i.number = ${NUMBER} WHERE :series = 'invoice' AND i.number_place IS NOT NULL
        UNION ALL SELECT d.number FROM c JOIN credit_notes d ON d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.number = ${NUMBER} WHERE :series = 'credit_note'`,
});

const begin = statement({
  name: 'numbers.begin',
  params: SERIES,
  row: {},
  sql: 'INSERT INTO number_counters (merchant_id, livemode, series, period, next) VALUES (:merchant_id, :livemode, :series, :period, 1) ON CONFLICT DO NOTHING',
});

/** An invoice that was given the next number by hand fills its place, and the series goes on behind it. */
const fill = statement({
  name: 'numbers.fill',
  params: { ...SERIES, ...LOOK },
  row: { next: 'int8' },
  sql: `WITH c AS (
          SELECT n.next FROM number_counters n WHERE n.merchant_id = :merchant_id AND n.livemode = :livemode AND n.series = :series AND n.period = :period FOR UPDATE
        ), filled AS (
          UPDATE invoices i SET number_period = :period, number_place = c.next FROM c WHERE i.merchant_id = :merchant_id AND i.livemode = :livemode AND i.number = ${NUMBER} AND i.number_place IS NULL RETURNING i.number_place
        )
        UPDATE number_counters n SET next = n.next + 1 FROM filled f WHERE n.merchant_id = :merchant_id AND n.livemode = :livemode AND n.series = :series AND n.period = :period AND n.next = f.number_place RETURNING n.next`,
});

type SeriesNumber = { readonly series: 'invoice' | 'credit_note'; readonly numbering: Numbering };

const lookOf = ({ prefix, suffix, width }: Numbering) => ({ prefix, suffix, width });

/** The next number of a series if a document of another place has it already, else null. */
export async function isNumberTaken(
  runner: Runner,
  tenant: Tenant,
  { series, numbering }: SeriesNumber,
): Promise<string | null> {
  return (
    (await runner.run(taken, { ...keyOf(tenant), series, period: numbering.period, ...lookOf(numbering) }))[0]
      ?.number ?? null
  );
}

/** Whether the next number of the invoices' series had been given by hand; its place counts as filled now. */
export async function fillTakenPlace(runner: Runner, tenant: Tenant, numbering: Numbering): Promise<boolean> {
  const series = { ...keyOf(tenant), series: 'invoice', period: numbering.period };
  await runner.run(begin, series);
  return (await runner.run(fill, { ...series, ...lookOf(numbering) })).length === 1;
}

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
