import { idRandomBytes, makeId, type Deleted, type ErrorCode, type IdPrefix } from '@cottontree/contract';
import type { Call } from '../call/call.ts';
import { change } from '../change/change.ts';
import { effect } from '../effect/effect.ts';
import { Failure, invalid } from '../call/failure.ts';
import { refuseReadOnly } from '../shape/read-only.ts';
import { reply, type Reply } from '../call/reply.ts';
import type { Tenant } from '../call/tenant.ts';
import { constraintOf, type Runner } from '../../store/index.ts';
import type { Context } from '../call/context.ts';
import type { ResourceQueries, ResourceStamps, Settable } from './resource.queries.ts';

export type Reading = { readonly call: Call; readonly module: Context };

type Refusals = Readonly<Record<string, () => Failure>>;

/** A kind of thing that is made, read, changed and deleted and tells nobody of it: what its rows are, and how they are read and shown. */
export type Resource<
  Row extends ResourceStamps,
  Given extends Readonly<Record<string, unknown>>,
  Thing extends object,
> = {
  /** As sentences name one. */
  readonly what: string;
  readonly idPrefix: IdPrefix;
  readonly absent: ErrorCode;
  readonly readOnly: readonly string[];
  readonly queries: ResourceQueries<Row>;
  /** What of a row can change, with the fields given; the others stay. Before: null for a new one. */
  readonly read: (body: Given, before: Row | null, reading: Reading) => Settable<Row>;
  readonly present: (row: Row, tenant: Tenant) => Thing;
  /** What the refusal of a constraint of the table means. */
  readonly refusals?: Refusals;
  /** Refuses to delete what is still needed. */
  readonly refuseDeletion?: (runner: Runner, tenant: Tenant, row: Row) => Promise<void>;
};

/** Makes a new one. */
export async function createResource<
  Row extends ResourceStamps,
  Given extends Readonly<Record<string, unknown>>,
  Thing extends object,
>(resource: Resource<Row, Given, Thing>, body: Given, { call, module }: Reading): Promise<Reply<Thing>> {
  refuseReadOnly(resource.readOnly, body, {});
  const stamps: ResourceStamps = {
    id: makeId(resource.idPrefix, module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
    version: 1,
    created_at: call.now,
    updated_at: call.now,
  };
  const row = rowOf<Row>(stamps, resource.read(body, null, { call, module }));
  return effect(module, call, {
    single: true,
    work: async (runner) => {
      await resource.queries
        .insert(runner, call.tenant, row)
        .catch((error: unknown) => refuse(resource.refusals, error));
      return reply(resource.present(row, call.tenant), { status: 201, version: String(row.version) });
    },
  });
}

/** Reads one. */
export async function getResource<Row extends ResourceStamps, Thing extends object>(
  resource: Resource<Row, never, Thing>,
  id: string,
  { call, module }: Reading,
): Promise<Reply<Thing>> {
  const row = await findResource(resource, id, { runner: module.store.of(call.tenant), call });
  return reply(resource.present(row, call.tenant), { version: String(row.version) });
}

/** Some of them by their ids, in that order; those that are not there are left out. */
export async function presentMany<Row extends ResourceStamps, Thing extends object>(
  resource: Resource<Row, never, Thing>,
  ids: readonly string[],
  { runner, tenant }: { readonly runner: Runner; readonly tenant: Tenant },
): Promise<Thing[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await resource.queries.findAll(runner, tenant, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [resource.present(row, tenant)] : [];
  });
}

/** Changes the fields given, on the version that was read. */
export async function updateResource<
  Row extends ResourceStamps,
  Given extends Readonly<Record<string, unknown>>,
  Thing extends object,
>(
  resource: Resource<Row, Given, Thing>,
  { id, body }: { readonly id: string; readonly body: Given },
  { call, module }: Reading,
): Promise<Reply<Thing>> {
  if (Object.keys(body).length === 0)
    throw invalid({ path: 'body', message: 'must hold at least one field to change' });
  return writeChange(resource, { id, call, module }, async (before) => {
    const shown = resource.present(before, call.tenant);
    refuseReadOnly(resource.readOnly, body, shown as Readonly<Record<string, unknown>>);
    const stamps: ResourceStamps = {
      id: before.id,
      version: before.version + 1,
      created_at: before.created_at,
      updated_at: call.now,
    };
    const after = rowOf<Row>(stamps, resource.read(body, before, { call, module }));
    const same =
      JSON.stringify(
        resource.present({ ...after, version: before.version, updated_at: before.updated_at }, call.tenant),
      ) === JSON.stringify(shown);
    return {
      after: same ? before : after,
      deletedAt: null,
      answer: reply(resource.present(same ? before : after, call.tenant), {
        version: String(same ? before.version : after.version),
      }),
    };
  });
}

/** Deletes one. */
export async function deleteResource<Row extends ResourceStamps>(
  resource: Resource<Row, never, object>,
  id: string,
  { call, module }: Reading,
): Promise<Reply<Deleted>> {
  return writeChange(resource, { id, call, module }, async (before) => {
    await resource.refuseDeletion?.(module.store.of(call.tenant), call.tenant, before);
    return {
      after: { ...before, version: before.version + 1, updated_at: call.now },
      deletedAt: call.now,
      answer: reply({ id: before.id, deleted: true as const }),
    };
  });
}

type Decided<Row, T> = { readonly after: Row; readonly deletedAt: Date | null; readonly answer: Reply<T> };

async function writeChange<Row extends ResourceStamps, T>(
  resource: Resource<Row, never, object>,
  { id, call, module }: Reading & { readonly id: string },
  decide: (before: Row) => Promise<Decided<Row, T>>,
): Promise<Reply<T>> {
  const runner = module.store.of(call.tenant);
  const thing = {
    key: { tenant: call.tenant, id },
    tooMany: `requests change this ${resource.what}`,
    read: () => findResource(resource, id, { runner, call }),
    ifMatch: call.ifMatch,
    seen: ({ version }: Row) => ({ version, what: `The ${resource.what}` }),
  };
  return change<Row, Reply<T>>(thing, async (before) => {
    const { after, deletedAt, answer } = await decide(before);
    if (after === before) return answer;
    const changed = await resource.queries
      .change(runner, call.tenant, { before, after, deletedAt })
      .catch((error: unknown) => refuse(resource.refusals, error));
    return changed ? answer : undefined;
  });
}

async function findResource<Row extends ResourceStamps>(
  resource: Resource<Row, never, object>,
  id: string,
  { runner, call }: { readonly runner: Runner; readonly call: Call },
): Promise<Row> {
  const row = await resource.queries.find(runner, call.tenant, id);
  if (!row) throw new Failure(resource.absent, `There is no ${resource.what} ${id.slice(0, 64)}.`);
  return row;
}

/** Stamps and what can change are all that a row is. */
function rowOf<Row extends ResourceStamps>(stamps: ResourceStamps, fields: Settable<Row>): Row {
  return { ...stamps, ...fields } as unknown as Row;
}

function refuse(refusals: Refusals | undefined, error: unknown): never {
  const refusal = refusals?.[constraintOf(error) ?? ''];
  throw refusal ? refusal() : error;
}
