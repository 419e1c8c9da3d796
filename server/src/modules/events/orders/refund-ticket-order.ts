import { refuseAboveRefundMax } from '../../../kernel/call/refund-max.ts';
import {
  formatMoney,
  parseAmount,
  toMajor,
  type Input,
  type Operations,
  type RefundTicketOrderBody,
  type TicketOrder,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { orFirstAnswer, refuseMalformed, replay } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { findKept } from '../../../kernel/effect/idempotency.queries.ts';
import { openAnswer, sealReply } from '../../../kernel/effect/kept-answer.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Events } from '../module.ts';
import { presentTicket } from '../tickets/present-ticket.ts';
import { ticketsOfOrder, type TicketRow } from '../tickets/tickets.queries.ts';
import { NO_CODES, writeCodes } from '../tickets/write-codes.ts';
import { changeOrder, showOrderRow, simply, type ChangedOrder } from './change-order.ts';
import { nextVersion, orderConflict, plainStep, type OrderStep } from './order-step.ts';
import { statusOf } from './order-lines.ts';
import { findOrder, type OrderRow } from './orders.queries.ts';
import { orderFact, presentOrder } from './present-order.ts';
import { refundStep, type Refund } from './refund-step.ts';
import {
  noteRefund,
  ordersRefunding,
  pendingRefunds,
  refundsOfOrder,
  type OrderRefundRow,
  type RefundingOrder,
} from './refunds.queries.ts';

/** Refunds an order, some of its tickets, or a part of its money. The tickets are void before the money is sent. */
export async function refundTicketOrder(
  { params, body }: Input<Operations['refundTicketOrder']>,
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  const { tenant, idempotency } = call;
  const runner = module.store.of(tenant);
  if (body.ticket_ids && body.amount !== undefined)
    throw invalid({ path: 'amount', message: 'must not stand together with ticket_ids' });
  if (idempotency && (await findKept(runner, tenant, idempotency.key)))
    return replay(module, call, {
      idempotency,
      runner,
      refuseOther: () => refuseAmount(params.id, { body, call, module }),
    });
  const judged = await orFirstAnswer<ChangedOrder, TicketOrder>(module, call, () =>
    changeOrder(module, { tenant, id: params.id }, async (before) => {
      const refund = await judgeRefund(before, { body, call, module });
      refuseAboveRefundMax(call.caller, refund.amount, before.currency);
      const whole = idempotency ? await answerTo(refund, before, { call, module }) : null;
      return simply(() => whole ?? refundStep(before, refund));
    }),
  );
  if ('answer' in judged) return judged.answer;
  const { row, step, repeated } = judged.fresh;
  if (repeated && idempotency) return replay(module, call, { idempotency, runner });
  // What is kept is what is answered, whatever others have done to its money since.
  const kept = step?.claim && openAnswer<TicketOrder>(module.vault, step.claim.answer);
  const answer = kept ? kept.data : await showOrderRow(module, tenant, row);
  if (step?.refund) await payOutRefund(module, tenant, { order_id: row.id, ...step.refund });
  return reply(answer, step?.claim ? { at: step.claim.at } : {});
}

type Asked = { readonly body: RefundTicketOrderBody; readonly call: Call; readonly module: Events };

/** What is wrong with an amount is told whatever has become of the order. */
async function refuseAmount(id: string, { body, call, module }: Asked): Promise<void> {
  const row = await findOrder(module.store.of(call.tenant), call.tenant, id);
  if (!row || body.amount === undefined) return;
  try {
    partOf(row, body.amount);
  } catch (refusal) {
    refuseMalformed(refusal);
  }
}

/** Judges on the order and its tickets as read what goes back. */
async function judgeRefund(row: OrderRow, { body, call, module }: Asked): Promise<Refund> {
  refuseUnpaid(row);
  const all = await ticketsOfOrder(module.store.of(call.tenant), call.tenant, row.id);
  const common = {
    reason: body.reason ?? null,
    release: body.release ?? true,
    at: call.now,
    world: module.world,
    vault: module.vault,
  };
  if (body.amount !== undefined)
    return { ...common, tickets: [], amount: partOf(row, body.amount), isWhole: false };
  const chosen = body.ticket_ids
    ? body.ticket_ids.map((id) => chosenTicket(all, id))
    : all.filter(({ status }) => status !== 'void');
  // Also what was blocked after it had been used.
  const used = chosen.find(({ used_at }) => used_at !== null);
  if (used && body.force !== true)
    throw new Failure(
      'TICKET_ALREADY_USED',
      `Ticket ${used.id} was used. Send force true to refund it all the same.`,
      { details: { ticket_id: used.id } },
    );
  const left = all.filter((ticket) => ticket.status !== 'void' && !chosen.includes(ticket)).length;
  const rest = row.total - row.amount_refunded;
  const due = body.ticket_ids ? pricesOf(chosen, { rest, isLast: left === 0 }) : rest;
  if (due > rest) throw exceeds(row, due);
  const shown = chosen.map((ticket): TicketRow => ({ ...ticket, status: 'void' }));
  const codes = await writeCodes(
    module.store.of(call.tenant),
    { tenant: call.tenant, tickets: shown },
    module,
  );
  const tickets = chosen.map(({ id, ticket_type_id: typeId, version, sequence, price }, index) => ({
    id,
    typeId,
    version,
    sequence,
    price,
    voided: presentTicket(shown[index] as TicketRow, codes[index] ?? NO_CODES),
  }));
  return { ...common, tickets, amount: due, isWhole: left === 0 };
}

/** What was paid for these tickets; for the last ones no more than earlier refunds of money have left. */
function pricesOf(
  tickets: readonly TicketRow[],
  { rest, isLast }: { readonly rest: bigint; readonly isLast: boolean },
): bigint {
  const paid = tickets.reduce((sum, { price }) => sum + price, 0n);
  return isLast && paid > rest ? rest : paid;
}

function refuseUnpaid(row: OrderRow): void {
  const from = statusOf(row);
  if (from !== 'paid' && from !== 'partially_refunded')
    throw orderConflict(row, 'refunded', () => ', so there is nothing to refund.');
}

function chosenTicket(all: readonly TicketRow[], id: string): TicketRow {
  const ticket = all.find((one) => one.id === id);
  if (!ticket) throw new Failure('TICKET_NOT_FOUND', `The order has no ticket ${id.slice(0, 64)}.`);
  if (ticket.status === 'void')
    throw new Failure('TICKET_VOID', `Ticket ${id} is void already.`, { details: { ticket_id: id } });
  return ticket;
}

function partOf(row: OrderRow, amount: number | string): bigint {
  const parsed = parseAmount(amount, row.currency);
  if (!parsed.ok)
    throw parsed.code === 'AMOUNT_PRECISION'
      ? new Failure(parsed.code, `amount ${parsed.message}.`, {
          details: { fields: [{ path: 'amount', message: parsed.message }] },
        })
      : invalid({ path: 'amount', message: parsed.message });
  if (parsed.minor === 0n) throw invalid({ path: 'amount', message: 'must be more than 0' });
  if (parsed.minor > row.total - row.amount_refunded) throw exceeds(row, parsed.minor);
  return parsed.minor;
}

function exceeds(row: OrderRow, due: bigint): Failure {
  const currency = row.currency;
  const refundable = toMajor(row.total - row.amount_refunded, currency);
  return new Failure(
    'REFUND_EXCEEDS_PAYMENT',
    `${formatMoney(due, currency)} cannot go back: of what was paid, ${formatMoney(row.total - row.amount_refunded, currency)} is left.`,
    { details: { refundable } },
  );
}

/** The step with its answer, kept under the Idempotency-Key in the same transaction. */
async function answerTo(
  refund: Refund,
  before: OrderRow,
  { call, module }: Omit<Asked, 'body'>,
): Promise<OrderStep> {
  const { tenant, idempotency } = call;
  const step = refundStep(before, refund);
  if (!idempotency || !step.refund) return step;
  const runner = module.store.of(tenant);
  const [earlier, shown] = await Promise.all([
    refundsOfOrder(runner, tenant, before.id),
    showOrderRow(module, tenant, before),
  ]);
  const voided = new Map(refund.tickets.map((ticket) => [ticket.id, ticket.voided]));
  const added = {
    merchant_id: tenant.merchantId,
    livemode: tenant.livemode,
    order_id: before.id,
    refund_id: null,
    failure: null,
    ...step.refund,
  };
  const answer = presentOrder(step.after, {
    place: module,
    clientSecret: null,
    payment: shown.payment,
    tickets: shown.tickets.map((ticket) => voided.get(ticket.id) ?? ticket),
    refunds: [...earlier, added],
  });
  const at = module.world.systemNow();
  return {
    ...step,
    claim: {
      key: idempotency.key,
      hash: idempotency.hash,
      answer: sealReply(module.vault, reply(answer), at),
      at,
    },
  };
}

const ROWS_MAX = 100;
/** How long the request that wrote a refund has to see to it itself. */
const OWN_MS = 10_000;

/**
 * Sends the money of refunds that were written and not sent, and ends orders whose late payment has gone back. Of those
 * each turn goes on behind the last one of the turn before, so that money which a provider does not send back keeps no
 * other order waiting.
 */
export function openRefundRounds(module: Events): () => Promise<number> {
  let after = '';
  return async () => {
    const before = new Date(module.world.now().getTime() - OWN_MS);
    const refunds = await pendingRefunds(module.store.system, before, ROWS_MAX);
    for (const refund of refunds)
      await payOutRefund(module, { merchantId: refund.merchant_id, livemode: refund.livemode }, refund);
    const orders = await ordersRefunding(module.store.system, { after, rowsMax: ROWS_MAX });
    after = orders.length < ROWS_MAX ? '' : (orders.at(-1)?.id ?? '');
    let ended = 0;
    for (const order of orders) ended += Number(await endRefundedOrder(module, order));
    return ended + refunds.length;
  };
}

type RefundToPay = Pick<OrderRefundRow, 'id' | 'order_id' | 'payment_id' | 'amount' | 'reason' | 'status'>;

/** Hands one refund to payments, which knows it by its id however often it is asked. */
export async function payOutRefund(module: Events, tenant: Tenant, refund: RefundToPay): Promise<void> {
  if (refund.status !== 'pending' || refund.payment_id === null) return;
  const at = module.world.now();
  const note = (news: {
    readonly status: 'pending' | 'done' | 'failed';
    readonly refund_id: string | null;
    readonly failure: string | null;
  }): Promise<void> =>
    noteRefund(module.store.of(tenant), tenant, { id: refund.id, updated_at: at, ...news });
  try {
    const { id } = await module.payments.refund(tenant, {
      paymentId: refund.payment_id,
      amountMinor: refund.amount,
      reason: refund.reason,
      key: refund.id,
    });
    await note({ status: 'done', refund_id: id, failure: null });
  } catch (error) {
    const isFinal = error instanceof Failure && error.status < 500 && error.status !== 429;
    if (isFinal) await note({ status: 'failed', refund_id: null, failure: error.message });
    else {
      module.log.warn({ error, refundId: refund.id }, 'A refund could not be sent and is tried again.');
      await note({ status: 'pending', refund_id: null, failure: null });
    }
  }
}

/** An order whose money came too late is refunded once payments have all of it back. */
async function endRefundedOrder(module: Events, { tenant, id, paymentId }: RefundingOrder): Promise<boolean> {
  const payment = paymentId === null ? null : await module.payments.find(tenant, paymentId);
  if (!payment || payment.amount_refunded < payment.amount) return false;
  const at = new Date(payment.updated_at);
  const { step } = await changeOrder(module, { tenant, id }, (before) => {
    if (before.status !== 'refund_pending') return null;
    return simply(() => {
      const after = {
        ...nextVersion(before, { at, world: module.world, told: 1 }),
        status: 'refunded' as const,
        amount_refunded: before.total,
        ended_at: at,
      };
      return { ...plainStep(before, after, at), facts: [orderFact('ticket_order.refunded', after)] };
    });
  });
  return step !== null;
}
