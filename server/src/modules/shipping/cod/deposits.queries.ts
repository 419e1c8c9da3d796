import type { CashDeposit, CodStatus, Currency } from '@cottontree/contract';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';
import { equal, flag, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { depositStatuses } from '@cottontree/contract';

const ROW = {
  id: 'text',
  driver_id: 'text',
  driver_name: 'text',
  livemode: 'bool',
  status: text<CashDeposit['status']>(),
  currency: text<Currency>(),
  declared: 'int8',
  declared_at: 'timestamptz',
  note: 'text?',
  counted: 'int8?',
  counted_by: 'text?',
  counted_at: 'timestamptz?',
  count_note: 'text?',
  resolved_by: 'text?',
  resolved_at: 'timestamptz?',
  resolution: 'text?',
  job_numbers: 'text[]',
} as const;
const SHOWN = `c.id, c.driver_id, v.name AS driver_name, c.livemode, c.status, c.currency, c.declared, c.declared_at, c.note, c.counted, c.counted_by, c.counted_at, c.count_note,
            c.resolved_by, c.resolved_at, c.resolution, ARRAY(SELECT j.job_number FROM cash_deposit_jobs j WHERE j.deposit_id = c.id ORDER BY j.job_number) AS job_numbers`;

/** One courier's cash is declared by one request at a time. */
const lockDriver = statement({
  name: 'deposits.lockDriver',
  params: { driver_id: 'text' },
  row: { id: 'text' },
  sql: 'SELECT id FROM drivers WHERE id = :driver_id FOR UPDATE',
});

const COLLECTED = `d.driver_id = :driver_id AND d.cod_status = 'collected' AND NOT EXISTS (
            SELECT FROM cash_deposit_jobs j WHERE j.merchant_id = d.merchant_id AND j.livemode = d.livemode AND j.job_number = d.job_number)`;

const collected = statement({
  name: 'deposits.collected',
  params: { driver_id: 'text', rows_max: 'int4' },
  row: {
    merchant_id: 'text',
    livemode: 'bool',
    job_number: 'text',
    amount: 'int8',
    currency: text<Currency>(),
    cod_status: text<CodStatus>(),
    collected_at: 'timestamptz',
  },
  sql: `SELECT d.merchant_id, d.livemode, d.job_number, d.cod_amount AS amount, d.currency, d.cod_status, coalesce(d.delivered_at, d.updated_at) AS collected_at
        FROM deliveries d WHERE ${COLLECTED} ORDER BY d.livemode DESC, d.delivered_at, d.job_number LIMIT :rows_max::int4`,
});

const declare = statement({
  name: 'deposits.declare',
  params: {
    id: 'text',
    driver_id: 'text',
    livemode: 'bool',
    client_id: 'text?',
    currency: text<Currency>(),
    declared: 'int8',
    declared_at: 'timestamptz',
    note: 'text?',
    merchant_ids: 'text[]',
    job_numbers: 'text[]',
    amounts: 'int8[]',
  },
  row: { id: 'text' },
  sql: `WITH made AS (
          INSERT INTO cash_deposits (id, driver_id, livemode, client_id, status, currency, declared, declared_at, note) VALUES (:id, :driver_id, :livemode, :client_id, 'declared', :currency, :declared, :declared_at, :note) RETURNING id
        ), jobs AS (
          INSERT INTO cash_deposit_jobs (merchant_id, livemode, job_number, deposit_id, amount)
          SELECT g.merchant_id, :livemode, g.job_number, made.id, g.amount FROM made, unnest(:merchant_ids::text[], :job_numbers::text[], :amounts::int8[]) AS g(merchant_id, job_number, amount) ORDER BY 1, 2, 3
        )
        SELECT id FROM made`,
});

const FROM = 'cash_deposits c JOIN drivers v ON v.id = c.driver_id';
const findByClient = statement({
  name: 'deposits.findByClient',
  params: { driver_id: 'text', client_id: 'text' },
  row: ROW,
  sql: `SELECT ${SHOWN} FROM ${FROM} WHERE c.driver_id = :driver_id AND c.client_id = :client_id`,
});
const lock = statement({
  name: 'deposits.lock',
  params: { id: 'text' },
  row: ROW,
  sql: `SELECT ${SHOWN} FROM ${FROM} WHERE c.id = :id FOR UPDATE OF c`,
});
const latest = statement({
  name: 'deposits.latest',
  params: { driver_id: 'text', latest_max: 'int4', rows_max: 'int4' },
  row: ROW,
  sql: `SELECT ${SHOWN} FROM ${FROM} WHERE c.driver_id = :driver_id
          AND (c.status IN ('declared', 'disputed')
            OR c.id IN (SELECT l.id FROM cash_deposits l WHERE l.driver_id = :driver_id ORDER BY l.declared_at DESC, l.id DESC LIMIT :latest_max::int4))
        ORDER BY c.declared_at DESC, c.id DESC LIMIT :rows_max::int4`,
});

const change = statement({
  name: 'deposits.change',
  params: {
    id: 'text',
    status: text<CashDeposit['status']>(),
    counted: 'int8',
    counted_by: 'text',
    counted_at: 'timestamptz',
    count_note: 'text?',
    resolved_by: 'text?',
    resolved_at: 'timestamptz?',
    resolution: 'text?',
  },
  row: {},
  sql: `UPDATE cash_deposits SET status = :status, counted = :counted, counted_by = :counted_by, counted_at = :counted_at, count_note = :count_note, resolved_by = :resolved_by, resolved_at = :resolved_at, resolution = :resolution WHERE id = :id`,
});

const jobsOf = statement({
  name: 'deposits.jobs',
  params: { deposit_id: 'text' },
  row: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  sql: 'SELECT merchant_id, livemode, job_number FROM cash_deposit_jobs WHERE deposit_id = :deposit_id ORDER BY merchant_id, livemode, job_number',
});

const inHand = statement({
  name: 'deposits.inHand',
  params: { driver_id: 'text' },
  row: { live: 'numeric', test: 'numeric', cash_limit: 'int8' },
  sql: `SELECT coalesce(sum(c.amount) FILTER (WHERE c.livemode), 0) AS live, coalesce(sum(c.amount) FILTER (WHERE NOT c.livemode), 0) AS test, v.cash_limit
        FROM drivers v LEFT JOIN courier_cash c ON c.driver_id = v.id WHERE v.id = :driver_id GROUP BY v.cash_limit`,
});

/** What couriers have handed in. */
export const depositList = list('listCashDeposits', {
  from: 'cash_deposits c',
  of: 'platform',
  row: ROW,
  select: SHOWN,
  joins: 'JOIN drivers v ON v.id = c.driver_id',
  filters: {
    status: several('c.status', depositStatuses),
    driver_id: equal('c.driver_id'),
    livemode: flag('c.livemode'),
  },
  sorts: { declared_at: byTime('c.declared_at') },
});

export type DepositRow = ValuesOf<typeof ROW>;
export type CollectedRow = ValuesOf<(typeof collected)['row']>;
export type NewDeposit = {
  readonly id: string;
  readonly driverId: string;
  readonly clientId: string | null;
  readonly note: string | null;
  readonly at: Date;
  readonly jobs: readonly CollectedRow[];
  readonly declared: bigint;
};

/** Makes the other requests about this courier's cash wait. */
export async function lockDriverCash(tx: Runner, driverId: string): Promise<void> {
  await tx.run(lockDriver, { driver_id: driverId });
}

/** What a courier has collected and not handed in, live before test, oldest first. */
export async function collectedByDriver(
  system: Runner,
  driverId: string,
  rowsMax: number,
): Promise<readonly CollectedRow[]> {
  return system.run(collected, { driver_id: driverId, rows_max: rowsMax });
}

/** Writes a deposit with the deliveries whose cash it is, all of one mode and currency. */
export async function insertDeposit(
  tx: Runner,
  { id, driverId, clientId, note, at, jobs, declared }: NewDeposit,
): Promise<void> {
  const [first] = jobs;
  if (!first) throw new Error('A deposit is of the cash of at least one delivery.');
  await tx.run(declare, {
    id,
    driver_id: driverId,
    livemode: first.livemode,
    client_id: clientId,
    currency: first.currency,
    declared,
    declared_at: at,
    note,
    merchant_ids: jobs.map((job) => job.merchant_id),
    job_numbers: jobs.map((job) => job.job_number),
    amounts: jobs.map((job) => job.amount),
  });
}

export async function findDepositByClient(
  system: Runner,
  driverId: string,
  clientId: string,
): Promise<DepositRow | undefined> {
  return (await system.run(findByClient, { driver_id: driverId, client_id: clientId }))[0];
}

/** A deposit, kept for whoever asks until the transaction ends. */
export async function lockDeposit(tx: Runner, id: string): Promise<DepositRow | undefined> {
  return (await tx.run(lock, { id }))[0];
}

/** The latest deposits, and of those before all that still count as cash in hand; the latest first. */
export async function latestDeposits(
  system: Runner,
  driverId: string,
  { latestMax, rowsMax }: { readonly latestMax: number; readonly rowsMax: number },
): Promise<readonly DepositRow[]> {
  return system.run(latest, { driver_id: driverId, latest_max: latestMax, rows_max: rowsMax });
}

export async function changeDeposit(tx: Runner, changed: ValuesOf<(typeof change)['params']>): Promise<void> {
  await tx.run(change, changed);
}

/** The deliveries whose cash a deposit holds, in the order in which they are to be changed. */
export async function jobsOfDeposit(tx: Runner, depositId: string) {
  return (await tx.run(jobsOf, { deposit_id: depositId })).map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    jobNumber: row.job_number,
  }));
}

/** A courier's cash by the ledger, live and test, and what he may hold. */
export async function cashInHand(system: Runner, driverId: string) {
  return (await system.run(inHand, { driver_id: driverId }))[0] ?? { live: 0n, test: 0n, cash_limit: 0n };
}
