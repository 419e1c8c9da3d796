import type { EffectCall } from './effect.ts';
import { effect, replay } from './effect.ts';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';
import { keepAnswer, releaseKey } from './idempotency.queries.ts';
import { sealReply } from './kept-answer.ts';
import { reply, type Reply } from './reply.ts';
import type { Tenant } from './tenant.ts';

/** A request that was taken up and has no answer yet. */
export type Begun = { readonly begun_at: string };

/** One that has no answer by then was lost with its server. */
const LOST_AFTER_MS = 30_000;
/** When a repeated request looks for the first one's answer: two seconds in all, as everywhere. */
const LOOK_GAPS_MS: readonly number[] = Object.freeze([50, 100, 150, 300, 400, 500, 500]);

/**
 * As `effect`, for what is done outside of any transaction because somebody beyond the database is asked meanwhile. The
 * request is remembered first and its answer after; `act` must bear being done again where a server died in between.
 */
export async function outsideEffect<T extends object>(
  context: Context,
  call: EffectCall & { readonly tenant: Tenant },
  act: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const { idempotency, tenant } = call;
  if (!idempotency) return act();
  const known = await effect<T | Begun>(context, call, {
    work: async () => reply({ begun_at: context.world.now().toISOString() }),
  });
  if (!isBegun(known.data)) return { ...known, data: known.data };
  const first = known.replayed ? await awaitFirstAnswer<T>(context, call, known.data) : null;
  if (first) return first;
  try {
    const answer = { ...(await act()), at: context.world.now() };
    await context.store.transaction(tenant, (tx) =>
      keepAnswer(tx, tenant, { key: idempotency.key, answer: sealReply(context.vault, answer, answer.at) }),
    );
    return answer;
  } catch (error) {
    // A refusal leaves the key free, as everywhere.
    await releaseKey(context.store.of(tenant), tenant, idempotency.key);
    throw error;
  }
}

function isBegun(data: object): data is Begun {
  return 'begun_at' in data;
}

/**
 * The answer to a request that somebody else is still at, as soon as it is kept; IDEMPOTENCY_IN_PROGRESS where that takes
 * longer than anybody waits, and null where it must have been lost with its server.
 */
export async function awaitFirstAnswer<T extends object>(
  context: Context,
  { tenant, idempotency }: EffectCall & { readonly tenant: Tenant },
  { begun_at: begunAt }: Begun,
): Promise<Reply<T> | null> {
  if (idempotency === null || context.world.now().getTime() - Date.parse(begunAt) >= LOST_AFTER_MS)
    return null;
  const first = await lookAgain(async () => {
    const known = await replay<T | Begun>(
      context,
      { tenant, idempotency },
      { idempotency, runner: context.store.of(tenant) },
    );
    return isBegun(known.data) ? null : { ...known, data: known.data };
  });
  if (first) return first;
  throw new Failure(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this Idempotency-Key is still under way. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}

/** What is looked for, as soon as it is there; null where that takes longer than two seconds. */
export async function lookAgain<T>(look: () => Promise<T | null>): Promise<T | null> {
  for (const gapMs of LOOK_GAPS_MS) {
    await new Promise((resolve) => setTimeout(resolve, gapMs));
    const found = await look();
    if (found !== null) return found;
  }
  return null;
}
