import type { Data, Input, Operations } from '@cottontree/contract';
import type { OpenCall } from '../core/call.ts';
import { Failure } from '../core/failure.ts';
import { reply, type Reply } from '../core/reply.ts';
import { answerText } from './answer-text.ts';
import type { Notices } from './open-notices.ts';
import { claimInboundText, findInboundText, keepInboundAnswer } from './phones.queries.ts';
import { proveGateway } from './prove-gateway.ts';

/** The vault's purpose for what was texted back. */
/** The vault's purpose for what was answered to a text. */
export const ANSWER_SECRET = 'inbound-answer';
/** After this long without an answer whoever worked on it is taken for dead, and the text is worked on again. */
const WORK_MAX_MS = 30_000;

/** Takes in a text message and tells what to text back; each is worked on once, whatever the gateway repeats. */
export async function receiveSms(
  { body }: Input<Operations['receiveSms']>,
  call: OpenCall,
  room: Notices,
): Promise<Reply<Data<Operations['receiveSms']>>> {
  proveGateway(room, call);
  const { system } = room.store;
  const from = room.jobs.readPhone(body.from);
  // A text from a short code or a name cannot be answered.
  if (from === null) return reply({ reply: null });
  if (!(await claimInboundText(system, body.id, room.world.systemNow()))) {
    const before = await findInboundText(system, body.id);
    if (before?.answer)
      return reply({ reply: room.vault.open(before.answer, ANSWER_SECRET).toString('utf8') });
    if (before && room.world.systemNow().getTime() - before.received_at.getTime() < WORK_MAX_MS)
      throw new Failure(
        'IDEMPOTENCY_IN_PROGRESS',
        'This text message is still being worked on. Send it again in a second.',
        { retryAfterSeconds: 1 },
      );
  }
  const answer = await answerText(room, { id: body.id, from, text: body.text });
  await keepInboundAnswer(system, body.id, room.vault.seal(answer, ANSWER_SECRET));
  return reply({ reply: answer });
}
