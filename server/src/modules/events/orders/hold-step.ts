import {
  parseAmount,
  toMajor,
  type CreateTicketOrderBody,
  type Currency,
  type TicketOrder,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { sealReply } from '../../../kernel/effect/kept-answer.ts';
import { begunNow, type Begun } from '../../../kernel/effect/outside-effect.ts';
import { reply } from '../../../kernel/call/reply.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import type { EventState } from '../events/event-state.ts';
import type { Events } from '../module.ts';
import type { PromoRow } from '../promos/promos.queries.ts';
import { cashPayment } from './pay-ticket-order.ts';
import { composeLines, priceChanged } from './compose-lines.ts';
import { sold } from './compose-tickets.ts';
import { newOrder, type OrderNames } from './new-order.ts';
import { orderFact, presentOrder } from './present-order.ts';
import type { KeptAttendee } from './order-lines.ts';
import type { OrderStep } from './order-step.ts';
import type { OrderRow } from './orders.queries.ts';
import { refuseSurplusAttendees, type ReadBuyer } from './read-buyer.ts';
import { eventNotPublished } from './refuse-step.ts';
import type { TicketSigner } from './allocation.ts';

const MINUTE_MS = 60_000;

/** A request for tickets, as far as it is judged without the event. */
export type HoldRequest = {
  readonly body: CreateTicketOrderBody;
  readonly names: OrderNames;
  readonly buyer: ReadBuyer;
  readonly attendees: readonly KeptAttendee[];
  readonly promo: PromoRow | null;
  readonly call: Call;
};

/** Makes the order out of a request on the event as it is: held, or sold where the money is there or nothing is to be paid. */
export function holdStep(
  request: HoldRequest,
  {
    event,
    signer,
    module,
  }: { readonly event: EventState; readonly signer: TicketSigner; readonly module: Events },
): OrderStep {
  const { call } = request;
  const held = heldOrder(request, event);
  const { method } = request.body.payment ?? {};
  const isSold = method !== undefined && (method === 'cash' || held.total === 0n);
  const sale = isSold
    ? soldAtOnce(held, { request, event, signer, module })
    : {
        after: held,
        tickets: [],
        issued: [],
        payment: null,
        settled: null,
        facts: [orderFact('ticket_order.held', held)],
      };
  const { after, tickets, issued, payment, settled, facts } = sale;
  // Field by field: an object that begins with a spread is a hundred times as slow to make, and this is done for every buyer.
  return {
    before: null,
    after,
    at: call.now,
    selling: true,
    claim: claimOf(request, { after, issued, module }),
    tickets,
    issued,
    voided: [],
    payment,
    settled,
    refund: null,
    entry: null,
    facts,
  };
}

function heldOrder({ body, names, buyer, attendees, promo, call }: HoldRequest, event: EventState): OrderRow {
  if (event.status === 'draft' && call.caller.kind === 'public') throw eventNotFound(event.id);
  if (event.status !== 'published') throw eventNotPublished(event);
  const priced = composeLines(event, body.items, promo);
  refuseSurplusAttendees(attendees, priced.lines);
  refuseOtherTotal(body.expected_total, { total: priced.totals.total, currency: event.currency });
  return newOrder({
    tenant: call.tenant,
    names,
    event,
    priced,
    buyer,
    promo,
    at: call.now,
    expiresAt: new Date(call.now.getTime() + event.holdMinutes * MINUTE_MS),
    attendees,
    channel: body.channel ?? (call.caller.kind === 'public' ? 'web' : 'api'),
    waitlistEntryId: null,
    metadata: body.metadata ?? {},
  });
}

function refuseOtherTotal(
  expected: number | string | undefined,
  { total, currency }: { readonly total: bigint; readonly currency: Currency },
): void {
  if (expected === undefined) return;
  const parsed = parseAmount(expected, currency);
  if (!parsed.ok) throw invalid({ path: 'expected_total', message: parsed.message });
  if (parsed.minor !== total)
    throw priceChanged('The order', {
      price: toMajor(total, currency),
      expected: toMajor(parsed.minor, currency),
    });
}

type Sale = {
  readonly request: HoldRequest;
  readonly event: EventState;
  readonly signer: TicketSigner;
  readonly module: Events;
};

function soldAtOnce(held: OrderRow, { request, event, signer, module }: Sale): OrderStep {
  const at = held.created_at;
  const settled =
    held.total > 0n
      ? cashPayment(held, { event, reference: request.body.payment?.reference, world: module.world, at })
      : null;
  const after: OrderRow = {
    ...held,
    status: 'paid',
    paid_at: at,
    payment_id: settled?.id ?? null,
    payment_method: settled ? 'cash' : null,
  };
  const step = sold(null, after, {
    event,
    signer,
    world: module.world,
    vault: module.vault,
    at,
    paymentId: after.payment_id,
  });
  return {
    ...step,
    settled,
    payment: settled && { payment_id: settled.id, verdict: 'kept', amount: held.total, created_at: at },
  };
}

/** An order as it was written, whose payment is not begun yet, or at least not shown. */
export type BegunOrder = Begun & { readonly order: TicketOrder };

/** The answer to a request as soon as its order is written; where its payment is still to be begun or shown, what is kept until then. */
export function answerTo(
  { body }: HoldRequest,
  order: TicketOrder,
  module: Events,
): TicketOrder | BegunOrder {
  return body.payment && (order.status === 'held' || order.payment_id !== null)
    ? { ...begunNow(module), order }
    : order;
}

/** The first answer to a request with an Idempotency-Key is kept with the order. */
function claimOf(
  request: HoldRequest,
  { after, issued, module }: Pick<OrderStep, 'after' | 'issued'> & { readonly module: Events },
): OrderStep['claim'] {
  const { call, names } = request;
  if (!call.idempotency) return null;
  const at = module.world.systemNow();
  const answer = answerTo(
    request,
    presentOrder(after, {
      place: module,
      clientSecret: names.secret,
      payment: null,
      tickets: issued,
      refunds: [],
    }),
    module,
  );
  return {
    key: call.idempotency.key,
    hash: call.idempotency.hash,
    at,
    answer: sealReply(module.vault, reply(answer, { status: 201 }), at),
  };
}
