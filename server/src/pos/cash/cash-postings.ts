import { drawerAccount, type Posting } from '../../ledger/index.ts';
import type { CashEntryKind, TenderEntry } from './cash-entries.queries.ts';
import type { CashSessionRow } from './cash-sessions.queries.ts';
import type { CountedTender } from './read-counted.ts';
import type { SessionSums } from './session-sums.queries.ts';

type Drawer = Pick<CashSessionRow, 'id' | 'currency'>;

/** Where cash comes from and goes to that nobody sold anything for. What payments bring and take, they post themselves. */
const OTHER_SIDE: Readonly<Partial<Record<CashEntryKind, string>>> = {
  opening: 'cash_safe',
  drop: 'cash_safe',
  pay_in: 'pay_ins',
  pay_out: 'pay_outs',
};

/** What a float or a movement writes into the ledger. */
export function movementPostings(
  { id, currency }: Drawer,
  entry: Pick<TenderEntry, 'id' | 'kind' | 'amount_minor'>,
  at: Date,
): readonly Posting[] {
  const { kind, amount_minor: amount } = entry;
  const other = OTHER_SIDE[kind];
  if (other === undefined || amount === 0n) return [];
  return [
    {
      id: `ltx_${entry.id}`,
      kind: `cash.${kind}`,
      subject: id,
      currency,
      at,
      entries: [
        { account: drawerAccount(id), amount },
        { account: other, amount: -amount },
      ],
    },
  ];
}

/** What closing writes: the drawer is emptied into the safe, and what is missing of it, or too much, is told apart. */
export function closingPostings(
  { id, currency }: Drawer,
  { tenders }: Pick<SessionSums, 'tenders'>,
  { counted, at }: { readonly counted: readonly CountedTender[]; readonly at: Date },
): readonly Posting[] {
  const expected = tenders.reduce(
    (sum, { tender, amount }) => (tender === 'cash' ? sum + BigInt(amount) : sum),
    0n,
  );
  const found = counted.find(({ tender }) => tender === 'cash')?.amount ?? 0n;
  const entries = [
    { account: drawerAccount(id), amount: -expected },
    { account: 'cash_safe', amount: found },
    { account: 'cash_difference', amount: expected - found },
  ].filter(({ amount }) => amount !== 0n);
  return entries.length === 0
    ? []
    : [{ id: `ltx_${id}_closed`, kind: 'cash.closed', subject: id, currency, at, entries }];
}
