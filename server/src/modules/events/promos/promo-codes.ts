import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  operations,
  parseAmount,
  parseRate,
  toMajor,
  type Currency,
  type Deleted,
  type Input,
  type Operations,
  type PromoCode,
  type PromoKind,
  type PromoTerms,
  type ReductionType,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { change, changesNothing } from '../../../kernel/change/change.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { eventNotFound, ticketTypeNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import type { EventState } from '../events/event-state.ts';
import {
  changePromo,
  findPromo,
  insertPromo,
  promoList,
  type NewPromo,
  type PromoChange,
  type PromoRow,
} from './promos.queries.ts';

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
    key: { tenant: call.tenant, id: params.promoId },
    tooMany: 'requests change this promo code',
    read: () => findPromo(runner, call.tenant, { eventId: params.id, id: params.promoId }),
    notFound: promoNotFound,
    ifMatch: call.ifMatch,
    seen: ({ version, code }: PromoRow) => ({ version, what: `The promo code ${code}` }),
  };
  return change<PromoRow, Reply<PromoCode>>(promo, async (before) => {
    refuseReadOnly(operations.updatePromoCode.readOnly, body, presentPromo(before));
    if (body.ticket_type_ids) {
      const event = await findEvent(runner, call.tenant, params.id);
      if (event) refuseUnknownTypes(event, body.ticket_type_ids);
    }
    const wanted = changeOf(before, body, call);
    if (changesNothing(wanted, before))
      return reply(presentPromo(before), { version: String(before.version) });
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
    key: { tenant: call.tenant, id: params.promoId },
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

/** A percentage is kept in ten-thousandths of a percent. */
const PERCENT = 10_000;

function presentPromo(row: PromoRow): PromoCode {
  return {
    id: row.id,
    event_id: row.event_id,
    code: row.code,
    type: typeOfKind(row.kind),
    kind: row.kind,
    value: row.kind === 'percent' ? Number(row.value) / PERCENT : toMajor(row.value, row.currency),
    ticket_type_ids: row.ticket_type_ids && [...row.ticket_type_ids],
    max_uses: row.max_uses,
    uses: row.uses,
    active: row.active,
    valid_from: formatOptionalTime(row.valid_from),
    valid_until: formatOptionalTime(row.valid_until),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    livemode: row.livemode,
  };
}

const TYPES: Readonly<Record<PromoKind, ReductionType>> = { percent: 'percent', amount: 'fixed' };
const KINDS: Readonly<Record<ReductionType, PromoKind>> = { percent: 'percent', fixed: 'amount' };

function typeOfKind(kind: PromoKind): ReductionType {
  return TYPES[kind];
}

/** The kind that is kept, by whichever of the two words for it was sent. */
function readPromoKind({
  type,
  kind,
}: {
  readonly type?: ReductionType;
  readonly kind?: PromoKind;
}): PromoKind {
  const wanted = type === undefined ? kind : KINDS[type];
  if (wanted === undefined) throw invalid({ path: 'type', message: 'is required' });
  if (kind !== undefined && kind !== wanted)
    throw invalid({ path: 'kind', message: 'says otherwise than type; send type alone' });
  return wanted;
}

/** From when and until when a code counts; null: without a bound. */
function readPromoTimes(
  times: { readonly valid_from: string | null; readonly valid_until: string | null },
  call: Call,
): { readonly valid_from: Date | null; readonly valid_until: Date | null } {
  const valid_from =
    times.valid_from === null ? null : readTime(times.valid_from, { path: 'valid_from', call });
  const valid_until =
    times.valid_until === null ? null : readTime(times.valid_until, { path: 'valid_until', call });
  if (valid_from && valid_until && valid_until <= valid_from)
    throw invalid({ path: 'valid_until', message: 'must be after valid_from' });
  return { valid_from, valid_until };
}

function refuseUnknownTypes(event: EventState, typeIds: readonly string[] | null): void {
  const unknown = typeIds?.find((id) => !event.types.some((type) => type.id === id));
  if (unknown !== undefined) throw ticketTypeNotFound(unknown);
}

/** The same refusal for absent, another event's, another merchant's and malformed. */
function promoNotFound(): Failure {
  return new Failure('PROMO_NOT_FOUND', 'The event has no promo code of this id.');
}

/** What a promo code takes off. */
export function termsOf({ kind, value }: Pick<PromoRow, 'kind' | 'value'>): PromoTerms {
  return kind === 'percent' ? { kind, rate: value } : { kind: 'amount', minor: value };
}
