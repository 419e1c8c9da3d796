import { idRandomBytes, makeId, type Input, type Operations, type Refund } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { writeThenAct } from '../../../kernel/effect/outside-effect.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { refuseAboveRefundMax } from '../../../kernel/call/refund-max.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Payments } from '../module.ts';
import { paymentNotFound } from '../payments/move-payment.ts';
import { findPayment } from '../payments/payments.queries.ts';
import { beginRefund } from './begin-refund.ts';
import { presentRefund } from './present-refund.ts';
import { pursueRefund } from './pursue-refund.ts';
import { findRefund, refundList } from './refunds.queries.ts';

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
