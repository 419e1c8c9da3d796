import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { SHEETS } from './print/print-tickets.ts';
import { readOwnSheet } from './read-own-sheet.ts';

/** A ticket as a PDF of one page. */
export async function getTicketPdf(
  { params }: Input<Operations['getTicketPdf']>,
  call: Call,
  room: Events,
): Promise<Reply<Uint8Array>> {
  const sheets = await readOwnSheet(room, call.tenant, params.id);
  return reply(await room.press.print(SHEETS, sheets), { fileName: `${params.id}.pdf` });
}
