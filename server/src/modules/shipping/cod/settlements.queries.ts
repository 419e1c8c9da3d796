import type { Currency } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, flag } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';

const ROW = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  currency: text<Currency>(),
  cash: 'int8',
  fees: 'int8',
  claims: 'int8',
  paid: 'int8',
  reference: 'text?',
  settled_by: 'text',
  created_at: 'timestamptz',
  job_numbers: 'text[]',
} as const;
const SHOWN = `s.merchant_id, s.livemode, s.id, s.currency, s.cash, s.fees, s.claims, s.paid, s.reference, s.settled_by, s.created_at,
          ARRAY(SELECT j.job_number FROM settlement_jobs j WHERE j.merchant_id = s.merchant_id AND j.livemode = s.livemode AND j.settlement_id = s.id ORDER BY j.job_number) AS job_numbers`;

/** A merchant's cash is paid out by one request at a time. */
const lockMerchant = statement({
  name: 'settlements.lockMerchant',
  params: { id: 'text' },
  row: { currency: text<Currency>() },
  sql: 'SELECT currency FROM merchants WHERE id = :id FOR UPDATE',
});

const deposited = statement({
  name: 'settlements.deposited',
  params: { merchant_id: 'text', livemode: 'bool', rows_max: 'int4' },
  row: { job_number: 'text', amount: 'int8', fee: 'int8', currency: text<Currency>() },
  sql: `SELECT job_number, cod_amount AS amount, shipping_fee AS fee, currency FROM deliveries
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND cod_status = 'deposited' ORDER BY delivered_at, job_number LIMIT :rows_max::int4`,
});

const owed = statement({
  name: 'settlements.owedClaims',
  params: { merchant_id: 'text', livemode: 'bool', rows_max: 'int4' },
  row: { id: 'text', amount: 'int8?', currency: text<Currency>() },
  sql: `SELECT id, approved AS amount, currency FROM claims WHERE merchant_id = :merchant_id AND livemode = :livemode AND status = 'approved' AND settlement_id IS NULL ORDER BY id LIMIT :rows_max::int4`,
});

const insert = statement({
  name: 'settlements.insert',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    currency: text<Currency>(),
    cash: 'int8',
    fees: 'int8',
    claims: 'int8',
    paid: 'int8',
    reference: 'text?',
    settled_by: 'text',
    created_at: 'timestamptz',
    job_numbers: 'text[]',
    amounts: 'int8[]',
    job_fees: 'int8[]',
    claim_ids: 'text[]',
  },
  row: {},
  sql: `WITH made AS (
          INSERT INTO settlements (merchant_id, livemode, id, currency, cash, fees, claims, paid, reference, settled_by, created_at) VALUES (:merchant_id, :livemode, :id, :currency, :cash, :fees, :claims, :paid, :reference, :settled_by, :created_at) RETURNING id
        ), claimed AS (
          UPDATE claims c SET settlement_id = made.id FROM made WHERE c.merchant_id = :merchant_id AND c.livemode = :livemode AND c.id = ANY (:claim_ids)
        )
        INSERT INTO settlement_jobs (merchant_id, livemode, job_number, settlement_id, amount, fee)
        SELECT :merchant_id, :livemode, g.job_number, made.id, g.amount, g.fee FROM made, unnest(:job_numbers::text[], :amounts::int8[], :job_fees::int8[]) AS g(job_number, amount, fee) ORDER BY g.job_number`,
});

/** What was paid out to all merchants. */
export const platformSettlementList = list('listDispatchSettlements', {
  from: 'settlements s',
  of: 'platform',
  row: ROW,
  select: SHOWN,
  counted: 'apart',
  filters: { merchant_id: equal('s.merchant_id'), livemode: flag('s.livemode') },
  sorts: { created_at: byTime('s.created_at') },
});

/** What was paid out to a merchant. */
export const settlementList = list('listSettlements', {
  from: 'settlements s',
  row: ROW,
  select: SHOWN,
  counted: 'apart',
  filters: {},
  sorts: { created_at: byTime('s.created_at') },
});

export type SettlementRow = ValuesOf<typeof ROW>;
export type DepositedRow = ValuesOf<(typeof deposited)['row']>;
export type OwedClaim = ValuesOf<(typeof owed)['row']>;
export type NewSettlement = Omit<SettlementRow, 'job_numbers' | 'merchant_id' | 'livemode'> & {
  readonly jobs: readonly DepositedRow[];
  readonly owed: readonly OwedClaim[];
  readonly deductsFees: boolean;
};

/** False when there is no such merchant; else its other settlements wait. */
export async function lockMerchantCash(tx: Runner, id: string): Promise<boolean> {
  return (await tx.run(lockMerchant, { id })).length === 1;
}

/** The deliveries whose cash lies in the office, oldest first. */
export async function depositedJobs(
  tx: Runner,
  tenant: Tenant,
  rowsMax: number,
): Promise<readonly DepositedRow[]> {
  return tx.run(deposited, { ...keyOf(tenant), rows_max: rowsMax });
}

/** Claims that were approved and not paid yet, oldest first. */
export async function owedClaims(tx: Runner, tenant: Tenant, rowsMax: number): Promise<readonly OwedClaim[]> {
  return tx.run(owed, { ...keyOf(tenant), rows_max: rowsMax });
}

export async function insertSettlement(
  tx: Runner,
  tenant: Tenant,
  { jobs, owed: paidClaims, deductsFees, ...settlement }: NewSettlement,
): Promise<void> {
  await tx.run(insert, {
    ...keyOf(tenant),
    ...settlement,
    job_numbers: jobs.map((job) => job.job_number),
    amounts: jobs.map((job) => job.amount),
    job_fees: jobs.map((job) => (deductsFees ? (job.fee < job.amount ? job.fee : job.amount) : 0n)),
    claim_ids: paidClaims.map((claim) => claim.id),
  });
}
