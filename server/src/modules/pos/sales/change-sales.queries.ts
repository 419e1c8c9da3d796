import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import type { World } from '../../../kernel/running/world.ts';
import {
  bytesToJson,
  json,
  nullable,
  rowToJson,
  statement,
  text,
  type Json,
  type JsonObject,
  type Runner,
} from '../../../store/index.ts';
import { jsonOf } from '../cash/cash-entries.queries.ts';
import { movesToJson } from '../inventory/stock-move.ts';
import { linesOf } from './sale-parts.ts';
import type { SaleClaim, SaleStep } from './sale-step.ts';
import type { SaleRow } from './sales.queries.ts';

/** What the database alone gives a sale that it writes. */
const GIVEN = {
  number: 'int8?',
  number_period: 'text?',
  number_text: 'text?',
  receipt_number: 'text?',
} as const;

const change = statement({
  name: 'sales.change',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    location_id: 'text',
    steps: 'jsonb',
    rows: 'jsonb',
    written_at: 'timestamptz',
  },
  row: {
    outcome: text<SaleOutcome>(),
    shortages: nullable(json<readonly SaleShortage[]>()),
    ...GIVEN,
    marks: 'text[]?',
  },
  announces: 'always',
  sql: `SELECT outcome, shortages, ${Object.keys(GIVEN).join(', ')}, marks FROM change_sales(:merchant_id, :livemode, :location_id, :steps, :rows, :written_at) ORDER BY step`,
});

/**
 * `granted`: written. `moved`: the sale is another by now. `known`: its client_id came before. `repeated`: its Idempotency-Key
 * did. `shut`: the location. `forgotten`: the customer. `closed`, `drawerless`: the cash session. `short`, `unknown`: the stock.
 */
export type SaleOutcome =
  | 'granted'
  | 'moved'
  | 'known'
  | 'repeated'
  | 'shut'
  | 'forgotten'
  | 'closed'
  | 'drawerless'
  | 'short'
  | 'unknown';
export type SaleShortage = {
  readonly location_id: string;
  readonly variant_id: string;
  readonly requested: number;
  readonly available: number;
};
export type GivenToSale = Pick<SaleRow, keyof typeof GIVEN>;
export type SaleStepResult = {
  readonly outcome: SaleOutcome;
  /** Its number, where it got one now. */
  readonly given: GivenToSale | null;
  /** What it is flagged with beside what its caller knew. */
  readonly marks: readonly string[];
  readonly shortages: readonly SaleShortage[];
};

export function givenTo({
  number,
  number_period,
  number_text,
  receipt_number,
}: GivenToSale): GivenToSale | null {
  return number === null ? null : { number, number_period, number_text, receipt_number };
}

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
  const rows = await runner.run(change, {
    ...keyOf(tenant),
    location_id: locationId,
    steps: steps.map(stepToJson),
    rows: rowsOf(steps, world),
    written_at: world.now(),
  });
  return rows.map(({ outcome, shortages, marks, ...given }) => ({
    outcome,
    shortages: shortages ?? [],
    marks: marks ?? [],
    given: givenTo(given),
  }));
}

function stepToJson({ before, after, numbering, drawer, isDrawerAnywhere, isPast }: SaleStep): Json {
  return {
    id: after.id,
    version: before?.version ?? null,
    ...(numbering ? { numbering: { ...numbering, receipt_number: after.receipt_number } } : {}),
    ...(drawer === null ? {} : { drawer }),
    ...(isDrawerAnywhere ? { anywhere: true } : {}),
    ...(isPast ? { past: true } : {}),
  };
}

/** What there is none of is left out: the function looks for nothing that is not there. */
function rowsOf(steps: readonly SaleStep[], world: SaleBatch['world']): JsonObject {
  const each = (rows: (step: SaleStep, place: number) => readonly object[]): readonly Json[] =>
    steps.flatMap((step, index) => rows(step, index + 1) as readonly Json[]);
  const lists = {
    claims: each(({ claim, after }, step) => (claim ? [{ step, ...claimToJson(claim, after.id) }] : [])),
    new_sales: each(({ before, after }) => (before ? [] : [rowToJson(after)])),
    changed_sales: each(({ before, after }) => (before ? [rowToJson(after)] : [])),
    lines: each((step) => (step.numbering ? soldLines(step) : [])),
    payments: each(({ after, payments }) =>
      payments.map((one) => ({ sale_id: after.id, ...rowToJson(one) })),
    ),
    moves: each((step, place) => stockMoves(step, { place, world })),
    entries: each(({ entries }, step) => entries.map((entry) => ({ step, ...(jsonOf(entry) as object) }))),
    facts: each(({ facts }, step) => facts.map((fact) => ({ step, ...fact }))),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function claimToJson({ key, hash, answer, at }: SaleClaim, effect: string): JsonObject {
  return {
    key,
    request_hash: bytesToJson(hash),
    effect,
    answer: bytesToJson(answer),
    created_at: at.toISOString(),
  };
}

/** The stock that a step moves, under its place in the batch. */
function stockMoves(
  { moves, actor, after }: SaleStep,
  { place, world }: { readonly place: number; readonly world: SaleBatch['world'] },
): readonly object[] {
  const written = movesToJson({ world, at: after.updated_at, actor }, [moves]);
  return written.map((move) => Object.assign(move as { step: number }, { step: place }));
}

/** What reports read of a completed sale. */
function soldLines({ after }: SaleStep): readonly JsonObject[] {
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
