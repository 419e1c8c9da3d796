import { actorKinds, type ActorKind } from '@cottontree/contract';
import { equal, from, several, until } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { statement, text, type Runner, type ValuesOf } from '../../../store/index.ts';

const ACT = {
  id: 'text',
  at: 'timestamptz',
  operation: 'text',
  actor_kind: text<ActorKind>(),
  actor_id: 'text',
  actor_name: 'text',
  thing: 'text?',
  address: 'text',
  request_id: 'text',
  agent: 'text',
  done: 'bool',
} as const;
const NAMES = Object.keys(ACT).join(', ');
const VALUES = Object.keys(ACT)
  .map((name) => `:${name}`)
  .join(', ');

const insert = statement({
  name: 'activity.insert',
  params: { merchant_id: 'text', livemode: 'bool', ...ACT },
  row: {},
  sql: `INSERT INTO activity (merchant_id, livemode, ${NAMES}) VALUES (:merchant_id, :livemode, ${VALUES})`,
});

/** What somebody does about the own account concerns every merchant that the person belongs to, in both modes. */
const insertOwn = statement({
  name: 'activity.insertOwn',
  params: { ...ACT, merchant_id: 'text?' },
  row: { merchant_id: 'text' },
  sql: `INSERT INTO activity (merchant_id, livemode, ${NAMES})
        SELECT m.merchant_id, mode.live, ${VALUES} FROM memberships m CROSS JOIN (VALUES (true), (false)) AS mode (live)
        WHERE m.person_id = :actor_id AND (:merchant_id::text IS NULL OR m.merchant_id = :merchant_id) RETURNING merchant_id`,
});

const finish = statement({
  name: 'activity.finish',
  params: { merchant_ids: 'text[]', at: 'timestamptz', id: 'text', thing: 'text?' },
  row: {},
  sql: `UPDATE activity SET done = true, thing = coalesce(thing, :thing)
        WHERE merchant_id = ANY (:merchant_ids) AND livemode IN (true, false) AND at = :at AND id = :id`,
});

const remove = statement({
  name: 'activity.remove',
  params: { merchant_ids: 'text[]', at: 'timestamptz', id: 'text' },
  row: {},
  sql: 'DELETE FROM activity WHERE merchant_id = ANY (:merchant_ids) AND livemode IN (true, false) AND at = :at AND id = :id',
});

const drop = statement({
  name: 'activity.drop',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `DELETE FROM activity WHERE (merchant_id, livemode, at, id) IN
          (SELECT merchant_id, livemode, at, id FROM activity WHERE at < :before LIMIT :rows_max::int4) RETURNING id`,
});

const ROW = { ...ACT, livemode: 'bool' } as const;

/** What a merchant's people did, and what keys and tills changed. A key is named as it is now. */
export const activityList = list('listActivity', {
  from: 'activity a',
  row: ROW,
  select: Object.keys(ROW)
    .map((name) =>
      name === 'actor_name' ? `coalesce(nullif(a.actor_name, ''), k.name, '') AS actor_name` : `a.${name}`,
    )
    .join(', '),
  joins:
    'LEFT JOIN api_keys k ON k.merchant_id = a.merchant_id AND k.livemode = a.livemode AND k.id = a.actor_id',
  counted: 'apart',
  filters: {
    actor_kind: several('a.actor_kind', actorKinds),
    actor_id: equal('a.actor_id'),
    operation: equal('a.operation'),
    thing: equal('a.thing'),
    created_from: from('a.at'),
    created_to: until('a.at'),
  },
  sorts: { created_at: byTime('a.at') },
});

export type ActivityRow = ValuesOf<typeof ROW>;
export type NewAct = ValuesOf<(typeof insert)['params']>;
export type NewOwnAct = ValuesOf<(typeof insertOwn)['params']>;
/** An act that was noted, in the lists of these merchants. */
export type ActKey = { readonly merchant_ids: readonly string[]; readonly at: Date; readonly id: string };

export async function insertAct(system: Runner, act: NewAct): Promise<void> {
  await system.run(insert, act);
}

/** Notes it for every merchant of the person, or one; answers which these are. */
export async function insertOwnAct(system: Runner, act: NewOwnAct): Promise<readonly string[]> {
  return [...new Set((await system.run(insertOwn, act)).map(({ merchant_id }) => merchant_id))];
}

export async function finishAct(system: Runner, key: ActKey, thing: string | null): Promise<void> {
  await system.run(finish, { ...key, thing });
}

/** Forgets an act of which nothing came. */
export async function removeAct(system: Runner, key: ActKey): Promise<void> {
  await system.run(remove, key);
}

/** Forgets what was done before a moment; tells how many. */
export async function dropActs(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(drop, { before, rows_max: rowsMax })).length;
}
