import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { readOwnSheet } from './read-own-sheet.ts';
import { writeCalendar } from './write-calendar.ts';

/** A ticket's event as a calendar entry. */
export async function getTicketCalendar(
  { params }: Input<Operations['getTicketCalendar']>,
  call: Call,
  room: Events,
): Promise<Reply<Uint8Array>> {
  const { occasion } = await readOwnSheet(room, call.tenant, params.id);
  return reply(Buffer.from(writeCalendar(occasion)), { fileName: `${params.id}.ics` });
}
