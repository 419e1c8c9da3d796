import type { Call } from '../../core/call.ts';
import { replay } from '../../core/effect.ts';
import { findKept } from '../../core/idempotency.queries.ts';
import { sealReply } from '../../core/kept-answer.ts';
import type { Reply } from '../../core/reply.ts';
import type { Events } from '../open-events.ts';
import { insertAnswer } from './answers.queries.ts';

/**
 * For what is done once whoever asks how often: keeps the first answer under the request's Idempotency-Key, after the deed.
 * A repeated request gets it again; one that was cut off before it was kept finds the deed done and is answered so.
 */
export async function rememberAnswer<T>(
  room: Events,
  call: Call,
  work: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const { idempotency, tenant } = call;
  if (!idempotency) return work();
  const runner = room.store.of(tenant);
  if (await findKept(runner, tenant, idempotency.key)) return replay(room, call, { idempotency, runner });
  const answer = await work();
  const at = room.world.now();
  const isKept = await insertAnswer(runner, tenant, {
    key: idempotency.key,
    hash: idempotency.hash,
    answer: sealReply(room.vault, answer, at),
    at,
  });
  return isKept ? { ...answer, at } : replay(room, call, { idempotency, runner });
}
