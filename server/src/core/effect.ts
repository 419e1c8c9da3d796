import { CommitAndThrow, isLockTimeout, type Runner } from '../store/index.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';
import { openAnswer, sealFailure, sealReply } from './kept-answer.ts';
import { claimKey, findKept, keepAnswer } from './idempotency.queries.ts';
import type { Reply } from './reply.ts';

export type Effect<T> = {
  /** Writes through `runner` and nothing else. */
  readonly work: (runner: Runner) => Promise<Reply<T>>;
  /** At most one of its statements writes, so without an Idempotency-Key it needs no transaction around it. */
  readonly single?: true;
};

/**
 * Does what a request asks exactly once. With an Idempotency-Key the record of the request and
 * its answer commit in the transaction of the effect; a repeated request gets the first answer,
 * also where that was a refusal which wrote something.
 */
export async function effect<T>(context: Context, call: Call, wanted: Effect<T>): Promise<Reply<T>> {
  const { idempotency, tenant } = call;
  if (!idempotency) {
    return wanted.single ? wanted.work(context.store.of(tenant)) : context.store.transaction(tenant, (tx) => wanted.work(tx).catch(commitKept));
  }
  try {
    return await context.store.transaction(tenant, async (tx) => {
      const at = context.world.now();
      if (!(await claimKey(tx, tenant, { ...idempotency, at }))) return replay(context, call, { idempotency, runner: tx });
      try {
        const reply = await wanted.work(tx);
        await keepAnswer(tx, tenant, { key: idempotency.key, answer: sealReply(context.vault, reply, at) });
        return { ...reply, at };
      } catch (error) {
        if (!(error instanceof Failure && error.kept)) throw error;
        await keepAnswer(tx, tenant, { key: idempotency.key, answer: sealFailure(context.vault, error, at) });
        throw new CommitAndThrow(error);
      }
    });
  } catch (error) {
    if (isLockTimeout(error)) throw stillRunning();
    throw error;
  }
}

/** The first answer to a request that came before, or the refusal that the key was used for another. */
export async function replay<T>(context: Context, call: Call, repeated: { readonly idempotency: NonNullable<Call['idempotency']>; readonly runner: Runner }): Promise<Reply<T>> {
  const kept = await findKept(repeated.runner, call.tenant, repeated.idempotency.key);
  if (!kept?.answer) throw stillRunning();
  if (!kept.request_hash.equals(repeated.idempotency.hash)) {
    throw new Failure('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used before for a different request. Send a fresh key for a new request.');
  }
  return openAnswer<T>(context.vault, kept.answer);
}

function stillRunning(): Failure {
  return new Failure('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still under way. Send the same request again in a second.', { retryAfterSeconds: 1 });
}

function commitKept(error: unknown): never {
  throw error instanceof Failure && error.kept ? new CommitAndThrow(error) : error;
}
