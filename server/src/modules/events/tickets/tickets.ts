import {
  makeTicketCode,
  parseTicketCode,
  ticketCodeRandomBytes,
  type Input,
  type Operations,
  type Ticket,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { likeAnywhere } from '../../../kernel/list/list-filters.queries.ts';
import { parsePhone } from '../../../kernel/phone/phone.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { drawQr } from '../../../print/index.ts';
import type { Context } from '../../../kernel/call/context.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import { isWholeMailAddress } from '../../../kernel/web/is-whole-mail-address.ts';
import { makeLinkToken } from '../../../kernel/secrets/link-token.ts';
import { eventNotFound } from '../events/event-not-found.ts';
import type { Events } from '../module.ts';
import { isEventThere, ticketList, ticketSearch, type TicketRow } from './tickets.queries.ts';
import {
  moveTicket,
  readTicket,
  refuseBlocked,
  refuseUsed,
  refuseVoid,
  type TicketDecision,
} from './move-ticket.ts';
import { printSheets } from './print/print-sheets.ts';
import { readSheets, type Sheets } from './read-sheets.ts';
import { findOccasion } from './sheets.queries.ts';
import { namesOfCode, sealCode } from './ticket-codes.ts';
import { writeCalendar } from './write-calendar.ts';
import { NO_CODES, writeCodes, type CodeWriter } from './write-codes.ts';
import { presentTicket } from './present-ticket.ts';

/** Lists the tickets of an event, newest first unless sorted otherwise. */
export async function listTickets(
  { params: { id }, query }: Input<Operations['listTickets']>,
  call: Call,
  module: Events,
): Promise<Reply<readonly Ticket[]>> {
  const { tenant } = call;
  if (!(await isEventThere(module.store.of(tenant), { tenant, eventId: id }))) throw eventNotFound(id);
  const reads = module.store.reads(tenant);
  const asked = { call, query };
  const { rows, meta } =
    query.q === undefined
      ? await ticketList.find(reads, { ...asked, given: { event_id: id } })
      : await ticketSearch.find(reads, {
          ...asked,
          given: { event_id: id, ...searchOf(query.q, call, module) },
        });
  return reply(await presentTickets(tenant, rows, module), { meta });
}

function searchOf(words: string, { tenant }: Call, { vault }: Events) {
  const phone = parsePhone(words);
  const code = parseTicketCode(words);
  return {
    words,
    like: likeAnywhere(words),
    codes: code === null ? [] : namesOfCode(vault, tenant, code),
    phone: phone.ok ? phone.e164 : null,
  };
}

/** A ticket's event as a calendar entry. */
export async function getTicketCalendar(
  { params }: Input<Operations['getTicketCalendar']>,
  call: Call,
  module: Events,
): Promise<Reply<Uint8Array>> {
  const { occasion } = await readOwnSheet(module, call.tenant, params.id);
  return reply(Buffer.from(writeCalendar(occasion)), { fileName: `${params.id}.ics` });
}

/** A ticket as a PDF of one page. */
export async function getTicketPdf(
  { params }: Input<Operations['getTicketPdf']>,
  call: Call,
  module: Events,
): Promise<Reply<Uint8Array>> {
  const sheets = await readOwnSheet(module, call.tenant, params.id);
  return reply(await printSheets(module, sheets), { fileName: `${params.id}.pdf` });
}

/** The QR code of a ticket as a picture. */
export async function getTicketQr(
  { params }: Input<Operations['getTicketQr']>,
  call: Call,
  module: Events,
): Promise<Reply<Uint8Array>> {
  const runner = module.store.of(call.tenant);
  const row = await readTicket(runner, call.tenant, params.id);
  const [{ qr } = NO_CODES] = await writeCodes(runner, { tenant: call.tenant, tickets: [row] }, module);
  return reply(Buffer.from(drawQrSvg(qr)), { fileName: `${row.id}.svg` });
}

/** Reads one ticket. */
export async function getTicket(
  { params }: Input<Operations['getTicket']>,
  call: Call,
  module: Events,
): Promise<Reply<Ticket>> {
  const row = await readTicket(module.store.of(call.tenant), call.tenant, params.id);
  const [ticket] = await presentTickets(call.tenant, [row], module);
  if (!ticket) throw new Error('A ticket was read and not presented.');
  return reply(ticket);
}

/** Lets a ticket admit nobody until it is unblocked. */
export async function blockTicket(
  { params, body }: Input<Operations['blockTicket']>,
  call: Call,
  module: Events,
): Promise<Reply<Ticket>> {
  return moveTicket(module, call, {
    id: params.id,
    decide: (row) => {
      refuseVoid(row);
      return row.status === 'blocked'
        ? null
        : { set: { status: 'blocked', reason: body.reason ?? null }, tells: null };
    },
  });
}

/** Sends a ticket to its holder, else to its buyer, once more. */
export async function resendTicket(
  { params }: Input<Operations['resendTicket']>,
  call: Call,
  module: Events,
): Promise<Reply<Ticket>> {
  const runner = module.store.of(call.tenant);
  const { order_id } = await readTicket(runner, call.tenant, params.id);
  const buyer = await findOccasion(runner, call.tenant, order_id);
  return moveTicket(module, call, {
    id: params.id,
    decide: (row) => {
      refuseVoid(row);
      refuseBlocked(row);
      // A ticket that was handed on is no longer the buyer's.
      const others = row.link_token === null ? [buyer?.buyer_phone, buyer?.buyer_email] : [];
      if ([row.holder_phone, row.holder_email, ...others].every((address) => !address)) {
        throw new Failure(
          'RECIPIENT_NOT_REACHABLE',
          `Neither a phone nor an e-mail address is known for the ticket ${row.id}. Transfer it to somebody who has one.`,
        );
      }
      return { set: {}, tells: 'ticket.resent' };
    },
  });
}

/** Makes a blocked ticket again what it was. */
export async function unblockTicket(
  { params }: Input<Operations['unblockTicket']>,
  call: Call,
  module: Events,
): Promise<Reply<Ticket>> {
  return moveTicket(module, call, {
    id: params.id,
    decide: (row) => {
      refuseVoid(row);
      return row.status === 'blocked'
        ? { set: { status: row.used_at === null ? 'valid' : 'used', reason: null }, tells: null }
        : null;
    },
  });
}

/** A ticket's code as SVG, black on white whatever is around it; 154 characters of Base45 fit a code of version 6. */
function drawQrSvg(text: string): string {
  const { side, runs } = drawQr(text);
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

/** The sheet of one ticket, or the refusal that there is none. */
async function readOwnSheet(module: Events, tenant: Tenant, id: string): Promise<Sheets> {
  const runner = module.store.of(tenant);
  const { order_id: orderId } = await readTicket(runner, tenant, id);
  const sheets = await readSheets(runner, { tenant, orderId, wants: (row) => row.id === id }, module);
  if (!sheets) throw new Error(`The ticket ${id} has no order.`);
  return sheets;
}

/** Tickets as the API shows them, with their QR codes written. */
export async function presentTickets(
  tenant: Tenant,
  rows: readonly TicketRow[],
  module: CodeWriter & Pick<Context, 'store'>,
): Promise<readonly Ticket[]> {
  const codes = await writeCodes(module.store.of(tenant), { tenant, tickets: rows }, module);
  return rows.map((row, at) => presentTicket(row, codes[at] ?? NO_CODES));
}

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
      link_token: makeLinkToken(world),
      holder_name: holder.name,
      holder_phone: holder.phone,
      holder_email: holder.email,
    },
  };
}
