import {
  idRandomBytes,
  makeId,
  parseAmount,
  parseRate,
  type Currency,
  type Input,
  type Operations,
  type PromoCode,
  type PromoKind,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import { presentPromo } from './present-promo.ts';
import { insertPromo, type NewPromo } from './promos.queries.ts';
import { readPromoKind, readPromoTimes, refuseUnknownTypes } from './read-promo.ts';

const PERCENT_MAX = 1_000_000n;

/** Makes a code by which buyers of an event pay less. */
export async function createPromoCode(
  { params, body }: Input<Operations['createPromoCode']>,
  call: Call,
  module: Events,
): Promise<Reply<PromoCode>> {
  return effect(module, call, {
    work: async (runner) => {
      const event = await findEvent(runner, call.tenant, params.id);
      if (!event) throw eventNotFound(params.id);
      const kind = readPromoKind(body);
      refuseUnknownTypes(event, body.ticket_type_ids ?? null);
      const promo: NewPromo = {
        id: makeId('prm_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
        code: body.code.toUpperCase(),
        kind,
        value: readValue({ kind, value: body.value }, event.currency),
        ticket_type_ids: body.ticket_type_ids ?? null,
        max_uses: body.max_uses ?? null,
        active: body.active ?? true,
        created_at: call.now,
        ...readPromoTimes(
          { valid_from: body.valid_from ?? null, valid_until: body.valid_until ?? null },
          call,
        ),
      };
      if (!(await insertPromo(runner, { tenant: call.tenant, eventId: event.id }, promo)))
        throw new Failure('DUPLICATE_PROMO', `The event has a promo code ${promo.code} already.`);
      return reply(
        presentPromo({
          event_id: event.id,
          version: 1,
          uses: 0,
          currency: event.currency,
          updated_at: call.now,
          livemode: call.tenant.livemode,
          ...promo,
        }),
        { status: 201, version: '1' },
      );
    },
  });
}

function readValue(
  { kind, value }: { readonly kind: PromoKind; readonly value: number | string },
  currency: Currency,
): bigint {
  const parsed = kind === 'percent' ? parseRate(value) : parseAmount(value, currency);
  if (!parsed.ok)
    throw parsed.code === 'AMOUNT_PRECISION'
      ? new Failure(parsed.code, `value ${parsed.message}.`, {
          details: { fields: [{ path: 'value', message: parsed.message }] },
        })
      : invalid({ path: 'value', message: parsed.message });
  const read = 'rate' in parsed ? parsed.rate : parsed.minor;
  if (read <= 0n || (kind === 'percent' && read > PERCENT_MAX))
    throw invalid({
      path: 'value',
      message: kind === 'percent' ? 'must be more than 0 and at most 100' : 'must be more than 0',
    });
  return read;
}
