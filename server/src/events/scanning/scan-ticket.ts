import type { Input, Operations, ScanAnswer } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { answerScan } from './answer-scan.ts';
import { findScanner } from './find-scanner.ts';

/** Admits the ticket in front of a door, or lets its holder out; exactly once, however many doors ask. */
export async function scanTicket(
  { params, body }: Input<Operations['scanTicket' | 'scanTicketAtDoor']>,
  call: Call,
  room: Events,
): Promise<Reply<ScanAnswer>> {
  const scanner = await findScanner(call, room, { eventId: params.id, deviceId: body.device_id });
  return answerScan(call, room, { eventId: params.id, body, scanner });
}
