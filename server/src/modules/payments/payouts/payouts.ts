import {
  formatMoney,
  idRandomBytes,
  makeId,
  toMajor,
  type Currency,
  type DispatchPayout,
  type Input,
  type Operations,
  type PaymentProviderId,
  type Payout,
} from '@cottontree/contract';
import type { Call, DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { operatorsOnly } from '../../../kernel/call/operators-only.ts';
import type { Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import type { ProviderAccount } from '../providers/account-cache.ts';
import {
  changePayout,
  findAnyPayout,
  findPayout,
  insertPayout,
  lockPayouts,
  payoutList,
  reachedPayoutList,
  readPayable,
  type NewPayout,
  type PayoutRow,
} from './payouts.queries.ts';
import { payoutFact, payoutNotFound, presentDispatchPayout, presentPayout } from './present-payout.ts';
import { endedPayout, payoutPosting, pursuePayout, type PayoutEnd } from './pursue-payout.ts';

/** Lists the payouts within reach, newest first unless sorted otherwise. */
export async function listDispatchPayouts(
  { query }: Input<Operations['listDispatchPayouts']>,
  call: DispatchCall,
  { store }: Payments,
): Promise<Reply<readonly DispatchPayout[]>> {
  const { rows, meta } = await reachedPayoutList.find(store.system.reads, { call, query });
  return reply(rows.map(presentDispatchPayout), { meta });
}

/** Lists a merchant's payouts, newest first unless sorted otherwise. */
export async function listPayouts(
  { query }: Input<Operations['listPayouts']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Payout[]>> {
  const { rows, meta } = await payoutList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentPayout), { meta });
}

/** Reads a payout. */
export async function getPayout(
  { params }: Input<Operations['getPayout']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<Payout>> {
  const row = await findPayout(store.of(tenant), { tenant, id: params.id });
  if (!row) throw payoutNotFound(params.id);
  return reply(presentPayout(row), { version: String(row.version) });
}

type Body = Input<Operations['createPayout']>['body'];

/** So long whoever wrote the payout has to ask for it first. */
const FIRST_QUESTION_MS = 10_000;

/** Pays out what lies with a provider: it is written and taken from the balance first, and its provider asked once that is sure. */
export async function createPayout(
  { body }: Input<Operations['createPayout']>,
  call: Call,
  module: Payments,
): Promise<Reply<Payout>> {
  const { tenant } = call;
  const currency = body.currency ?? call.caller.merchant.currency;
  const amount = readSomeMoney(body.amount, { path: 'amount', currency });
  return writeThenAct(module, call, {
    judge: async () => null,
    write: async (tx) => {
      await lockPayouts(tx, tenant);
      const provider = takenFrom(await readPayable(tx, tenant, currency), {
        wanted: body.provider,
        amount,
        currency,
      });
      const payout = composePayout(module, call, {
        body,
        amount,
        currency,
        provider,
        account: await payingAccount(module, tenant, provider),
      });
      const row: PayoutRow = {
        ...payout,
        version: 1,
        status: 'pending',
        provider_ref: null,
        reference: null,
        failure: null,
        paid_at: null,
      };
      const written = await insertPayout(tx, {
        payout,
        facts: [payoutFact(row, 'payout.created')],
        postings: [payoutPosting(row, { step: 'created', at: row.created_at })],
        dueAt: new Date(module.world.now().getTime() + FIRST_QUESTION_MS),
      });
      return { id: written.id };
    },
    act: async ({ id }) => {
      return reply(presentPayout(await pursuePayout(module, { tenant, id })));
    },
  });
}

type Taking = { readonly wanted: string | undefined; readonly amount: bigint; readonly currency: Currency };

/** With whom the money lies: whom the request names, else who has the most of it. */
function takenFrom(
  balances: readonly { readonly provider: PaymentProviderId; readonly available: bigint }[],
  { wanted, amount, currency }: Taking,
): PaymentProviderId {
  const found = wanted === undefined ? balances[0] : balances.find(({ provider }) => provider === wanted);
  if (found && found.available >= amount) return found.provider;
  const available = found && found.available > 0n ? found.available : 0n;
  const where = found?.provider ?? wanted ?? 'any provider';
  throw new Failure(
    'BALANCE_TOO_LOW',
    `${formatMoney(available, currency)} lie with ${where}; ${formatMoney(amount, currency)} cannot be paid out of that.`,
    {
      details: {
        available: toMajor(available, currency),
        provider: found?.provider ?? wanted ?? null,
        currency,
      },
    },
  );
}

/** The account that pays out by itself; null where somebody has to do it by hand. */
async function payingAccount(
  { accounts }: Payments,
  tenant: Tenant,
  providerId: string,
): Promise<ProviderAccount | null> {
  return (
    (await accounts.inUse(tenant)).find(
      ({ provider }) =>
        provider.id === providerId && provider.capabilities.payout && provider.payout !== undefined,
    ) ?? null
  );
}

type Composing = {
  readonly body: Body;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly provider: PaymentProviderId;
  readonly account: ProviderAccount | null;
};

function composePayout(
  { world }: Payments,
  { tenant, now }: Call,
  { body, amount, currency, provider, account }: Composing,
): NewPayout {
  return {
    ...keyOf(tenant),
    id: makeId('po_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    amount,
    currency,
    provider,
    account_id: account?.id ?? null,
    by_hand: account === null,
    destination: body.destination ?? account?.payoutDestination ?? {},
    description: body.description ?? null,
    created_at: now,
    updated_at: now,
  };
}

/** Notes that an operator has paid; one that is noted already is answered as it is. */
export function markPayoutPaid(
  { params, body }: Input<Operations['markPayoutPaid']>,
  call: DispatchCall,
  module: Payments,
): Promise<Reply<DispatchPayout>> {
  return endByHand(module, call, {
    id: params.id,
    end: { status: 'paid', at: call.now, providerRef: null, reference: body.reference, failure: null },
  });
}

/** Notes that a payout cannot be paid: the money is available again. */
export function failPayout(
  { params, body }: Input<Operations['failPayout']>,
  call: DispatchCall,
  module: Payments,
): Promise<Reply<DispatchPayout>> {
  return endByHand(module, call, {
    id: params.id,
    end: {
      status: 'failed',
      at: call.now,
      providerRef: null,
      reference: null,
      failure: { code: 'declined', message: body.reason },
    },
  });
}

async function endByHand(
  module: Payments,
  call: DispatchCall,
  { id, end }: { readonly id: string; readonly end: PayoutEnd },
): Promise<Reply<DispatchPayout>> {
  operatorsOnly(call);
  return effect<DispatchPayout>(
    module,
    { tenant: null, idempotency: call.idempotency },
    { work: async (runner) => reply(presentDispatchPayout(await write(runner, id, end))) },
  );
}

async function write(runner: Runner, id: string, end: PayoutEnd): Promise<PayoutRow> {
  const row = await findAnyPayout(runner, id);
  if (!row) throw payoutNotFound(id);
  if (isEndedAs(row, end)) return row;
  if (row.status !== 'pending' || !row.by_hand) throw conflict(row, end.status);
  const changed = await changePayout(
    runner,
    { tenant: { merchantId: row.merchant_id, livemode: row.livemode }, id },
    endedPayout(row, end),
  );
  if (changed) return changed;
  const meanwhile = (await findAnyPayout(runner, id)) ?? row;
  if (isEndedAs(meanwhile, end)) return meanwhile;
  throw conflict(meanwhile, end.status);
}

/** An end that was noted before, or by somebody who does so at the same moment, stays as it is. */
function isEndedAs({ status, by_hand: byHand }: PayoutRow, end: PayoutEnd): boolean {
  return byHand && status === end.status;
}

function conflict({ id, status, by_hand: byHand, provider }: PayoutRow, to: PayoutEnd['status']): Failure {
  const why = byHand ? `is ${status}` : `is paid by ${provider} itself, which tells how it ended`;
  return new Failure('STATE_CONFLICT', `The payout ${id} ${why}; it cannot be marked ${to}.`, {
    details: { from: status, to, allowed: [] },
  });
}
