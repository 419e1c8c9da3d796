import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  type Deleted,
  type Input,
  type JoinWaitlistBody,
  type Operations,
  type WaitlistEntry,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { eventNotFound, ticketTypeNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import { composeLines } from '../orders/compose-lines.ts';
import { eventNotPublished } from '../orders/refuse-step.ts';
import { takeHoldTurn } from '../orders/public-ticket-orders.ts';
import { entryList, insertEntry, removeEntry, type EntryRow, type NewEntry } from './waitlist.queries.ts';

/** Lists who waits for an event's tickets, and who did, first come first unless sorted otherwise. */
export async function listWaitlist(
  { params: { id }, query }: Input<Operations['listWaitlist']>,
  call: Call,
  { store }: Events,
): Promise<Reply<readonly WaitlistEntry[]>> {
  const runner = store.reads(call.tenant);
  const { rows, total, meta } = await entryList.find(runner, { call, query, given: { event_id: id } });
  if (total === 0 && !(await findEvent(runner, call.tenant, id))) throw eventNotFound(id);
  return reply(rows.map(presentEntry), { meta });
}

/** Takes somebody off the waiting list. */
export async function leaveWaitlist(
  { params }: Input<Operations['leaveWaitlist']>,
  call: Call,
  module: Events,
): Promise<Reply<Deleted>> {
  const removed = await removeEntry(
    module.store.of(call.tenant),
    { tenant: call.tenant, eventId: params.id },
    { id: params.entryId, at: call.now },
  );
  if (!removed)
    throw new Failure('WAITLIST_ENTRY_NOT_FOUND', "Nobody on the event's waiting list has this id.");
  return reply({ id: params.entryId, deleted: true });
}

/** Puts somebody at the end of the list of those who wait for tickets of a type. */
export async function joinWaitlist(
  { params, body }: { readonly params: { readonly id: string }; readonly body: JoinWaitlistBody },
  call: Call,
  module: Events,
): Promise<Reply<WaitlistEntry>> {
  if (body.phone === undefined && body.email === undefined)
    throw invalid({ path: 'phone', message: 'or email is required' });
  const phone = body.phone === undefined ? null : readPhone(body.phone, { path: 'phone', call });
  return effect(module, call, {
    work: async (runner) => {
      const event = await findEvent(runner, call.tenant, params.id);
      const isPublic = call.caller.kind === 'public';
      if (!event || (isPublic && event.status === 'draft')) throw eventNotFound(params.id);
      const type = event.types.find(({ id }) => id === body.ticket_type_id);
      if (!type) throw ticketTypeNotFound(body.ticket_type_id);
      if (event.status !== 'published') throw eventNotPublished(event);
      const quantity = body.quantity ?? 1;
      // What is offered is one order, so more, or fewer, than one may have would be waited for in vain.
      composeLines(event, [{ ticket_type_id: type.id, quantity }], null);
      const entry: NewEntry = {
        id: makeId('wle_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
        ticket_type_id: type.id,
        quantity,
        name: body.name ?? null,
        phone,
        email: body.email?.toLowerCase() ?? null,
        created_at: call.now,
      };
      if (!(await insertEntry(runner, { tenant: call.tenant, eventId: event.id }, entry))) {
        const now = await findEvent(runner, call.tenant, event.id);
        if (now && now.status !== 'published') throw eventNotPublished(now);
        throw new Failure(
          'ALREADY_ON_WAITLIST',
          `This phone or e-mail address waits for ${type.name} already.`,
        );
      }
      return reply(
        presentEntry({
          event_id: event.id,
          version: 1,
          sequence: 0,
          status: 'waiting',
          order_id: null,
          offered_at: null,
          updated_at: call.now,
          livemode: call.tenant.livemode,
          ...entry,
        }),
        { status: 201 },
      );
    },
  });
}

/** As `joinWaitlist`, from a page. */
export async function joinPublicWaitlist(
  input: Input<Operations['joinPublicWaitlist']>,
  call: Call,
  module: Events,
): Promise<Reply<WaitlistEntry>> {
  takeHoldTurn(module, call);
  return joinWaitlist(input, call, module);
}

function presentEntry(row: EntryRow): WaitlistEntry {
  return {
    id: row.id,
    event_id: row.event_id,
    ticket_type_id: row.ticket_type_id,
    quantity: row.quantity,
    name: row.name,
    phone: row.phone,
    email: row.email,
    status: row.status,
    order_id: row.order_id,
    offered_at: formatOptionalTime(row.offered_at),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    livemode: row.livemode,
  };
}
