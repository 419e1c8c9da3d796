import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { drawQrSvg } from './draw-qr.ts';
import { readTicket } from './read-ticket.ts';
import { NO_CODES, writeCodes } from './write-codes.ts';

/** The QR code of a ticket as a picture. */
export async function getTicketQr(
  { params }: Input<Operations['getTicketQr']>,
  call: Call,
  room: Events,
): Promise<Reply<Uint8Array>> {
  const runner = room.store.of(call.tenant);
  const row = await readTicket(runner, call.tenant, params.id);
  const [{ qr } = NO_CODES] = await writeCodes(runner, { tenant: call.tenant, tickets: [row] }, room);
  return reply(Buffer.from(drawQrSvg(qr)), { fileName: `${row.id}.svg` });
}
