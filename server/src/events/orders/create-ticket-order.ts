import type { CreateTicketOrderBody, TicketOrder } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { orFirstAnswer, replay } from '../../core/effect.ts';
import { Failure, invalid } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { findPromoByCode, type PromoRow } from '../promos/promos.queries.ts';
import { beginPayment } from './begin-payment.ts';
import { holdStep, type HoldRequest } from './hold-step.ts';
import { keepLastAnswer } from './keep-last-answer.ts';
import { makeOrderNames } from './new-order.ts';
import { presentOrder } from './present-order.ts';
import { readAttendees, readBuyer } from './read-buyer.ts';
import { promoInvalid } from './refuse-step.ts';

type Created = { readonly params: { readonly id: string }; readonly body: CreateTicketOrderBody };

type Fresh = { readonly hold: Reply<TicketOrder> };

/** Holds tickets, or sells them at once where the money is there; the order, its messages and the idempotency record are one statement. */
export async function createTicketOrder(
  { params, body }: Created,
  call: Call,
  room: Events,
): Promise<Reply<TicketOrder>> {
  if (body.payment?.method === 'cash' && call.caller.kind === 'public')
    throw invalid({ path: 'payment.method', message: 'must be another than cash with a public key' });
  const judged = await orFirstAnswer<Fresh, TicketOrder>(room, call, async () => {
    const request = await readRequest({ params, body }, call, room);
    return { hold: await hold(params.id, { request, room }) };
  });
  const held = 'fresh' in judged ? judged.fresh.hold : judged.answer;
  return withPayment(held, { body, call, room });
}

async function readRequest({ params, body }: Created, call: Call, room: Events): Promise<HoldRequest> {
  const promo =
    body.promo_code === undefined
      ? null
      : await readPromo(body.promo_code, { eventId: params.id, call, room });
  return {
    body,
    call,
    promo,
    buyer: readBuyer(body.buyer, { path: 'buyer', call }),
    attendees: readAttendees(body.attendees ?? [], call),
    names: makeOrderNames(room.world),
  };
}

async function readPromo(
  text: string,
  { eventId, call, room }: { readonly eventId: string; readonly call: Call; readonly room: Events },
): Promise<PromoRow> {
  const code = text.trim().toUpperCase();
  const promo = await findPromoByCode(room.store.of(call.tenant), call.tenant, { eventId, code });
  if (!promo) throw promoInvalid(code.slice(0, 40), 'does not exist');
  return promo;
}

async function hold(
  eventId: string,
  { request, room }: { readonly request: HoldRequest; readonly room: Events },
): Promise<Reply<TicketOrder>> {
  const { call, names } = request;
  const { outcome, step } = await room.allocate({
    key: { tenant: call.tenant, eventId },
    orderId: null,
    issues: request.body.payment !== undefined,
    compose: (event, signer) => holdStep(request, { event, signer, room }),
  });
  if (outcome === 'repeated' && call.idempotency)
    return replay(room, call, { idempotency: call.idempotency, runner: room.store.of(call.tenant) });
  if (outcome !== 'granted')
    throw new Failure('SERVICE_UNAVAILABLE', 'The order could not be written. Send the same request again.', {
      retryAfterSeconds: 1,
    });
  room.wake('webhooks.fanOut');
  const { after, issued, claim } = step;
  return reply(
    presentOrder(after, {
      place: room,
      clientSecret: names.secret,
      payment: null,
      tickets: issued,
      refunds: [],
    }),
    claim ? { at: claim.at } : {},
  );
}

/** The payment that the request asked for, begun once the tickets are held. */
async function withPayment(
  held: Reply<TicketOrder>,
  { body, call, room }: { readonly body: Created['body']; readonly call: Call; readonly room: Events },
): Promise<Reply<TicketOrder>> {
  const order = held.data;
  if (!body.payment || order.payment !== null) return held;
  if (order.payment_id !== null)
    return keepLastAnswer(room, call, {
      ...held,
      data: { ...order, payment: await room.payments.find(call.tenant, order.payment_id) },
    });
  if (order.status !== 'held') return held;
  const begun = await beginPayment(room, {
    orderId: order.id,
    wanted: { ...body.payment, method: body.payment.method },
    call,
  });
  const { status, expires_at, payment_id, version, updated_at } = begun.order;
  return keepLastAnswer(room, call, {
    ...held,
    data: { ...order, status, expires_at, payment_id, version, updated_at, payment: begun.payment },
  });
}
