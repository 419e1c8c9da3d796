import {
  exactTexts,
  formatOptionalTime,
  formatTime,
  parseAmount,
  toMajor,
  type CashDeposit,
  type CourierDeposit,
  type Currency,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { PLATFORM_ID } from '../../../kernel/call/tenant.ts';
import { post, type Posting } from '../../ledger/index.ts';
import type { Shipping } from '../module.ts';
import { CASH_ACCOUNTS } from '../deliveries/cash-postings.ts';
import {
  changeDeposit,
  depositList,
  jobsOfDeposit,
  lockDeposit,
  type DepositRow,
} from './deposits.queries.ts';
import { moveCash } from './move-cash.ts';

/** Lists what couriers have handed in, newest first unless sorted otherwise. */
export async function listCashDeposits(
  { query }: Input<Operations['listCashDeposits']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly CashDeposit[]>> {
  operatorsOnly(call);
  const { rows, meta } = await depositList.find(store.system.reads, { call, query });
  return reply(rows.map(presentCashDeposit), { meta });
}

/** Counts what a courier declared: where both agree its cash is deposited, else all of it is disputed and nothing moves. */
export async function countCashDeposit(
  { params, body }: Input<Operations['countCashDeposit']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<CashDeposit>> {
  operatorsOnly(call);
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const row = requireDeposit(await lockDeposit(tx, params.id), {
          id: params.id,
          status: 'declared',
          to: 'counted',
        });
        const counted = readCash(body.amount, row.currency);
        const now = module.world.now();
        const agree = counted === row.declared;
        for (const job of await jobsOfDeposit(tx, row.id))
          await moveCash(tx, job, { to: agree ? 'deposited' : 'disputed', now });
        await changeDeposit(tx, {
          id: row.id,
          status: agree ? 'counted' : 'disputed',
          counted,
          counted_by: call.operator.id,
          counted_at: now,
          count_note: body.note ?? null,
          resolved_by: null,
          resolved_at: null,
          resolution: null,
        });
        const after = await lockDeposit(tx, row.id);
        if (!after) throw depositNotFound(row.id);
        return reply(presentCashDeposit(after));
      },
    },
  );
}

/** Ends a dispute by a person who did not count: the merchants' cash is deposited whole, and what is missing stays on the courier. */
export async function resolveCashDeposit(
  { params, body }: Input<Operations['resolveCashDeposit']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<CashDeposit>> {
  operatorsOnly(call);
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const row = requireDeposit(await lockDeposit(tx, params.id), {
          id: params.id,
          status: 'disputed',
          to: 'resolved',
        });
        if (row.counted_by === call.operator.id)
          throw new Failure(
            'SAME_PERSON',
            `You counted the deposit ${row.id}; another person must resolve its dispute.`,
          );
        const found = readCash(body.amount, row.currency);
        const now = module.world.now();
        for (const job of await jobsOfDeposit(tx, row.id)) await moveCash(tx, job, { to: 'deposited', now });
        await post(
          tx,
          { merchantId: PLATFORM_ID, livemode: row.livemode },
          differencePostings(row, found, now),
        );
        await changeDeposit(tx, {
          id: row.id,
          status: 'resolved',
          counted: found,
          counted_by: row.counted_by ?? '',
          counted_at: row.counted_at ?? now,
          count_note: row.count_note,
          resolved_by: call.operator.id,
          resolved_at: now,
          resolution: body.resolution,
        });
        const after = await lockDeposit(tx, row.id);
        if (!after) throw depositNotFound(row.id);
        return reply(presentCashDeposit(after));
      },
    },
  );
}

/** The office has less, or more, than the deliveries' cash says: the courier owes it, or nobody knows whose it is. */
function differencePostings(row: DepositRow, found: bigint, at: Date): readonly Posting[] {
  const difference = found - row.declared;
  if (difference === 0n) return [];
  const other = difference < 0n ? `courier_shortage:${row.driver_id}` : 'cash_surplus';
  const entries = [
    { account: CASH_ACCOUNTS.office, amount: difference },
    { account: other, amount: -difference },
  ];
  return [
    {
      id: `ltx_${row.id}_difference`,
      kind: difference < 0n ? 'cod.shortage' : 'cod.surplus',
      subject: row.id,
      currency: row.currency,
      at,
      entries,
    },
  ];
}

/** An amount of cash in minor units; a refusal names the field. */
function readCash(value: number | string, currency: Currency): bigint {
  const amount = parseAmount(value, currency);
  if (amount.ok) return amount.minor;
  if (amount.code === 'VALIDATION_ERROR') throw invalid({ path: 'amount', message: amount.message });
  throw new Failure(amount.code, `amount ${amount.message}.`, {
    details: { fields: [{ path: 'amount', message: amount.message }] },
  });
}

function depositNotFound(id: string): Failure {
  return new Failure('DEPOSIT_NOT_FOUND', `There is no cash deposit ${id.slice(0, 64)}.`);
}

/** A deposit in the status that a step needs, or its refusal. */
function requireDeposit(
  row: DepositRow | undefined,
  wanted: { readonly id: string; readonly status: 'declared' | 'disputed'; readonly to: string },
): DepositRow {
  if (!row) throw depositNotFound(wanted.id);
  if (row.status === wanted.status) return row;
  const allowed =
    row.status === 'declared' ? ['counted', 'disputed'] : row.status === 'disputed' ? ['resolved'] : [];
  throw new Failure(
    'STATE_CONFLICT',
    `The deposit ${row.id} is ${row.status}; only one that is ${wanted.status} can be ${wanted.to}.`,
    { details: { from: row.status, to: wanted.to, allowed } },
  );
}

/** A deposit as the courier who made it sees it. */
export function presentCourierDeposit(row: DepositRow): CourierDeposit {
  return {
    id: row.id,
    status: row.status,
    declared: toMajor(row.declared, row.currency),
    currency: row.currency,
    exact: exactTexts({ declared: row.declared }, row.currency),
    job_numbers: [...row.job_numbers],
    note: row.note,
    declared_at: formatTime(row.declared_at),
    counted_at: formatOptionalTime(row.counted_at),
    livemode: row.livemode,
  };
}

/** A deposit as whoever counts it sees it: what was declared only once it is counted. */
function presentCashDeposit(row: DepositRow): CashDeposit {
  const currency = row.currency;
  return {
    id: row.id,
    driver: { id: row.driver_id, name: row.driver_name },
    status: row.status,
    declared: row.counted === null ? null : toMajor(row.declared, currency),
    counted: row.counted === null ? null : toMajor(row.counted, currency),
    currency,
    exact:
      row.counted === null ? null : exactTexts({ declared: row.declared, counted: row.counted }, currency),
    jobs_count: row.job_numbers.length,
    note: row.note,
    declared_at: formatTime(row.declared_at),
    counted_by: row.counted_by,
    counted_at: formatOptionalTime(row.counted_at),
    count_note: row.count_note,
    resolved_by: row.resolved_by,
    resolved_at: formatOptionalTime(row.resolved_at),
    resolution: row.resolution,
    livemode: row.livemode,
  };
}
