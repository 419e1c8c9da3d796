import {
  formatOptionalTime,
  type Deleted,
  type Input,
  type Operations,
  type PromoCode,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change } from '../../../kernel/change/change.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import { presentPromo } from './present-promo.ts';
import { changePromo, findPromo, promoList, type PromoChange, type PromoRow } from './promos.queries.ts';
import { promoNotFound, readPromoTimes, refuseUnknownTypes } from './read-promo.ts';

/** Lists an event's promo codes with their uses, newest first unless sorted otherwise. */
export async function listPromoCodes(
  { params: { id }, query }: Input<Operations['listPromoCodes']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly PromoCode[]>> {
  const runner = store.reads(call.tenant);
  const { rows, total, meta } = await promoList.find(runner, { call, query, given: { event_id: id } });
  if (total === 0 && !(await findEvent(runner, call.tenant, id))) throw eventNotFound(id);
  return reply(rows.map(presentPromo), { meta });
}

/** Changes what a code is for, how often it counts and when. Orders that used it stay as they are. */
export async function updatePromoCode(
  { params, body }: Input<Operations['updatePromoCode']>,
  call: Call,
  module: Events,
): Promise<Reply<PromoCode>> {
  const runner = module.store.of(call.tenant);
  const promo = {
    tooMany: 'requests change this promo code',
    read: () => findPromo(runner, call.tenant, { eventId: params.id, id: params.promoId }),
    notFound: promoNotFound,
    ifMatch: call.ifMatch,
    seen: ({ version, code }: PromoRow) => ({ version, what: `The promo code ${code}` }),
  };
  return change<PromoRow, Reply<PromoCode>>(promo, async (before) => {
    if (body.ticket_type_ids) {
      const event = await findEvent(runner, call.tenant, params.id);
      if (event) refuseUnknownTypes(event, body.ticket_type_ids);
    }
    const wanted = changeOf(before, body, call);
    if (wanted.max_uses !== null && wanted.max_uses < before.uses) {
      throw new Failure(
        'CAPACITY_BELOW_SOLD',
        `The promo code was used ${before.uses} times, so max_uses cannot be ${wanted.max_uses}.`,
        { details: { sold: before.uses, held: 0 } },
      );
    }
    return (await changePromo(runner, call.tenant, { before, change: wanted }))
      ? reply(presentPromo({ ...before, ...wanted }), { version: String(before.version + 1) })
      : undefined;
  });
}

function changeOf(
  before: PromoRow,
  body: Input<Operations['updatePromoCode']>['body'],
  call: Call,
): PromoChange {
  const times = {
    valid_from: body.valid_from === undefined ? formatOptionalTime(before.valid_from) : body.valid_from,
    valid_until: body.valid_until === undefined ? formatOptionalTime(before.valid_until) : body.valid_until,
  };
  return {
    ticket_type_ids: body.ticket_type_ids === undefined ? before.ticket_type_ids : body.ticket_type_ids,
    max_uses: body.max_uses === undefined ? before.max_uses : body.max_uses,
    active: body.active ?? before.active,
    updated_at: call.now,
    deleted_at: null,
    ...readPromoTimes(times, call),
  };
}

/** Ends a code for good; orders that used it keep their discount. */
export async function deletePromoCode(
  { params }: Input<Operations['deletePromoCode']>,
  call: Call,
  module: Events,
): Promise<Reply<Deleted>> {
  const runner = module.store.of(call.tenant);
  const promo = {
    tooMany: 'requests change this promo code',
    read: () => findPromo(runner, call.tenant, { eventId: params.id, id: params.promoId }),
    notFound: promoNotFound,
  };
  return change<PromoRow, Reply<Deleted>>(promo, async (before) => {
    const { ticket_type_ids, max_uses, active, valid_from, valid_until } = before;
    const ended = {
      ticket_type_ids,
      max_uses,
      active,
      valid_from,
      valid_until,
      updated_at: call.now,
      deleted_at: call.now,
    };
    return (await changePromo(runner, call.tenant, { before, change: ended }))
      ? reply({ id: before.id, deleted: true })
      : undefined;
  });
}
