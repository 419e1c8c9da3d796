import { parseAmount, type Currency } from '@cottontree/contract';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import type { DepositRow } from './deposits.queries.ts';

/** An amount of cash in minor units; a refusal names the field. */
export function readCash(value: number | string, currency: Currency): bigint {
  const amount = parseAmount(value, currency);
  if (amount.ok) return amount.minor;
  if (amount.code === 'VALIDATION_ERROR') throw invalid({ path: 'amount', message: amount.message });
  throw new Failure(amount.code, `amount ${amount.message}.`, {
    details: { fields: [{ path: 'amount', message: amount.message }] },
  });
}

export function depositNotFound(id: string): Failure {
  return new Failure('DEPOSIT_NOT_FOUND', `There is no cash deposit ${id.slice(0, 64)}.`);
}

/** A deposit in the status that a step needs, or its refusal. */
export function requireDeposit(
  row: DepositRow | undefined,
  wanted: { readonly id: string; readonly status: 'declared' | 'disputed'; readonly to: string },
): DepositRow {
  if (!row) throw depositNotFound(wanted.id);
  if (row.status === wanted.status) return row;
  const allowed =
    row.status === 'declared' ? ['counted', 'disputed'] : row.status === 'disputed' ? ['resolved'] : [];
  throw new Failure(
    'STATE_CONFLICT',
    `The deposit ${row.id} is ${row.status}; only one that is ${wanted.status} can be ${wanted.to}.`,
    { details: { from: row.status, to: wanted.to, allowed } },
  );
}
