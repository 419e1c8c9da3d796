import {
  makeTicketCode,
  ticketCodeRandomBytes,
  type Input,
  type Operations,
  type Ticket,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { isWholeMailAddress } from '../../../kernel/web/is-whole-mail-address.ts';
import type { Reply } from '../../../kernel/call/reply.ts';
import type { Events } from '../module.ts';
import { moveTicket, type TicketDecision } from './move-ticket.ts';
import { refuseBlocked, refuseUsed, refuseVoid } from './refuse-ticket.ts';
import { sealCode } from './ticket-codes.ts';
import type { TicketRow } from './tickets.queries.ts';

/** 128 bits: 22 characters of a link. */
const LINK_TOKEN_BYTES = 16;
const EPOCH_MAX = 65_535;

type NewHolder = { readonly name: string; readonly phone: string | null; readonly email: string | null };

/** Gives a ticket a new holder; its codes and its link from before are over. */
export async function transferTicket(
  { params, body }: Input<Operations['transferTicket']>,
  call: Call,
  module: Events,
): Promise<Reply<Ticket>> {
  const holder = readHolder(body, call);
  return moveTicket(module, call, { id: params.id, decide: (row) => handedOn(row, holder, module) });
}

function readHolder(
  { name, phone, email }: Input<Operations['transferTicket']>['body'],
  call: Call,
): NewHolder {
  if (phone === undefined && email === undefined)
    throw invalid({ path: 'phone', message: 'or email is needed to send the ticket to' });
  if (email !== undefined && !isWholeMailAddress(email))
    throw invalid({ path: 'email', message: 'must be an e-mail address' });
  return {
    name,
    phone: phone === undefined ? null : readPhone(phone, { path: 'phone', call }),
    email: email ?? null,
  };
}

function handedOn(
  row: TicketRow,
  holder: NewHolder,
  { world, vault }: Pick<Events, 'world' | 'vault'>,
): TicketDecision {
  refuseVoid(row);
  refuseBlocked(row);
  refuseUsed(row, ' It cannot be handed on any more.');
  if (row.epoch >= EPOCH_MAX)
    throw new Failure(
      'STATE_CONFLICT',
      `The ticket ${row.id} was handed on ${EPOCH_MAX} times, which is as often as its QR code can count.`,
      { details: { from: row.status, to: 'transferred', allowed: [] } },
    );
  return {
    tells: 'ticket.transferred',
    set: {
      epoch: row.epoch + 1,
      ...sealCode(
        vault,
        { merchantId: row.merchant_id, livemode: row.livemode },
        makeTicketCode(world.randomBytes(ticketCodeRandomBytes)),
      ),
      link_token: world.randomBytes(LINK_TOKEN_BYTES).toString('base64url'),
      holder_name: holder.name,
      holder_phone: holder.phone,
      holder_email: holder.email,
    },
  };
}
