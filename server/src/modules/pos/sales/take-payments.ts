import { formatMoney, readTestPhone, roundCash, toMajor, type SalePaymentIn } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { amountOf, paymentsOf, shareLeft, type KeptPayment } from './sale-parts.ts';
import type { SaleRow } from './sales.queries.ts';
import type { SaleBasis } from './selling.ts';

type Taking = {
  readonly settings: SaleBasis['settings'];
  readonly call: Call;
  /** Made beforehand, one for each payment. */
  readonly ids: readonly string[];
  /** Where the payments stand in the body. */
  readonly path: string;
};

/** Puts money on a sale: what is there at once is kept, the rest is asked for afterwards. */
export function takePayments(row: SaleRow, wanted: readonly SalePaymentIn[], taking: Taking): SaleRow {
  return wanted.reduce<SaleRow>((before, one, index) => {
    const path = wanted.length === 1 && taking.path === '' ? '' : `${taking.path}[${index}].`;
    const payment = readPayment(before, one, { taking, id: taking.ids[index] ?? '', path });
    return withPayment(before, payment);
  }, row);
}

/** The sale with one more payment on it, or with what one has become. */
export function withPayment(row: SaleRow, payment: KeptPayment): SaleRow {
  const payments = paymentsOf(row);
  const isKnown = payments.some(({ id }) => id === payment.id);
  const all = isKnown
    ? payments.map((one) => (one.id === payment.id ? payment : one))
    : [...payments, payment];
  const kept = all.filter(({ verdict }) => verdict === 'kept');
  const sum = (figure: (one: KeptPayment) => bigint): bigint =>
    kept.reduce((total, one) => total + figure(one), 0n);
  return {
    ...row,
    payments: all,
    cash_rounding: sum(({ rounding }) => BigInt(rounding)),
    amount_paid: sum(amountOf),
    change_due: sum(({ change }) => BigInt(change)),
  };
}

type Read = { readonly taking: Taking; readonly id: string; readonly path: string };

function readPayment(row: SaleRow, wanted: SalePaymentIn, { taking, id, path }: Read): KeptPayment {
  const currency = row.currency;
  const { settings, call } = taking;
  const left = shareLeft(row);
  const share =
    wanted.amount === undefined ? left : readMoney(wanted.amount, { path: `${path}amount`, currency });
  if (left === 0n) throw new Failure('NOTHING_DUE', 'Nothing is left to pay of the sale.');
  if (share === 0n) throw invalid({ path: `${path}amount`, message: 'must be more than 0' });
  if (share > left)
    throw invalid({
      path: `${path}amount`,
      message: `must be at most what is due, ${formatMoney(left, currency)}; cash that is handed over is tendered`,
    });
  if (wanted.tendered !== undefined && wanted.channel !== 'cash')
    throw invalid({ path: `${path}tendered`, message: 'is for cash only' });
  const isHere = wanted.channel === 'cash' || wanted.channel === 'external';
  if (wanted.channel === 'cash' && settings.require_cash_session && row.cash_session_id === null) {
    throw new Failure(
      'CASH_SESSION_REQUIRED',
      'Cash is taken only in an open cash session: open one with POST /v1/pos/cash-sessions and name it as cash_session_id.',
    );
  }
  const cash =
    wanted.channel === 'cash'
      ? readCash(wanted, { row, share, settings, path })
      : { rounding: 0n, tendered: null, change: 0n };
  const at = call.now.toISOString();
  return {
    id,
    channel: wanted.channel,
    provider:
      wanted.channel === 'cash'
        ? 'cash'
        : wanted.channel === 'external'
          ? 'manual'
          : (wanted.provider ?? null),
    status: isHere ? 'succeeded' : 'created',
    verdict: isHere ? 'kept' : null,
    share: String(share),
    rounding: String(cash.rounding),
    tendered: cash.tendered === null ? null : String(cash.tendered),
    change: String(cash.change),
    phone: wanted.phone === undefined ? null : readPayerPhone(wanted.phone, { path: `${path}phone`, call }),
    return_url: wanted.return_url ?? null,
    external_ref: wanted.external_ref ?? null,
    cash_session_id: row.cash_session_id,
    created_at: at,
    settled_at: isHere ? at : null,
    failure: null,
  };
}

type CashShare = Pick<Read, 'path'> & {
  /** With what was paid of it before. */ readonly row: SaleRow;
  readonly share: bigint;
  readonly settings: Taking['settings'];
};

/** Only what is paid in cash is rounded, and all of a sale's cash together: in many small parts it comes to what it does in one. */
function readCash(
  { tendered }: SalePaymentIn,
  { row, share, settings, path }: CashShare,
): { readonly rounding: bigint; readonly tendered: bigint; readonly change: bigint } {
  const { currency } = row;
  const due = dueInCash(row, share, settings);
  const given = tendered === undefined ? due : readMoney(tendered, { path: `${path}tendered`, currency });
  if (given < due) {
    throw new Failure(
      'UNDERPAID',
      `${formatMoney(given, currency)} were handed over, ${formatMoney(due, currency)} are due.`,
      { details: { amount_due: toMajor(due, currency), tendered: toMajor(given, currency) } },
    );
  }
  return { rounding: due - share, tendered: given, change: given - due };
}

/** What is still to be handed over, so that it makes the rounded sum of all cash; nothing where more than that was handed over before. */
function dueInCash(row: SaleRow, share: bigint, settings: Taking['settings']): bigint {
  const before = paymentsOf(row).filter(({ channel, verdict }) => channel === 'cash' && verdict === 'kept');
  const shares = before.reduce((sum, one) => sum + BigInt(one.share), share);
  const due = roundCash(shares, {
    incrementMinor: settings.cash_rounding_increment,
    mode: settings.cash_rounding_mode,
  });
  const left = before.reduce((sum, one) => sum - amountOf(one), due);
  return left > 0n ? left : 0n;
}

/** Test keys may name the numbers of the test provider, which exist nowhere. */
function readPayerPhone(text: string, field: { readonly path: string; readonly call: Call }): string {
  return (field.call.tenant.livemode ? null : readTestPhone(text)) ?? readPhone(text, field);
}
