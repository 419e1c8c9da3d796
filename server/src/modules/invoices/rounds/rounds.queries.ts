import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool' } as const;
const DUE = { ...KEY, id: 'text', time_zone: 'text', due_at: 'timestamptz' } as const;

/** What can fall due of an invoice that waits for its money: when, and whether it does. */
const ROUNDS: readonly (readonly [at: string, waits: string])[] = [
  ['overdue_at', 'NOT i.overdue_told'],
  ['next_reminder_at', 'i.next_reminder_at IS NOT NULL'],
  ['next_late_fee_at', 'i.next_late_fee_at IS NOT NULL'],
];
const WAITING = `i.status IN ('open', 'partially_paid')`;

/** Each by an index of its own, so that however many invoices wait only what is due is read. With a test clock its own turn does it. */
const due = statement({
  name: 'invoiceRounds.due',
  params: { now: 'timestamptz', rows_max: 'int4' },
  row: DUE,
  sql: `SELECT d.merchant_id, d.livemode, d.id, m.time_zone, min(d.due_at) AS due_at FROM (${ROUNDS.map(
    ([
      at,
      waits,
    ]) => `(SELECT i.merchant_id, i.livemode, i.id, i.${at} AS due_at FROM invoices i WHERE ${WAITING} AND ${waits} AND i.${at} <= :now
            AND NOT EXISTS (SELECT FROM test_clocks k WHERE k.merchant_id = i.merchant_id AND k.livemode = i.livemode) ORDER BY i.${at} LIMIT :rows_max::int4)`,
  ).join(' UNION ALL ')}) d
        JOIN merchants m ON m.id = d.merchant_id GROUP BY d.merchant_id, d.livemode, d.id, m.time_zone ORDER BY min(d.due_at), d.id`,
});

const dueOf = statement({
  name: 'invoiceRounds.dueOf',
  params: { ...KEY, now: 'timestamptz', rows_max: 'int4' },
  row: DUE,
  sql: `SELECT d.merchant_id, d.livemode, d.id, m.time_zone, min(d.due_at) AS due_at FROM (${ROUNDS.map(([at, waits]) => `SELECT i.merchant_id, i.livemode, i.id, i.${at} AS due_at FROM invoices i WHERE i.merchant_id = :merchant_id AND i.livemode = :livemode AND ${WAITING} AND ${waits} AND i.${at} <= :now`).join(' UNION ALL ')}) d
        JOIN merchants m ON m.id = d.merchant_id GROUP BY d.merchant_id, d.livemode, d.id, m.time_zone ORDER BY min(d.due_at), d.id LIMIT :rows_max::int4`,
});

/** An invoice of which something is due, and since when. */
export type DueRound = ValuesOf<typeof DUE>;

export async function findDueRounds(
  system: Runner,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly DueRound[]> {
  return system.run(due, { now, rows_max: rowsMax });
}

export async function findDueRoundsOf(
  runner: Runner,
  tenant: Tenant,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<readonly DueRound[]> {
  return runner.run(dueOf, { ...keyOf(tenant), now, rows_max: rowsMax });
}
