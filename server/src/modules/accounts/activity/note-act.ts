import {
  idRandomBytes,
  makeId,
  notedScopes,
  operations,
  type Operation,
  type OperationId,
} from '@cottontree/contract';
import type { Caller } from '../../../kernel/call/call.ts';
import type { Context } from '../../../kernel/call/context.ts';
import type { MemberSession } from '../../../kernel/call/session.ts';
import type { BegunAct, NoteAct } from '../../../kernel/effect/finished-request.ts';
import { AGENT_LENGTH_MAX } from '../../../kernel/web/agent-names.ts';
import type { Runner } from '../../../store/index.ts';
import { finishAct, insertAct, insertOwnAct, removeAct, type NewAct } from './activity.queries.ts';

type ActorColumns = Pick<NewAct, 'actor_kind' | 'actor_id' | 'actor_name'>;

/**
 * Notes what people do, and what keys and tills do with rights that change how the business is set up. Two small
 * statements a write: people write seldom, and what keys and tills do day by day stays without them.
 */
export function createActNoter(context: Context): NoteAct {
  return async (act) => {
    const { by } = act;
    if ('keyId' in by && by.member === null && !isSetUp(act.operation)) return null;
    const { system } = context.store;
    const draft = { ...draftAct(context, act), ...actorOf(by), thing: thingIn(act.params), done: false };
    const merchant_ids = await insert(system, by, draft);
    const key = { merchant_ids, at: draft.at, id: draft.id };
    return async (end) => {
      const written =
        end.outcome === 'done' ? finishAct(system, key, madeIn(end.answer)) : removeAct(system, key);
      await written.catch((error: unknown) =>
        context.log.warn({ error, operation: act.operation, act: draft.id }, 'how an act ended is not noted'),
      );
    };
  };
}

async function insert(
  system: Runner,
  by: Caller | MemberSession,
  draft: Omit<NewAct, 'merchant_id' | 'livemode'>,
): Promise<readonly string[]> {
  if (!('keyId' in by)) return insertOwnAct(system, { ...draft, merchant_id: null });
  const { merchantId, livemode } = by.tenant;
  await insertAct(system, { ...draft, merchant_id: merchantId, livemode });
  return [merchantId];
}

export type OwnAct = {
  readonly operation: OperationId;
  readonly person: { readonly id: string; readonly name: string };
  readonly call: { readonly requestId: string; readonly address: string; readonly agent: string };
  /** The merchant that it concerns; null: all that the person belongs to. */
  readonly merchantId: string | null;
};

/** Notes, in the transaction in which it is done, what somebody did who was not signed in before. */
export async function noteOwnAct(tx: Runner, context: Context, act: OwnAct): Promise<void> {
  await insertOwnAct(tx, {
    ...draftAct(context, { operation: act.operation, ...act.call }),
    actor_kind: 'member',
    actor_id: act.person.id,
    actor_name: act.person.name,
    merchant_id: act.merchantId,
    thing: null,
    done: true,
  });
}

function draftAct({ world }: Context, act: Pick<BegunAct, 'operation' | 'requestId' | 'address' | 'agent'>) {
  const at = world.systemNow();
  return {
    id: makeId('act_', at.getTime(), world.randomBytes(idRandomBytes)),
    at,
    operation: act.operation,
    address: act.address,
    request_id: act.requestId,
    agent: act.agent.slice(0, AGENT_LENGTH_MAX),
  };
}

function isSetUp(id: OperationId): boolean {
  const { scope }: Operation = operations[id];
  return scope !== null && notedScopes.includes(scope);
}

function actorOf(by: Caller | MemberSession): ActorColumns {
  if (!('keyId' in by)) return { actor_kind: 'member', actor_id: by.person.id, actor_name: by.person.name };
  const { member, session, keyId } = by;
  if (member) return { actor_kind: 'member', actor_id: member.personId, actor_name: member.name };
  if (session) return { actor_kind: 'session', actor_id: session.id, actor_name: session.staff?.name ?? '' };
  return { actor_kind: 'key', actor_id: keyId, actor_name: '' };
}

/** What may be shown to everybody who reads the list: ids and numbers of jobs, never a token. */
const THING = /^(?:[a-z]{2,5}_[0-9a-hjkmnp-tv-z]{26}|SHP-[0-9A-Z-]{4,20})$/;

/** The first thing that a path names. */
function thingIn(params: unknown): string | null {
  return firstThing(Object.values(params ?? {}));
}

/** What an answer is. */
function madeIn(answer: unknown): string | null {
  const { id, job_number } = (answer ?? {}) as { readonly id?: unknown; readonly job_number?: unknown };
  return firstThing([id, job_number]);
}

function firstThing(values: readonly unknown[]): string | null {
  return values.find((value): value is string => typeof value === 'string' && THING.test(value)) ?? null;
}
