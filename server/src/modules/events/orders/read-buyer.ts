import { readTestPhone, type AttendeesIn, type BuyerIn } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import type { KeptAttendee, OrderLine } from './order-lines.ts';

export type ReadBuyer = {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
};

/** A person of the request; the phone number in E.164, or with a test key one of the test provider, which pays if no other is named. */
export function readBuyer(
  buyer: { readonly [Field in keyof BuyerIn]?: BuyerIn[Field] | null } | undefined,
  { path, call }: { readonly path: string; readonly call: Call },
): ReadBuyer {
  return {
    name: buyer?.name ?? null,
    phone:
      buyer?.phone === undefined || buyer.phone === null
        ? null
        : ((call.tenant.livemode ? null : readTestPhone(buyer.phone)) ??
          readPhone(buyer.phone, { path: `${path}.phone`, call })),
    email: buyer?.email ?? null,
  };
}

export function readAttendees(attendees: AttendeesIn, call: Call): readonly KeptAttendee[] {
  return attendees.map((attendee, index) => ({
    ticket_type_id: attendee.ticket_type_id,
    ...readBuyer(attendee, { path: `attendees[${index}]`, call }),
    answers: attendee.answers ?? {},
  }));
}

/** Nobody comes without a ticket of the order. */
export function refuseSurplusAttendees(
  attendees: readonly KeptAttendee[],
  lines: readonly OrderLine[],
): void {
  const left = new Map<string, number>();
  for (const { ticket_type_id, quantity } of lines)
    left.set(ticket_type_id, (left.get(ticket_type_id) ?? 0) + quantity);
  attendees.forEach(({ ticket_type_id }, index) => {
    const tickets = left.get(ticket_type_id) ?? 0;
    if (tickets === 0)
      throw invalid({ path: `attendees[${index}]`, message: 'has no ticket of this type in items' });
    left.set(ticket_type_id, tickets - 1);
  });
}
