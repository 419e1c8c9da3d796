import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;

/** A row that is claimed is due again when the lease ends, so that what a node drops is taken up by another. */
const claim = statement({
  name: 'moneyOut.claimDue',
  params: { kind: 'text', now: 'timestamptz', leased_until: 'timestamptz', rows_max: 'int4' },
  row: { ...KEY, polls: 'int4' },
  sql: `UPDATE money_out_polls q SET due_at = :leased_until WHERE (q.merchant_id, q.livemode, q.id) IN (
          SELECT merchant_id, livemode, id FROM money_out_polls WHERE kind = :kind AND due_at <= :now ORDER BY due_at LIMIT :rows_max::int4 FOR UPDATE SKIP LOCKED)
        RETURNING q.merchant_id, q.livemode, q.id, q.polls`,
});

const rest = statement({
  name: 'moneyOut.rest',
  params: { ...KEY, due_at: 'timestamptz' },
  row: {},
  sql: 'UPDATE money_out_polls SET due_at = :due_at, polls = polls + 1 WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id',
});

const clock = statement({
  name: 'moneyOut.clock',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { frozen_at: 'timestamptz' },
  sql: 'SELECT frozen_at FROM test_clocks WHERE merchant_id = :merchant_id AND livemode = :livemode',
});

export type DuePoll = ValuesOf<{
  readonly merchant_id: 'text';
  readonly livemode: 'bool';
  readonly id: 'text';
  readonly polls: 'int4';
}>;

/** Money on its way back or out about which providers are asked now, by this node alone until the lease ends. */
export async function claimDueMoney(
  system: Runner,
  wanted: {
    readonly kind: 'refund' | 'payout';
    readonly now: Date;
    readonly until: Date;
    readonly rowsMax: number;
  },
): Promise<readonly DuePoll[]> {
  return system.run(claim, {
    kind: wanted.kind,
    now: wanted.now,
    leased_until: wanted.until,
    rows_max: wanted.rowsMax,
  });
}

export async function restMoney(
  runner: Runner,
  tenant: Tenant,
  { id, dueAt }: { readonly id: string; readonly dueAt: Date },
): Promise<void> {
  await runner.run(rest, { ...keyOf(tenant), id, due_at: dueAt });
}

/** Where the merchant's test clock stands; undefined where it has none. */
export async function readTestClock(runner: Runner, tenant: Tenant): Promise<Date | undefined> {
  return (await runner.run(clock, keyOf(tenant)))[0]?.frozen_at;
}
