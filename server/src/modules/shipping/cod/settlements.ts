import {
  exactTexts,
  formatTime,
  idRandomBytes,
  makeId,
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type Settlement,
} from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { post, type Posting } from '../../ledger/index.ts';
import type { Shipping } from '../module.ts';
import { CASH_ACCOUNTS } from '../deliveries/cash-postings.ts';
import { moveCash } from './move-cash.ts';
import {
  depositedJobs,
  insertSettlement,
  lockMerchantCash,
  owedClaims,
  platformSettlementList,
  settlementList,
  type DepositedRow,
  type OwedClaim,
  type SettlementRow,
} from './settlements.queries.ts';

/** Of each in one settlement, so that its sums fit where they are kept; the next pays the rest. */
const [JOBS_MAX, CLAIMS_MAX] = [500, 500];

/** Pays out what lies in the office for a merchant; its deliveries are settled in the same transaction. */
export async function settleCash(
  { body }: Input<Operations['settleCash']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Settlement>> {
  operatorsOnly(call);
  const tenant: Tenant = { merchantId: body.merchant_id, livemode: body.livemode ?? true };
  return effect(
    module,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        if (!(await lockMerchantCash(tx, tenant.merchantId)))
          throw new Failure('MERCHANT_NOT_FOUND', `There is no merchant ${tenant.merchantId.slice(0, 64)}.`);
        const payable = alike(
          await depositedJobs(tx, tenant, JOBS_MAX),
          await owedClaims(tx, tenant, CLAIMS_MAX),
        );
        const { jobs, owed } = payable;
        const row = composeSettlement(payable, { tenant, body, call, module });
        for (const { job_number: jobNumber } of jobs)
          await moveCash(tx, { tenant, jobNumber }, { to: 'settled', now: row.created_at });
        await post(tx, tenant, besidePostings(row));
        const { job_numbers: _numbers, merchant_id: _merchant, livemode: _mode, ...settlement } = row;
        await insertSettlement(tx, tenant, {
          ...settlement,
          jobs,
          owed,
          deductsFees: body.deduct_fees === true,
        });
        return reply(presentSettlement(row), { status: 201 });
      },
    },
  );
}

type Payable = {
  readonly currency: Currency;
  readonly jobs: readonly DepositedRow[];
  readonly owed: readonly OwedClaim[];
};

/** One settlement is in one currency: that of the oldest cash, else of the first claim. */
function alike(jobs: readonly DepositedRow[], owed: readonly OwedClaim[]): Payable {
  const currency = jobs[0]?.currency ?? owed[0]?.currency;
  if (currency === undefined)
    throw new Failure(
      'NO_CASH',
      'No cash lies in the office for this merchant, and no claim is to be paid. Cash must be handed in and counted first.',
    );
  return {
    currency,
    jobs: jobs.filter((job) => job.currency === currency),
    owed: owed.filter((claim) => claim.currency === currency),
  };
}

type Settling = {
  readonly tenant: Tenant;
  readonly body: Input<Operations['settleCash']>['body'];
  readonly call: DispatchCall;
  readonly module: Shipping;
};

function composeSettlement(
  { currency, jobs, owed }: Payable,
  { tenant, body, call, module }: Settling,
): SettlementRow {
  const at = module.world.now();
  const cash = jobs.reduce((sum, { amount }) => sum + amount, 0n);
  const claims = owed.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  // Never more than the cash itself: what a parcel cost beyond its cash is not the courier's to keep.
  const fees = body.deduct_fees
    ? jobs.reduce((sum, { amount, fee }) => sum + (fee < amount ? fee : amount), 0n)
    : 0n;
  return {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    id: makeId('set_', at.getTime(), module.world.randomBytes(idRandomBytes)),
    currency,
    cash,
    fees,
    claims,
    paid: cash - fees + claims,
    reference: body.reference ?? null,
    settled_by: call.operator.id,
    created_at: at,
    job_numbers: jobs.map(({ job_number }) => job_number).toSorted(),
  };
}

/** What the deliveries' own postings do not say: fees kept of the cash stay in the office, claims are paid out of it. */
function besidePostings({ id, fees, claims, currency, created_at: at }: SettlementRow): readonly Posting[] {
  const { office, merchant } = CASH_ACCOUNTS;
  return [
    ...(fees === 0n
      ? []
      : [
          {
            id: `ltx_${id}_fees`,
            kind: 'cod.fees',
            subject: id,
            currency,
            at,
            entries: [
              { account: office, amount: fees },
              { account: 'fees', amount: -fees },
            ],
          },
        ]),
    ...(claims === 0n
      ? []
      : [
          {
            id: `ltx_${id}_claims`,
            kind: 'claim.paid',
            subject: id,
            currency,
            at,
            entries: [
              { account: merchant, amount: claims },
              { account: office, amount: -claims },
            ],
          },
        ]),
  ];
}

/** Lists what was paid out of the merchant's cash on delivery, newest first unless sorted otherwise. */
export async function listSettlements(
  { query }: Input<Operations['listSettlements']>,
  call: Call,
  { store }: Shipping,
): Promise<Reply<readonly Settlement[]>> {
  const { rows, meta } = await settlementList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentSettlement), { meta });
}

/** The same of all merchants, for the platform's people. */
export async function listDispatchSettlements(
  { query }: Input<Operations['listDispatchSettlements']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly Settlement[]>> {
  operatorsOnly(call);
  const { rows, meta } = await platformSettlementList.find(store.system.reads, { call, query });
  return reply(rows.map(presentSettlement), { meta });
}

function presentSettlement(row: SettlementRow): Settlement {
  const currency = row.currency;
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    cash: toMajor(row.cash, currency),
    fees: toMajor(row.fees, currency),
    claims: toMajor(row.claims, currency),
    paid: toMajor(row.paid, currency),
    currency,
    exact: exactTexts({ cash: row.cash, fees: row.fees, claims: row.claims, paid: row.paid }, currency),
    job_numbers: [...row.job_numbers],
    reference: row.reference,
    settled_by: row.settled_by,
    created_at: formatTime(row.created_at),
    livemode: row.livemode,
  };
}
