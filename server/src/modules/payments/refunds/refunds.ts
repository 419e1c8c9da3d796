import { createHash } from 'node:crypto';
import {
  encodeId,
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type Refund,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { refuseAboveRefundMax } from '../../../kernel/call/refund-max.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { constraintOf, type Runner } from '../../../store/index.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Payments } from '../module.ts';
import { businessNow } from '../payments/business-now.queries.ts';
import { paymentNotFound } from '../payments/move-payment.ts';
import { findPayment } from '../payments/payments.queries.ts';
import type { BegunRefund, PaymentPort } from '../payments/payment-port.ts';
import { beginRefund } from './begin-refund.ts';
import { presentRefund } from './present-refund.ts';
import { pursueRefund } from './pursue-refund.ts';
import { findRefund, findRefunds, refundList } from './refunds.queries.ts';

/** Sends money back: the refund is written first, and its provider asked once that is sure. */
export async function createRefund(
  { params, body }: Input<Operations['createRefund']>,
  call: Call,
  module: Payments,
): Promise<Reply<Refund>> {
  const { tenant } = call;
  return writeThenAct(module, call, {
    judge: async () => null,
    write: async (runner) => {
      const { amount } = body;
      const row = await beginRefund(
        { module, runner, tenant },
        {
          id: makeId('re_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
          paymentId: params.id,
          amountOf: ({ currency }) =>
            amount === undefined ? null : readSomeMoney(amount, { path: 'amount', currency }),
          judgeAmount: (minor, { currency }) => refuseAboveRefundMax(call.caller, minor, currency),
          leavesCounted: true,
          reason: body.reason ?? null,
          metadata: body.metadata ?? {},
          at: call.now,
        },
      );
      return { id: row.id };
    },
    act: async ({ id }) => {
      return reply(presentRefund(await pursueRefund(module, { tenant, id })));
    },
  });
}

/** Lists the refunds of one payment, newest first unless sorted otherwise. */
export async function listPaymentRefunds(
  { params: { id }, query }: Input<Operations['listPaymentRefunds']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Refund[]>> {
  const { tenant } = call;
  if (!(await findPayment(store.of(tenant), { tenant, id }))) throw paymentNotFound(id);
  const { rows, meta } = await refundList.find(store.reads(tenant), {
    call,
    query: { ...query, payment_id: id },
  });
  return reply(rows.map(presentRefund), { meta });
}

/** Lists a merchant's refunds, newest first unless sorted otherwise. */
export async function listRefunds(
  { query }: Input<Operations['listRefunds']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly Refund[]>> {
  const { rows, meta } = await refundList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentRefund), { meta });
}

/** Reads a refund. */
export async function getRefund(
  { params }: Input<Operations['getRefund']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<Refund>> {
  const row = await findRefund(store.of(tenant), { tenant, id: params.id });
  if (!row) throw new Failure('REFUND_NOT_FOUND', `There is no refund ${params.id.slice(0, 64)}.`);
  return reply(presentRefund(row), { version: String(row.version) });
}

type WantedRefund = Parameters<PaymentPort['refund']>[1];

const ID_BYTES = 16;

/** Sends money back for another module; a repeated key finds the first refund, because its id follows from the key. */
export async function refundOnce(
  module: Payments,
  tenant: Parameters<PaymentPort['refund']>[0],
  { paymentId, amountMinor, reason, key }: WantedRefund,
): Promise<Refund> {
  const runner = module.store.of(tenant);
  const id = refundIdFor(paymentId, key);
  if (!(await findRefund(runner, { tenant, id }))) {
    const at = await businessNow(module, tenant);
    await beginRefund(
      { module, runner, tenant },
      { id, paymentId, amountOf: () => amountMinor, reason, metadata: {}, at },
    ).catch((error: unknown) => {
      if (constraintOf(error) !== 'refunds_pkey') throw error;
    });
  }
  return presentRefund(await pursueRefund(module, { tenant, id }));
}

function refundIdFor(paymentId: string, key: string): string {
  const bytes = createHash('sha256').update(`${paymentId}:${key}`).digest().subarray(0, ID_BYTES);
  return encodeId('re_', bytes);
}

type OwnedRefunds = {
  readonly tx: Runner;
  readonly tenant: Tenant;
  readonly refunds: readonly BegunRefund[];
};

/** Writes refunds, each with its hold on its payment, in the caller's transaction; in the order of payments, so that no two callers wait for each other. */
export async function beginRefunds(
  module: Payments,
  { tx, tenant, refunds }: OwnedRefunds,
): Promise<readonly Refund[]> {
  const written: Refund[] = [];
  for (const { id, paymentId, amountMinor, inCash, cashSessionId = null, reason, at } of refunds.toSorted(
    (one, other) => (one.paymentId < other.paymentId ? -1 : 1),
  )) {
    written.push(
      presentRefund(
        await beginRefund(
          { module, runner: tx, tenant },
          { id, paymentId, amountOf: () => amountMinor, reason, metadata: {}, at, inCash, cashSessionId },
        ),
      ),
    );
  }
  return written;
}

/** Asks the provider about one that is not over. */
export async function pursueOwnedRefund(module: Payments, tenant: Tenant, id: string): Promise<Refund> {
  const row = await pursueRefund(module, { tenant, id });
  return presentRefund(row);
}

/** As they stand, those that are there. */
export async function findOwnedRefunds(
  { store }: Payments,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly Refund[]> {
  return (await findRefunds(store.of(tenant), tenant, ids)).map(presentRefund);
}
