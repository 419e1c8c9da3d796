import { quantityOf } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Runner } from '../../../store/index.ts';
import { runMoveStock } from './move-stock.queries.ts';
import { movesToJson, type StockStep, type StockWriter } from './stock-move.ts';

/** Where something is, or should be. */
export type StockPlace = { readonly location_id: string; readonly variant_id: string };
/** Quantities in thousandths. */
export type Shortage = StockPlace & { readonly requested: number; readonly available: number };
export type ChangedLevel = StockPlace & {
  readonly expected_seq: number;
  readonly seq: number;
  readonly on_hand: number;
  readonly reserved: number;
};

/** `repeated`: it had happened before, and nothing more does. */
export type StockStepResult =
  | { readonly outcome: 'granted' | 'repeated' }
  | { readonly outcome: 'short'; readonly items: readonly Shortage[] }
  | { readonly outcome: 'changed'; readonly items: readonly ChangedLevel[] }
  | { readonly outcome: 'unknown'; readonly items: readonly StockPlace[] };

/**
 * Moves stock: each step wholly or not at all, first come first served, each seeing what those before it left. Beside other
 * writes of a transaction it comes last and once, for it locks levels in an order that holds only within one call.
 */
export async function moveStock(
  runner: Runner,
  writer: StockWriter,
  steps: readonly StockStep[],
): Promise<readonly StockStepResult[]> {
  const rows = await runMoveStock(runner, writer.tenant, {
    steps: steps.length,
    moves: movesToJson(writer, steps),
  });
  return rows.map(({ outcome, shortages }) => readStepResult(outcome, shortages));
}

/** As `move_stock` puts it. */
function readStepResult(outcome: string, shortages: unknown): StockStepResult {
  return (shortages === null ? { outcome } : { outcome, items: shortages }) as StockStepResult;
}

/** INSUFFICIENT_STOCK, STOCK_CHANGED or VARIANT_NOT_FOUND unless the step has taken effect, now or before. */
export function requireGranted(result: StockStepResult): void {
  if (result.outcome === 'short') throw insufficientStock(result.items);
  if (result.outcome === 'changed') throw stockChanged(result.items);
  if (result.outcome === 'unknown')
    throw new Failure(
      'VARIANT_NOT_FOUND',
      `There is no variant ${result.items[0]?.variant_id ?? ''} at the location ${result.items[0]?.location_id ?? ''}.`,
      { details: { items: result.items } },
    );
}

function insufficientStock(items: readonly Shortage[]): Failure {
  const shown = items.map(({ location_id, variant_id, requested, available }) => ({
    location_id,
    variant_id,
    requested: quantityOf(requested),
    available: quantityOf(available),
  }));
  const said = shown
    .slice(0, 3)
    .map((item) => `${item.requested} of ${item.variant_id} were asked for, ${item.available} are available`)
    .join('; ');
  return new Failure('INSUFFICIENT_STOCK', `Less is in stock than was asked for: ${said}.`, {
    details: { items: shown },
  });
}

function stockChanged(items: readonly ChangedLevel[]): Failure {
  const shown = items.map(({ location_id, variant_id, expected_seq, seq, on_hand, reserved }) => ({
    location_id,
    variant_id,
    expected_seq,
    seq,
    on_hand: quantityOf(on_hand),
    reserved: quantityOf(reserved),
    available: quantityOf(on_hand - reserved),
  }));
  return new Failure(
    'STOCK_CHANGED',
    'The stock has moved since the seq that was expected. details.items says how it stands now: look again, then send the request with the new seq, or without expected_seq.',
    { details: { items: shown } },
  );
}
