import { formatMoney, parseAmount, toMajor, type CashCollected, type Currency } from '@cottontree/contract';
import { Failure } from '../../../../kernel/call/failure.ts';
import type { DeliveryRow } from '../../deliveries/deliveries.queries.ts';

/** What the courier says he was paid; silence says that it was what he had to collect. */
export type CashGiven = CashCollected | undefined;

/** Refuses a handover of which the courier says that he was paid anything else than what was to be collected. */
export function requireCash(row: DeliveryRow, given: CashGiven): void {
  if (given === undefined) return;
  const currency = row.currency;
  const expected = row.cod_status === 'to_collect' ? row.cod_amount : 0n;
  const collected = cashIn(given, currency);
  if (collected === expected || tookCash(row, given)) return;
  throw new Failure(
    'COD_AMOUNT_MISMATCH',
    `${formatMoney(expected, currency)} in cash is to be collected for ${row.job_number}. cod_collected says ${formatMoney(collected, currency)}.`,
    {
      details: { expected: toMajor(expected, currency), given: toMajor(collected, currency), currency },
    },
  );
}

/** Whether the courier took the cash of what a payment had settled by then: offline he could not know. The payment goes back. */
export function tookCash(row: DeliveryRow, given: CashGiven): boolean {
  return (
    given !== undefined &&
    row.cod_status === 'settled' &&
    row.cod_amount > 0n &&
    cashIn(given, row.currency) === row.cod_amount
  );
}

function cashIn(given: CashCollected, currency: Currency): bigint {
  return typeof given === 'object'
    ? readAmount(given.amount, { path: 'cod_collected.amount', currency })
    : readAmount(given, { path: 'cod_collected', currency });
}

function readAmount(
  amount: number | string,
  { path, currency }: { readonly path: string; readonly currency: Currency },
): bigint {
  const read = parseAmount(amount, currency);
  if (read.ok) return read.minor;
  throw new Failure(read.code, `${path} ${read.message}.`, {
    details: { fields: [{ path, message: read.message }] },
  });
}
