import type { Json } from '../../store/index.ts';

/** One side of a transaction; minor units, positive is debit. */
export type Entry = { readonly account: string; readonly amount: bigint };

/** A transaction to be written: its entries add up to nothing. */
export type Posting = {
  /** `ltx_` and what makes it the only one of its kind, so that nothing is written twice. */
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly currency: string;
  readonly at: Date;
  readonly entries: readonly Entry[];
};

/** The postings as a statement takes them; throws where one does not balance, before the database would. */
export function postingsToJson(postings: readonly Posting[]): Json {
  return postings.map(({ id, kind, subject, currency, at, entries }) => {
    if (entries.reduce((sum, { amount }) => sum + amount, 0n) !== 0n)
      throw new Error(`The ledger transaction ${id} does not balance.`);
    return {
      id,
      kind,
      subject,
      currency,
      at: at.toISOString(),
      entries: entries.map(({ account, amount }) => ({ account, amount: String(amount) })),
    };
  });
}

/** Where the cash of a till lies while it is in the drawer of a session; cash that no drawer took lies together. */
export function drawerAccount(cashSessionId: string | null): string {
  return cashSessionId === null ? 'cash_drawer' : `cash_drawer:${cashSessionId}`;
}
