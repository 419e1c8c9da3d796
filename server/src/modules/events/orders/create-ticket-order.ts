import type { CreateTicketOrderBody, TicketOrder } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { orFirstAnswer, replay } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { concludeBegun, isBegun, replayBegun } from '../../../kernel/effect/outside-effect.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { findPromoByCode, type PromoRow } from '../promos/promos.queries.ts';
import { beginPayment } from './begin-payment.ts';
import { answerTo, holdStep, type BegunOrder, type HoldRequest } from './hold-step.ts';
import { makeOrderNames } from './new-order.ts';
import { findOrder } from './orders.queries.ts';
import { presentOrder } from './present-order.ts';
import { readAttendees, readBuyer } from './read-buyer.ts';
import { promoInvalid } from './refuse-step.ts';
import { showOrderRow } from './change-order.ts';

type Created = { readonly params: { readonly id: string }; readonly body: CreateTicketOrderBody };

/** `isFirst`: written by this very request. */
type Held = { readonly hold: Reply<TicketOrder | BegunOrder>; readonly isFirst: boolean };

/** Holds tickets, or sells them at once where the money is there; the order, its messages and the idempotency record are one statement. */
export async function createTicketOrder(
  { params, body }: Created,
  call: Call,
  module: Events,
): Promise<Reply<TicketOrder>> {
  if (call.caller.kind === 'public') refuseAtTheCounter(body);
  const judged = await orFirstAnswer<Held, TicketOrder | BegunOrder>(module, call, async () => {
    const request = await readRequest({ params, body }, call, module);
    return hold(params.id, { request, module });
  });
  const { hold: known, isFirst } = 'fresh' in judged ? judged.fresh : { hold: judged.answer, isFirst: false };
  const { data } = known;
  if (!isBegun(data)) return { ...known, data };
  const act = (again: boolean): Promise<Reply<TicketOrder>> =>
    withPayment(data.order, { body, call, module, again });
  return isFirst ? concludeBegun(module, call, () => act(false)) : replayBegun(module, call, act);
}

/** Cash is taken, and tickets are sold at a door or a till, by whoever works there. */
function refuseAtTheCounter({ payment, channel = 'web' }: CreateTicketOrderBody): void {
  if (payment?.method === 'cash')
    throw invalid({ path: 'payment.method', message: 'must be another than cash with a public key' });
  if (channel !== 'web')
    throw invalid({ path: 'channel', message: 'must be web, or be left out, with a public key' });
}

async function readRequest({ params, body }: Created, call: Call, module: Events): Promise<HoldRequest> {
  const promo =
    body.promo_code === undefined
      ? null
      : await readPromo(body.promo_code, { eventId: params.id, call, module });
  return {
    body,
    call,
    promo,
    buyer: readBuyer(body.buyer, { path: 'buyer', call }),
    attendees: readAttendees(body.attendees ?? [], call),
    names: makeOrderNames(module.world),
  };
}

async function readPromo(
  text: string,
  { eventId, call, module }: { readonly eventId: string; readonly call: Call; readonly module: Events },
): Promise<PromoRow> {
  const code = text.trim().toUpperCase();
  const promo = await findPromoByCode(module.store.of(call.tenant), call.tenant, { eventId, code });
  if (!promo) throw promoInvalid(code.slice(0, 40), 'does not exist');
  return promo;
}

async function hold(
  eventId: string,
  { request, module }: { readonly request: HoldRequest; readonly module: Events },
): Promise<Held> {
  const { call, names } = request;
  const { outcome, step } = await module.allocate({
    key: { tenant: call.tenant, eventId },
    orderId: null,
    issues: request.body.payment !== undefined,
    compose: (event, signer) => holdStep(request, { event, signer, module }),
  });
  if (outcome === 'repeated' && call.idempotency)
    return {
      hold: await replay(module, call, {
        idempotency: call.idempotency,
        runner: module.store.of(call.tenant),
      }),
      isFirst: false,
    };
  if (outcome !== 'granted')
    throw new Failure('SERVICE_UNAVAILABLE', 'The order could not be written. Send the same request again.', {
      retryAfterSeconds: 1,
    });
  const { after, issued, claim } = step;
  return {
    hold: reply(
      answerTo(
        request,
        presentOrder(after, {
          place: module,
          clientSecret: names.secret,
          payment: null,
          tickets: issued,
          refunds: [],
        }),
        module,
      ),
      claim ? { at: claim.at } : {},
    ),
    isFirst: true,
  };
}

type Paying = {
  readonly body: Created['body'];
  readonly call: Call;
  readonly module: Events;
  readonly again: boolean;
};

/** The payment that the request asked for, begun once the tickets are held. */
async function withPayment(
  order: TicketOrder,
  { body, call, module, again }: Paying,
): Promise<Reply<TicketOrder>> {
  if (!body.payment) throw new Error(`The order ${order.id} awaits a payment that nobody asked for.`);
  const { tenant } = call;
  if (order.payment_id !== null)
    return reply(
      { ...order, payment: await module.payments.find(tenant, order.payment_id) },
      { status: 201 },
    );
  const row = again ? await findOrder(module.store.of(tenant), tenant, order.id) : undefined;
  // Whoever asked for it came no further, but others have.
  if (row && row.status !== 'held' && row.status !== 'awaiting_payment')
    return reply(
      { ...(await showOrderRow(module, tenant, row)), client_secret: order.client_secret },
      { status: 201 },
    );
  const begun = await beginPayment(module, {
    orderId: order.id,
    wanted: { ...body.payment, method: body.payment.method },
    call,
    isLate: again,
  });
  const { status, expires_at, payment_id, version, updated_at } = begun.order;
  return reply(
    { ...order, status, expires_at, payment_id, version, updated_at, payment: begun.payment },
    { status: 201 },
  );
}
