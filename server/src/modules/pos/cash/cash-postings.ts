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

/** An account has one entry in a transaction, of at most so much; what a drawer holds may be more. */
const ENTRY_MAX = 10n ** 18n;

/** What closing writes: the drawer is emptied into the safe, and what is missing of it, or too much, is told apart. */
export function closingPostings(
  drawer: Drawer,
  { tenders }: Pick<SessionSums, 'tenders'>,
  { counted, at }: { readonly counted: readonly CountedTender[]; readonly at: Date },
): readonly Posting[] {
  const { id } = drawer;
  const expected = tenders.reduce(
    (sum, { tender, amount }) => (tender === 'cash' ? sum + BigInt(amount) : sum),
    0n,
  );
  const found = counted.find(({ tender }) => tender === 'cash')?.amount ?? 0n;
  // Nobody can have counted so much: what is beyond one entry is missing.
  const parts = expected / ENTRY_MAX;
  const [count, step] = parts < 0n ? [Number(-parts), -ENTRY_MAX] : [Number(parts), ENTRY_MAX];
  const beyond = Array.from({ length: count }, (_, part) =>
    closingPosting(drawer, {
      suffix: `_${part + 1}`,
      at,
      entries: [
        { account: drawerAccount(id), amount: -step },
        { account: 'cash_difference', amount: step },
      ],
    }),
  );
  const left = expected - parts * ENTRY_MAX;
  const entries = [
    { account: drawerAccount(id), amount: -left },
    { account: 'cash_safe', amount: found },
    { account: 'cash_difference', amount: left - found },
  ].filter(({ amount }) => amount !== 0n);
  return entries.length === 0 ? beyond : [closingPosting(drawer, { suffix: '', at, entries }), ...beyond];
}

function closingPosting(
  { id, currency }: Drawer,
  {
    suffix,
    at,
    entries,
  }: { readonly suffix: string; readonly at: Date; readonly entries: Posting['entries'] },
): Posting {
  return { id: `ltx_${id}_closed${suffix}`, kind: 'cash.closed', subject: id, currency, at, entries };
}
