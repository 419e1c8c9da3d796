import type { Tx } from '../../store/index.ts';
import type { Idempotency } from '../call/call.ts';
import type { Context } from '../call/context.ts';
import { effect, orFirstAnswer, replay, type EffectCall } from './effect.ts';
import { Failure } from '../call/failure.ts';
import {
  findKept,
  finishKey,
  giveBackKey,
  releaseKey,
  takeOverKey,
  type Lease,
} from './idempotency.queries.ts';
import { openAnswer, sealFailure, sealReply } from './kept-answer.ts';
import { reply, type Reply } from '../call/reply.ts';
import type { Tenant } from '../call/tenant.ts';

/** What is kept of a request that was taken up and has no answer yet. */
export type Begun = { readonly begun_at: string };

export type OutsideCall = EffectCall & { readonly tenant: Tenant };

/** Does what a request asks and answers how it stands then. `again`: a part of it may be done already, or all; acting again finds that. */
export type Act<T> = (again: boolean) => Promise<Reply<T>>;

export type OutsideEffect<Judged, Written extends object, T extends object> = {
  /** What the request asks for, judged before anything is written; a repeated one need not pass again. */
  readonly judge: () => Promise<Judged>;
  /** Writes what is to be done outside, in the transaction of the request's record, and answers with what `act` has to know of it, on whichever node. */
  readonly write: (tx: Tx, judged: Judged) => Promise<Written>;
  readonly act: (written: Written, again: boolean) => Promise<Reply<T>>;
};

/** When a repeated request looks for the first one's answer: two seconds in all, as everywhere. */
const LOOK_GAPS_MS: readonly number[] = Object.freeze([50, 100, 150, 300, 400, 500, 500]);

/**
 * As `effect`, for what is done outside of any transaction because somebody beyond the database is asked meanwhile. A
 * refusal leaves the key free, as everywhere. `act` must bear being done again where a server died in between.
 */
export async function outsideEffect<T extends object>(
  context: Context,
  call: OutsideCall,
  act: Act<T>,
): Promise<Reply<T>> {
  const { idempotency } = call;
  if (!idempotency) return act(false);
  const begun = await effect<T | Begun>(context, call, { work: async () => reply(begunNow(context)) });
  const { data } = begun;
  if (!isBegun(data)) return { ...begun, data };
  return begun.replayed
    ? goOn(context, call, { act, frees: true })
    : conclude(context, call, { act: () => act(false), frees: true, lease: firstLease(idempotency) });
}

/**
 * Does what a request asks exactly once where somebody beyond the database takes part: it is written and committed with
 * the request's record, then done, and the answer kept for whoever repeats the request. One at a time is at it: who
 * repeats a request whose server died takes it over once its lease is over by the database's clock, and goes on.
 */
export async function writeThenAct<Judged, Written extends object, T extends object>(
  context: Context,
  call: OutsideCall,
  wanted: OutsideEffect<Judged, Written, T>,
): Promise<Reply<T>> {
  const judged = await orFirstAnswer<Judged, T | (Written & Begun)>(context, call, wanted.judge);
  const known =
    'answer' in judged
      ? judged.answer
      : await effect<T | (Written & Begun)>(context, call, {
          work: async (tx) => reply({ ...(await wanted.write(tx, judged.fresh)), ...begunNow(context) }),
        });
  const { data } = known;
  if (!isBegun(data)) return { ...known, data };
  const act: Act<T> = (again) => wanted.act(data, again);
  return known.replayed ? replayBegun(context, call, act) : concludeBegun(context, call, () => act(false));
}

/** For records of requests that are written by statements of their own. */
export function begunNow({ world }: Context): Begun {
  return { begun_at: world.systemNow().toISOString() };
}

export function isBegun(data: object): data is Begun {
  return 'begun_at' in data;
}

/** Does what was written with the request's record, by the request that wrote it, and keeps the answer. */
export function concludeBegun<T extends object>(
  context: Context,
  call: OutsideCall,
  act: () => Promise<Reply<T>>,
): Promise<Reply<T>> {
  return call.idempotency
    ? conclude(context, call, { act, frees: false, lease: firstLease(call.idempotency) })
    : act();
}

/** The first answer to a request that came before, of which as yet only its part here is known to be written; where its server died, what is left is done now. */
export function replayBegun<T extends object>(
  context: Context,
  call: OutsideCall,
  act: Act<T>,
): Promise<Reply<T>> {
  return goOn(context, call, { act, frees: false });
}

type GoingOn<T> = { readonly act: Act<T>; readonly frees: boolean };

async function goOn<T extends object>(
  context: Context,
  call: OutsideCall,
  { act, frees }: GoingOn<T>,
): Promise<Reply<T>> {
  const lease = await takeOver(context, call);
  if (!lease) return firstAnswer<T>(context, call);
  return { ...(await conclude(context, call, { act: () => act(true), frees, lease })), replayed: true };
}

async function takeOver(
  { store, vault }: Context,
  { tenant, idempotency }: OutsideCall,
): Promise<Lease | undefined> {
  if (!idempotency) return undefined;
  const runner = store.of(tenant);
  const answer = (await findKept(runner, tenant, idempotency.key))?.answer;
  const isUnderWay = answer && isBegun(openAnswer<object>(vault, answer).data);
  return isUnderWay ? takeOverKey(runner, tenant, { key: idempotency.key, answer }) : undefined;
}

function firstLease({ key }: Idempotency): Lease {
  return { key, lease: 0 };
}

type Acting<T> = { readonly act: () => Promise<Reply<T>>; readonly frees: boolean; readonly lease: Lease };

async function conclude<T extends object>(
  context: Context,
  call: OutsideCall,
  { act, frees, lease }: Acting<T>,
): Promise<Reply<T>> {
  const { world, vault, store } = context;
  try {
    const done = await act();
    const answer = { ...done, at: done.at ?? world.systemNow() };
    if (
      await finishKey(store.of(call.tenant), call.tenant, {
        ...lease,
        answer: sealReply(vault, answer, answer.at),
      })
    )
      return answer;
  } catch (error) {
    // Where the database does not answer now either, the lease ends by itself.
    await leave(context, call, { error, frees, lease }).catch(() => undefined);
    throw error;
  }
  return firstAnswer<T>(context, call);
}

type Left = { readonly error: unknown; readonly frees: boolean; readonly lease: Lease };

/** A refusal that wrote something is the answer; whatever else went wrong, the next one goes on. */
async function leave(
  { world, vault, store }: Context,
  { tenant }: OutsideCall,
  { error, frees, lease }: Left,
): Promise<void> {
  const runner = store.of(tenant);
  if (error instanceof Failure && error.kept)
    await finishKey(runner, tenant, { ...lease, answer: sealFailure(vault, error, world.systemNow()) });
  else if (frees && error instanceof Failure && error.status < 500) await releaseKey(runner, tenant, lease);
  else await giveBackKey(runner, tenant, lease);
}

/** The answer to a request that somebody else is at, as soon as it is kept; IDEMPOTENCY_IN_PROGRESS where that takes longer than anybody waits. */
async function firstAnswer<T extends object>(context: Context, call: OutsideCall): Promise<Reply<T>> {
  const { idempotency, tenant } = call;
  const first =
    idempotency &&
    (await lookAgain(async () => {
      const known = await replay<T | Begun>(context, call, { idempotency, runner: context.store.of(tenant) });
      return isBegun(known.data) ? null : { ...known, data: known.data };
    }));
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
