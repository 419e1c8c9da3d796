import { operations, type CreatedDelivery, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { refuseMalformed, replay } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { sealReply } from '../../../kernel/effect/kept-answer.ts';
import { findKept } from '../../../kernel/effect/idempotency.queries.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { isListed, sqlStateOf } from '../../../store/index.ts';
import { composeDelivery, type ComposedDelivery } from './compose-delivery.ts';
import { findRivalDeliveries, type Inserted } from './new-deliveries.queries.ts';
import type { NewDelivery, Shipping } from '../module.ts';
import { readOrder, type Order } from './read-order.ts';

/** Fresh job numbers to try when one is taken; with 2^35 of them even one repetition is rare. */
const NUMBERS_TRIED_MAX = 4;
/** What PostgreSQL says when a key would have been taken without its delivery (see `refuse_when.sql`). */
const REFUSED = 'CT001';

/** Prices and creates a delivery with its codes; the delivery, its message and the idempotency record are one statement. */
export async function createDelivery(
  { body }: Input<Operations['createDelivery']>,
  call: Call,
  module: Shipping,
): Promise<Reply<CreatedDelivery>> {
  let order: Order;
  try {
    order = await readOrder(body, call, module);
    refuseOurs(body, order, { call, module });
  } catch (refusal) {
    // What was possible the first time may be refused now: a repeated request still gets its first answer.
    if (
      refusal instanceof Failure &&
      call.idempotency &&
      (await findKept(module.store.of(call.tenant), call.tenant, call.idempotency.key))
    ) {
      return replay(module, call, {
        idempotency: call.idempotency,
        runner: module.store.of(call.tenant),
        refuseOther: async () => refuseMalformed(refusal),
      });
    }
    throw refusal;
  }
  for (let tried = 0; tried < NUMBERS_TRIED_MAX; tried += 1) {
    const composed = composeDelivery(order, call, module);
    const at = module.world.systemNow();
    const { inserted, claimed } = await insert(composed, { call, module, at });
    if (inserted) {
      return reply(composed.answer, { at });
    }
    if (call.idempotency && !claimed)
      return replay(module, call, { idempotency: call.idempotency, runner: module.store.of(call.tenant) });
    await refuseRival(order, { composed, call, module });
  }
  throw new Failure('SERVICE_UNAVAILABLE', 'No free job number was found. Send the same request again.', {
    retryAfterSeconds: 1,
  });
}

/** What only we write of a delivery, where somebody sends it: as it would be, or not at all. */
function refuseOurs(
  body: object,
  order: Order,
  { call, module }: { readonly call: Call; readonly module: Shipping },
): void {
  const { readOnly } = operations.createDelivery;
  if (readOnly.some((field) => Object.hasOwn(body, field)))
    refuseReadOnly(readOnly, { ...body }, { ...composeDelivery(order, call, module).answer });
}

type Insertion = { readonly call: Call; readonly module: Shipping; readonly at: Date };

async function insert(composed: ComposedDelivery, { call, module, at }: Insertion): Promise<Inserted> {
  const { idempotency, tenant } = call;
  const kept = idempotency && {
    idempotency_key: idempotency.key,
    request_hash: idempotency.hash,
    answer: sealReply(module.vault, reply(composed.answer, { status: 201 }), at),
  };
  const made: NewDelivery = {
    key: { tenant, jobNumber: composed.columns.job_number },
    columns: { recorded_at: at, ...kept, ...composed.columns },
  };
  try {
    return await module.insertOne(made);
  } catch (error) {
    if (sqlStateOf(error) !== REFUSED && !isListed(error)) throw error;
    return { inserted: false, claimed: true };
  }
}

type Rivalry = { readonly composed: ComposedDelivery; readonly call: Call; readonly module: Shipping };

/** Tells why a delivery could not be made; returns when it was only its number. */
async function refuseRival(order: Order, { composed, call, module }: Rivalry): Promise<void> {
  const wanted = {
    quote_nonce: order.quoteNonce,
    order_number: composed.columns.order_number,
    job_number: composed.columns.job_number,
  };
  const rivals = await findRivalDeliveries(module.store.of(call.tenant), call.tenant, wanted);
  const sameQuote = rivals.find((rival) => rival.same_quote);
  if (sameQuote) {
    throw new Failure(
      'QUOTE_ALREADY_USED',
      `Delivery ${sameQuote.job_number} was made from this quote. Ask for a new quote.`,
      { details: { job_number: sameQuote.job_number } },
    );
  }
  const sameOrder = rivals.find((rival) => rival.same_order);
  if (sameOrder && order.guarded) {
    throw duplicateDelivery(sameOrder.job_number, wanted.order_number);
  }
}

/** The refusal of a second active delivery of an order. */
export function duplicateDelivery(jobNumber: string, orderNumber: string): Failure {
  return new Failure(
    'DUPLICATE_DELIVERY',
    `Delivery ${jobNumber} is active for order_number ${orderNumber}. Send allow_duplicate true for a second one.`,
    { details: { job_number: jobNumber } },
  );
}
