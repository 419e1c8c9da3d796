import { Failure } from '../../../kernel/call/failure.ts';
import { sessionClosed, sessionNotFound } from '../cash/write-cash-entries.ts';
import type { SaleStepResult } from './change-sales.queries.ts';
import type { SellingPlace } from './place.queries.ts';
import { linesOf } from './sale-parts.ts';
import type { SaleStep } from './sale-step.ts';

const MILLI = 1_000;

/** Why a step was not granted, where that is not the location. */
export function refusalOf(
  { outcome, shortages }: SaleStepResult,
  { before, after, drawer }: SaleStep,
): Failure {
  // A till without network may have named a drawer that was never opened here.
  const isOld = outcome === 'drawerless' && before !== null && before.cash_session_id === drawer;
  if (outcome === 'closed' || isOld) return sessionClosed(drawer ?? '');
  if (outcome === 'drawerless') return sessionNotFound(drawer ?? '');
  if (outcome === 'forgotten') return buyerNotFound(after.customer_id ?? '');
  const nameOf = (variantId: string): string =>
    linesOf(after)
      .flatMap((line) => [line, ...(line.components ?? [])])
      .find(({ variant_id }) => variant_id === variantId)?.name ?? variantId;
  if (outcome === 'unknown')
    return new Failure(
      'VARIANT_NOT_FOUND',
      `${shortages.map(({ variant_id }) => nameOf(variant_id)).join(', ')} cannot be found at the location.`,
    );
  const items = shortages.map(({ variant_id, requested, available }) => ({
    variant_id,
    requested: requested / MILLI,
    available: available / MILLI,
  }));
  const said = items.map(
    ({ variant_id, requested, available }) =>
      `${requested} of ${nameOf(variant_id)} were asked for, ${available} ${available === 1 ? 'is' : 'are'} there`,
  );
  return new Failure('INSUFFICIENT_STOCK', `${said.join('; ')}.`, { details: { items } });
}

export function buyerNotFound(id: string): Failure {
  return new Failure('CUSTOMER_NOT_FOUND', `There is no customer ${id.slice(0, 64)}.`);
}

/** The refusal of a new sale where none are made any more. */
export function placeShut({ id, name }: SellingPlace): Failure {
  return new Failure('STATE_CONFLICT', `The location ${name} is not active. Activate it, or name another.`, {
    details: { from: 'inactive', to: 'used', allowed: ['active'], location_id: id },
  });
}

export function salesBusy(): Failure {
  return new Failure(
    'SERVICE_UNAVAILABLE',
    'Too many sales are made at this location at this moment. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}
