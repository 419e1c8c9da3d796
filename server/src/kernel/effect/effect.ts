import { CommitAndThrow, isRowLockTimeout, type Runner, type Tx } from '../../store/index.ts';
import type { Idempotency } from '../call/call.ts';
import type { Context } from '../call/context.ts';
import { Failure } from '../call/failure.ts';
import { openAnswer, sealFailure, sealReply } from './kept-answer.ts';
import { claimKey, findKept, keepAnswer } from './idempotency.queries.ts';
import type { Reply } from '../call/reply.ts';
import { PLATFORM_ID, type Tenant } from '../call/tenant.ts';

export type Effect<T> =
  /** Writes through `tx` and nothing else. */
  | { readonly work: (tx: Tx) => Promise<Reply<T>>; readonly single?: undefined }
  /** At most one of its statements writes, so without an Idempotency-Key it needs no transaction around it. */
  | { readonly work: (runner: Runner) => Promise<Reply<T>>; readonly single: true };

/** Whose effect it is (null: the platform's own, which no merchant sees), and the Idempotency-Key it came with. */
export type EffectCall = { readonly tenant: Tenant | null; readonly idempotency: Idempotency | null };

/** Where the requests that change what belongs to no merchant are remembered. */
const PLATFORM: Tenant = Object.freeze({ merchantId: PLATFORM_ID, livemode: true });

/**
 * Does what a request asks exactly once. With an Idempotency-Key the record of the request and
 * its answer commit in the transaction of the effect; a repeated request gets the first answer,
 * also where that was a refusal which wrote something.
 */
export async function effect<T>(context: Context, call: EffectCall, wanted: Effect<T>): Promise<Reply<T>> {
  const { idempotency } = call;
  const tenant = call.tenant ?? PLATFORM;
  const { transaction, alone } = call.tenant === null ? ofPlatform(context) : ofTenant(context, call.tenant);
  if (!idempotency)
    return wanted.single ? wanted.work(alone()) : transaction((tx) => wanted.work(tx).catch(commitKept));
  try {
    return await transaction(async (tx) => {
      const at = context.world.systemNow();
      if (!(await claimKey(tx, tenant, { ...idempotency, at })))
        return replay(context, call, {
          idempotency,
          runner: tx,
          refuseOther: () => wanted.work(tx).then(() => undefined, refuseMalformed),
        });
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
    if (isRowLockTimeout(error)) throw stillRunning();
    throw error;
  }
}

type Repeated = {
  readonly idempotency: Idempotency;
  readonly runner: Runner;
  /** Refuses another request with the key for what is wrong with it. Whatever it writes is undone. */
  readonly refuseOther?: () => Promise<void>;
};

/**
 * The first answer to a request that came before, or the refusal that the key was used for another. What is wrong with the
 * fields of the other is told before that, as of every request.
 */
export async function replay<T>(
  context: Context,
  call: EffectCall,
  { idempotency, runner, refuseOther }: Repeated,
): Promise<Reply<T>> {
  const kept = await findKept(runner, call.tenant ?? PLATFORM, idempotency.key);
  if (!kept?.answer) throw stillRunning();
  if (!kept.request_hash.equals(idempotency.hash)) {
    await refuseOther?.();
    throw new Failure(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used before for a different request. Send a fresh key for a new request.',
    );
  }
  return openAnswer<T>(context.vault, kept.answer);
}

/**
 * Judges by what may have changed since (a name's addresses, the map, the time) what a request asks for. Where that is
 * refused now, a request that was granted before gets its first answer again.
 */
export async function orFirstAnswer<J, T>(
  context: Context,
  call: EffectCall,
  judge: () => Promise<J>,
): Promise<{ readonly fresh: J } | { readonly answer: Reply<T> }> {
  try {
    return { fresh: await judge() };
  } catch (refusal) {
    const { idempotency, tenant } = call;
    if (!(refusal instanceof Failure) || !idempotency) throw refusal;
    const runner = tenant === null ? context.store.system : context.store.of(tenant);
    if (!(await findKept(runner, tenant ?? PLATFORM, idempotency.key))) throw refusal;
    const refuseOther = async (): Promise<void> => refuseMalformed(refusal);
    return { answer: await replay<T>(context, call, { idempotency, runner, refuseOther }) };
  }
}

type Basis = {
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly alone: () => Runner;
};

function ofTenant({ store }: Context, tenant: Tenant): Basis {
  return { transaction: (work) => store.transaction(tenant, work), alone: () => store.of(tenant) };
}

function ofPlatform({ store }: Context): Basis {
  return { transaction: (work) => store.system.transaction(work), alone: () => store.system };
}

function stillRunning(): Failure {
  return new Failure(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this Idempotency-Key is still under way. Send the same request again in a second.',
    { retryAfterSeconds: 1 },
  );
}

/** Of what a request may be refused for, what is wrong with its fields. */
export function refuseMalformed(refusal: unknown): void {
  if (!(refusal instanceof Failure)) return;
  if (refusal.status === 400 || refusal.code === 'INVALID_PHONE') throw refusal;
}

function commitKept(error: unknown): never {
  throw error instanceof Failure && error.kept ? new CommitAndThrow(error) : error;
}
