import {
  formatMoney,
  toMajor,
  type CompleteSaleBody,
  type Input,
  type Operations,
  type PaySaleBody,
  type Sale,
  type SalePaymentIn,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { advanceSale } from './advance-sale.ts';
import { answerChange, claimOf } from './keep-sale-answer.ts';
import type { DecidedSale } from './change-sale.ts';
import { requireMove } from './sale-step.ts';
import { shareLeft, statusOf } from './sale-parts.ts';
import { actorOf, makePaymentIds, readSeller, type Seller } from './sale-request.ts';
import type { SaleRow } from './sales.queries.ts';
import { takePayments } from './take-payments.ts';

/** Puts one payment on a sale that is open; what covers the rest completes it. */
export async function paySale(
  { params, body }: Input<Operations['paySale']>,
  call: Call,
  module: Pos,
): Promise<Reply<Sale>> {
  const seller = await readSeller(call, module, body.staff_id);
  const ids = makePaymentIds(module.world, 1);
  return answerChange(seller, params.id, (before) =>
    decidePaid(before, { seller, ids, payments: [body], body, completes: false }),
  );
}

/** Completes a sale with the payments that are due, or without where none is. */
export async function completeSale(
  { params, body }: Input<Operations['completeSale']>,
  call: Call,
  module: Pos,
): Promise<Reply<Sale>> {
  const seller = await readSeller(call, module, body.staff_id);
  const payments = body.payments ?? [];
  const ids = makePaymentIds(module.world, payments.length);
  return answerChange(seller, params.id, (before) =>
    decidePaid(before, { seller, ids, payments, body, completes: true }),
  );
}

type Paid = {
  readonly seller: Seller;
  readonly ids: readonly string[];
  readonly payments: readonly SalePaymentIn[];
  readonly body: Partial<PaySaleBody & CompleteSaleBody>;
  /** Whether all must be paid by that. */ readonly completes: boolean;
};

function decidePaid(before: SaleRow, { seller, ids, payments, body, completes }: Paid): DecidedSale {
  const { call, module } = seller;
  requireMove(before, 'completed');
  if (statusOf(before) === 'pending_payment') requireMove(before, 'pending_payment');
  if (completes) refuseShownTotal(before, body.expected_total);
  const drawn: SaleRow = {
    ...before,
    cash_session_id: body.cash_session_id ?? before.cash_session_id,
    staff_id: seller.staff?.id ?? before.staff_id,
  };
  return {
    wants: [],
    compose: (basis) => {
      const draft = takePayments({ ...drawn, status: 'open' }, payments, {
        settings: basis.settings,
        call,
        ids,
        path: completes ? 'payments' : '',
      });
      if (completes && shareLeft(draft) > 0n) throw underpaid(draft);
      return advanceSale(before, draft, {
        basis,
        module,
        at: call.now,
        actor: actorOf(seller),
        after: 'now',
        claimOf: claimOf(seller, 200),
      });
    },
  };
}

/** Refuses to complete what the customer was shown another total for. */
function refuseShownTotal(row: SaleRow, expected: number | string | undefined): void {
  if (expected === undefined) return;
  const currency = row.currency;
  const shown = readMoney(expected, { path: 'expected_total', currency });
  if (shown === row.total) return;
  const figures = {
    subtotal: row.subtotal,
    discount_total: row.discount,
    tax_total: row.tax,
    service_charge: row.service_charge,
    tip: row.tip,
    total: row.total,
  };
  const totals = Object.fromEntries(
    Object.entries(figures).map(([name, minor]) => [name, toMajor(minor, currency)]),
  );
  throw new Failure(
    'TOTAL_MISMATCH',
    `The total is ${formatMoney(row.total, currency)}, not ${formatMoney(shown, currency)}.`,
    { details: { expected_total: toMajor(shown, currency), totals } },
  );
}

/** The refusal to complete what is not paid for. */
export function underpaid(row: SaleRow): Failure {
  const currency = row.currency;
  const due = toMajor(shareLeft(row), currency);
  return new Failure(
    'UNDERPAID',
    `The total is ${formatMoney(row.total, currency)}, of which ${formatMoney(shareLeft(row), currency)} are not paid. Send the rest with the payments, or keep the sale open with status open.`,
    { details: { total: toMajor(row.total, currency), amount_due: due } },
  );
}
