import { signedMinorOf } from '../cart/line-of.ts';
import type { Payment } from '../cart/cart.ts';
import type { CashReport } from '@cottontree/contract';

/** What a drawer should hold, as this till knows it without asking anybody: cash alone, in minor units. */
export type Tally = {
  readonly floatMinor: number;
  readonly salesMinor: number;
  readonly salesCount: number;
  readonly refundsMinor: number;
  readonly payInMinor: number;
  readonly payOutMinor: number;
  readonly dropMinor: number;
};

export function freshTally(floatMinor: number): Tally {
  return {
    floatMinor,
    salesMinor: 0,
    salesCount: 0,
    refundsMinor: 0,
    payInMinor: 0,
    payOutMinor: 0,
    dropMinor: 0,
  };
}

export function expectedMinor(tally: Tally): number {
  const { floatMinor, salesMinor, payInMinor, refundsMinor, payOutMinor, dropMinor } = tally;
  return floatMinor + salesMinor + payInMinor - refundsMinor - payOutMinor - dropMinor;
}

/** With a sale, of whose money only the cash is in the drawer, without the change. */
export function withSale(tally: Tally, payments: readonly Payment[]): Tally {
  const cashMinor = payments.reduce(
    (sum, payment) => (payment.channel === 'cash' ? sum + payment.amountMinor + payment.roundingMinor : sum),
    0,
  );
  return { ...tally, salesMinor: tally.salesMinor + cashMinor, salesCount: tally.salesCount + 1 };
}

/** With cash for a part of a sale that is not paid yet; less than nothing: it went back. */
export function withCash(tally: Tally, minor: number): Tally {
  return { ...tally, salesMinor: tally.salesMinor + minor };
}

export function withRefund(tally: Tally, minor: number): Tally {
  return { ...tally, refundsMinor: tally.refundsMinor + minor };
}

export function withMove(
  tally: Tally,
  type: 'pay_in' | 'pay_out' | 'drop' | 'no_sale',
  minor: number,
): Tally {
  if (type === 'pay_in') return { ...tally, payInMinor: tally.payInMinor + minor };
  if (type === 'pay_out') return { ...tally, payOutMinor: tally.payOutMinor + minor };
  return type === 'drop' ? { ...tally, dropMinor: tally.dropMinor + minor } : tally;
}

/** As the server has it, who knows of other tills and the dashboard too. */
export function tallyOf({ tenders, sales, currency }: CashReport): Tally {
  const cash = tenders.find(({ tender }) => tender === 'cash');
  const minor = (amount: number | undefined): number =>
    amount === undefined ? 0 : signedMinorOf(amount, currency);
  return {
    floatMinor: minor(cash?.opening),
    salesMinor: minor(cash?.sales),
    salesCount: sales.count,
    refundsMinor: minor(cash?.refunds) + minor(cash?.voids),
    payInMinor: minor(cash?.pay_in),
    payOutMinor: minor(cash?.pay_out),
    dropMinor: minor(cash?.drop),
  };
}
