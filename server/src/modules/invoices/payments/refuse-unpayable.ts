import { formatMoney, toMajor, type PaymentChannel } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import { amountDueOf, isPayable, keptOf } from '../invoices/amount-due.ts';
import type { InvoiceRow } from '../invoices/invoice-rows.ts';
import { refuseMove } from '../invoices/refuse-move.ts';

/** Refuses money for an invoice that takes none, and more than is due. */
export function refuseUnpayable(row: InvoiceRow, amountMinor: bigint): void {
  if (row.status === 'paid')
    throw new Failure('NOTHING_DUE', `Nothing is due any more of invoice ${row.number ?? ''}.`);
  if (!isPayable(row))
    throw refuseMove(row, {
      to: 'paid',
      why: row.status === 'draft' ? 'Finalise it first.' : 'Nobody has to pay it.',
    });
  const due = amountDueOf(row);
  const currency = row.currency;
  if (amountMinor > due)
    throw new Failure(
      'AMOUNT_TOO_LARGE',
      `${formatMoney(due, currency)} is due of invoice ${row.number ?? ''}, which is less than ${formatMoney(amountMinor, currency)}.`,
      { details: { max: toMajor(due, currency) } },
    );
}

/** Refuses a part that the customer may not pay: all that is due and what the deposit lacks always may be paid. */
export function refusePart(row: InvoiceRow, amountMinor: bigint): void {
  const due = amountDueOf(row);
  if (amountMinor === due || amountMinor === depositDue(row)) return;
  const currency = row.currency;
  const least = row.allow_partial_payment ? (row.min_partial_amount ?? 1n) : due;
  if (amountMinor >= least) return;
  const why = row.allow_partial_payment
    ? `at least ${formatMoney(least < due ? least : due, currency)}`
    : `all that is due, ${formatMoney(due, currency)},`;
  throw new Failure('AMOUNT_TOO_SMALL', `Of invoice ${row.number ?? ''} ${why} has to be paid at once.`, {
    details: { min: toMajor(least < due ? least : due, currency) },
  });
}

/** Refuses a way that the invoice does not accept. Whatever it accepts, its merchant may take cash, or money that comes by another way. */
export function refuseChannel({ accepted_channels: channels }: InvoiceRow, channel: PaymentChannel): void {
  if (
    channels === null ||
    channels.some((one) => one === channel) ||
    channel === 'cash' ||
    channel === 'external'
  )
    return;
  throw new Failure(
    'CHANNEL_NOT_AVAILABLE',
    `The invoice is not paid by ${channel}; it accepts ${channels.join(', ')}.`,
    { details: { channels } },
  );
}

/** What the deposit still lacks. */
export function depositDue(row: InvoiceRow): bigint {
  const { deposit } = row;
  const left = deposit === null ? 0n : BigInt(deposit.amount) - keptOf(row);
  return left > 0n ? left : 0n;
}
