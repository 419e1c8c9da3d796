import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import type { World } from '../../../kernel/running/world.ts';
import {
  bytesToJson,
  json,
  nullable,
  rowToJson,
  statement,
  type Json,
  type Runner,
} from '../../../store/index.ts';
import { jsonOf } from '../cash/cash-entries.queries.ts';
import { movesToJson } from '../inventory/stock-move.ts';
import { linesOf } from './sale-parts.ts';
import type { SaleStep } from './sale-step.ts';

const change = statement({
  name: 'sales.change',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    location_id: 'text',
    sale_ids: 'text[]',
    versions: 'int4[]',
    numbered: 'bool[]',
    periods: 'text[]',
    number_heads: 'text[]',
    number_tails: 'text[]',
    number_digits: 'int4[]',
    drawers: 'text[]',
    past: 'bool[]',
    claims: 'jsonb',
    new_sales: 'jsonb',
    changed_sales: 'jsonb',
    new_lines: 'jsonb',
    new_payments: 'jsonb',
    moves: 'jsonb',
    entries: 'jsonb',
    facts: 'jsonb',
    written_at: 'timestamptz',
  },
  row: {
    outcome: 'text?',
    number: 'int8?',
    number_text: 'text?',
    marks: 'text[]?',
    shortages: nullable(json<readonly SaleShortage[]>()),
  },
  announces: 'always',
  sql: 'SELECT outcome, number, number_text, marks, shortages FROM change_sales(:merchant_id, :livemode, :location_id, :sale_ids, :versions, :numbered, :periods, :number_heads, :number_tails, :number_digits, :drawers, :past, :claims, :new_sales, :changed_sales, :new_lines, :new_payments, :moves, :entries, :facts, :written_at) ORDER BY step',
});

/**
 * `granted`: written. `moved`: the sale is another by now. `known`: its client_id came before. `repeated`: its Idempotency-Key
 * did. `closed`, `drawerless`: the cash session. `short`, `unknown`: the stock.
 */
export type SaleOutcome =
  'granted' | 'moved' | 'known' | 'repeated' | 'closed' | 'drawerless' | 'short' | 'unknown';
export type SaleShortage = {
  readonly location_id: string;
  readonly variant_id: string;
  readonly requested: number;
  readonly available: number;
};
export type SaleStepResult = {
  readonly outcome: SaleOutcome;
  readonly number: bigint | null;
  readonly numberText: string | null;
  readonly marks: readonly string[];
  readonly shortages: readonly SaleShortage[];
};

export type SaleBatch = {
  readonly locationId: string;
  readonly steps: readonly SaleStep[];
  readonly world: Pick<World, 'now' | 'randomBytes'>;
};

/** Decides about the steps in their order, and writes what is granted. */
export async function changeSales(
  runner: Runner,
  tenant: Tenant,
  { locationId, steps, world }: SaleBatch,
): Promise<readonly SaleStepResult[]> {
  const each = <T>(rowsOf: (step: SaleStep, place: number) => readonly T[]): readonly T[] =>
    steps.flatMap((step, index) => rowsOf(step, index + 1));
  const rows = await runner.run(change, {
    ...keyOf(tenant),
    location_id: locationId,
    sale_ids: steps.map(({ after }) => after.id),
    versions: steps.map(({ before }) => before?.version ?? null) as number[],
    numbered: steps.map(({ numbering }) => numbering !== null),
    periods: steps.map(({ numbering }) => numbering?.period ?? ''),
    number_heads: steps.map(({ numbering }) => numbering?.head ?? ''),
    number_tails: steps.map(({ numbering }) => numbering?.tail ?? ''),
    number_digits: steps.map(({ numbering }) => numbering?.digits ?? 1),
    drawers: steps.map(({ drawer }) => drawer) as string[],
    past: steps.map(({ isPast }) => isPast),
    claims: each(({ claim }, step) =>
      claim
        ? [
            {
              step,
              key: claim.key,
              request_hash: bytesToJson(claim.hash),
              answer: bytesToJson(claim.answer),
              created_at: claim.at.toISOString(),
            },
          ]
        : [],
    ),
    new_sales: each(({ before, after }) => (before ? [] : [rowToJson(after)])),
    changed_sales: each(({ before, after }) => (before ? [rowToJson(after)] : [])),
    new_lines: each((sold) => (sold.numbering ? soldLines(sold) : [])),
    new_payments: each(({ after, payments }) =>
      payments.map((payment) => ({ sale_id: after.id, ...rowToJson(payment) })),
    ),
    moves: each((step, place) => stockMoves(step, { place, world })),
    entries: each(({ entries }, step) => entries.map((entry) => ({ step, ...(jsonOf(entry) as object) }))),
    facts: each(({ facts }, step) => facts.map((fact) => ({ step, ...fact }))),
    written_at: world.now(),
  });
  return rows.map(({ outcome, number, number_text, marks, shortages }) => ({
    outcome: outcome as SaleOutcome,
    number,
    numberText: number_text,
    marks: marks ?? [],
    shortages: shortages ?? [],
  }));
}

/** The stock that a step moves, under its place in the batch. */
function stockMoves(
  { moves, actor, after }: SaleStep,
  { place, world }: { readonly place: number; readonly world: SaleBatch['world'] },
): readonly Json[] {
  const written = movesToJson({ world, at: after.updated_at, actor }, [moves]);
  return written.map((move) => Object.assign(move as { step: number }, { step: place }));
}

/** What reports read of a completed sale. */
function soldLines({ after }: SaleStep): readonly Json[] {
  return linesOf(after).map((line) => ({
    sale_id: after.id,
    line: line.line,
    product_id: line.product_id,
    variant_id: line.variant_id,
    category_id: line.category_id,
    name: line.name,
    quantity_milli: line.quantity,
    gross: line.gross,
    discount: line.discount_total,
    tax: line.tax,
    total: line.total,
    unit_cost: line.unit_cost,
  }));
}
