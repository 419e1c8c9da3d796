import { idRandomBytes, makeId, type JoinWaitlistBody, type WaitlistEntry } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { eventNotFound, ticketTypeNotFound } from '../events/event-not-found.ts';
import { findEvent } from '../events/events.queries.ts';
import type { Events } from '../module.ts';
import { eventNotPublished } from '../orders/refuse-step.ts';
import { presentEntry } from './present-entry.ts';
import { insertEntry, type NewEntry } from './waitlist.queries.ts';

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
      const entry: NewEntry = {
        id: makeId('wle_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
        ticket_type_id: type.id,
        quantity: body.quantity ?? 1,
        name: body.name ?? null,
        phone,
        email: body.email?.toLowerCase() ?? null,
        created_at: call.now,
      };
      if (!(await insertEntry(runner, { tenant: call.tenant, eventId: event.id }, entry)))
        throw new Failure(
          'ALREADY_ON_WAITLIST',
          `This phone or e-mail address waits for ${type.name} already.`,
        );
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
