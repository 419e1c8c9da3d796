import { idRandomBytes, makeId, type Deleted, type ErrorCode, type IdPrefix } from '@cottontree/contract';
import type { Call } from '../../../../kernel/call/call.ts';
import { change } from '../../../../kernel/change/change.ts';
import { effect } from '../../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../../kernel/shape/read-only.ts';
import { reply, type Reply } from '../../../../kernel/call/reply.ts';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import { constraintOf, type JsonObject, type Runner } from '../../../../store/index.ts';
import type { Pos } from '../../module.ts';
import type { Settable, ShelfFields, ShelfQueries, ShelfStamps } from './shelf.queries.ts';

export type ShelfRow = ShelfStamps & ShelfFields;
export type Reading = { readonly call: Call; readonly room: Pos };
type Body = {
  readonly name?: string;
  readonly is_active?: boolean;
  readonly position?: number;
  readonly metadata?: JsonObject;
};

type Refusals = Readonly<Record<string, () => Failure>>;

/** One of the smaller kinds of things in the catalogue: what its rows are, and how they are read and shown. */
export type Shelf<Row extends ShelfRow, Given extends Body, Thing extends object> = {
  /** As sentences name one. */
  readonly what: string;
  readonly idPrefix: IdPrefix;
  readonly absent: ErrorCode;
  readonly readOnly: readonly string[];
  readonly queries: ShelfQueries<Row>;
  /** What of a row is its kind's own, with the fields given; the others stay. Before: null for a new one. */
  readonly read: (
    body: Given,
    before: Row | null,
    reading: Reading,
  ) => Omit<Settable<Row>, keyof ShelfFields>;
  readonly present: (row: Row, tenant: Tenant) => Thing;
  /** What the refusal of a constraint of the table means. */
  readonly refusals?: Refusals;
  /** Refuses to delete what is still needed. */
  readonly refuseDeletion?: (runner: Runner, tenant: Tenant, row: Row) => Promise<void>;
};

/** Puts a new thing on its shelf. */
export async function createOnShelf<Row extends ShelfRow, Given extends Body, Thing extends object>(
  shelf: Shelf<Row, Given, Thing>,
  body: Given,
  { call, room }: Reading,
): Promise<Reply<Thing>> {
  refuseReadOnly(shelf.readOnly, body, {});
  const stamps: ShelfStamps = {
    id: makeId(shelf.idPrefix, room.world.now().getTime(), room.world.randomBytes(idRandomBytes)),
    version: 1,
    created_at: call.now,
    updated_at: call.now,
  };
  const row = withFields(shelf, body, { before: null, stamps, reading: { call, room } });
  return effect(room, call, {
    single: true,
    work: async (runner) => {
      await shelf.queries
        .insert(runner, call.tenant, row)
        .catch((error: unknown) => refuse(shelf.refusals, error));
      return reply(shelf.present(row, call.tenant), { status: 201, version: String(row.version) });
    },
  });
}

/** Reads one thing. */
export async function getFromShelf<Row extends ShelfRow, Thing extends object>(
  shelf: Shelf<Row, never, Thing>,
  id: string,
  { call, room }: Reading,
): Promise<Reply<Thing>> {
  const row = await findOnShelf(shelf, id, { runner: room.store.of(call.tenant), call });
  return reply(shelf.present(row, call.tenant), { version: String(row.version) });
}

/** Some things of a shelf by their ids, in that order; those that are not there are left out. */
export async function presentMany<Row extends ShelfRow, Thing extends object>(
  shelf: Shelf<Row, never, Thing>,
  ids: readonly string[],
  { runner, tenant }: { readonly runner: Runner; readonly tenant: Tenant },
): Promise<Thing[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await shelf.queries.findAll(runner, tenant, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [shelf.present(row, tenant)] : [];
  });
}

/** Changes the fields given, on the version that was read. */
export async function changeOnShelf<Row extends ShelfRow, Given extends Body, Thing extends object>(
  shelf: Shelf<Row, Given, Thing>,
  { id, body }: { readonly id: string; readonly body: Given },
  { call, room }: Reading,
): Promise<Reply<Thing>> {
  if (Object.keys(body).length === 0)
    throw invalid({ path: 'body', message: 'must hold at least one field to change' });
  return writeChange(shelf, { id, call, room }, async (before) => {
    const shown = shelf.present(before, call.tenant);
    refuseReadOnly(shelf.readOnly, body, shown as Readonly<Record<string, unknown>>);
    const after = withFields(shelf, body, {
      before,
      stamps: {
        id: before.id,
        version: before.version + 1,
        created_at: before.created_at,
        updated_at: call.now,
      },
      reading: { call, room },
    });
    const same =
      JSON.stringify(
        shelf.present({ ...after, version: before.version, updated_at: before.updated_at }, call.tenant),
      ) === JSON.stringify(shown);
    return {
      after: same ? before : after,
      deletedAt: null,
      answer: reply(shelf.present(same ? before : after, call.tenant), {
        version: String(same ? before.version : after.version),
      }),
    };
  });
}

/** Takes a thing off its shelf. */
export async function deleteFromShelf<Row extends ShelfRow>(
  shelf: Shelf<Row, never, object>,
  id: string,
  { call, room }: Reading,
): Promise<Reply<Deleted>> {
  return writeChange(shelf, { id, call, room }, async (before) => {
    await shelf.refuseDeletion?.(room.store.of(call.tenant), call.tenant, before);
    return {
      after: { ...before, version: before.version + 1, updated_at: call.now },
      deletedAt: call.now,
      answer: reply({ id: before.id, deleted: true as const }),
    };
  });
}

type Decided<Row, T> = { readonly after: Row; readonly deletedAt: Date | null; readonly answer: Reply<T> };

async function writeChange<Row extends ShelfRow, T>(
  shelf: Shelf<Row, never, object>,
  { id, call, room }: Reading & { readonly id: string },
  decide: (before: Row) => Promise<Decided<Row, T>>,
): Promise<Reply<T>> {
  const runner = room.store.of(call.tenant);
  const thing = {
    tooMany: `requests change this ${shelf.what}`,
    read: () => findOnShelf(shelf, id, { runner, call }),
    ifMatch: call.ifMatch,
    seen: ({ version }: Row) => ({ version, what: `The ${shelf.what}` }),
  };
  return change<Row, Reply<T>>(thing, async (before) => {
    const { after, deletedAt, answer } = await decide(before);
    if (after === before) return answer;
    const changed = await shelf.queries
      .change(runner, call.tenant, { before, after, deletedAt })
      .catch((error: unknown) => refuse(shelf.refusals, error));
    return changed ? answer : undefined;
  });
}

async function findOnShelf<Row extends ShelfRow>(
  shelf: Shelf<Row, never, object>,
  id: string,
  { runner, call }: { readonly runner: Runner; readonly call: Call },
): Promise<Row> {
  const row = await shelf.queries.find(runner, call.tenant, id);
  if (!row) throw new Failure(shelf.absent, `There is no ${shelf.what} ${id.slice(0, 64)}.`);
  return row;
}

type Filling<Row> = { readonly before: Row | null; readonly stamps: ShelfStamps; readonly reading: Reading };

function withFields<Row extends ShelfRow, Given extends Body>(
  shelf: Shelf<Row, Given, object>,
  body: Given,
  { before, stamps, reading }: Filling<Row>,
): Row {
  const fields: ShelfFields = {
    name: body.name ?? before?.name ?? '',
    is_active: body.is_active ?? before?.is_active ?? true,
    position: body.position ?? before?.position ?? 0,
    metadata: body.metadata ?? before?.metadata ?? {},
  };
  return rowOf<Row>(stamps, fields, shelf.read(body, before, reading));
}

/** Stamps, common fields and those of its kind are all that a row is. */
function rowOf<Row extends ShelfRow>(
  stamps: ShelfStamps,
  fields: ShelfFields,
  own: Omit<Settable<Row>, keyof ShelfFields>,
): Row {
  return { ...stamps, ...fields, ...own } as unknown as Row;
}

function refuse(refusals: Refusals | undefined, error: unknown): never {
  const refusal = refusals?.[constraintOf(error) ?? ''];
  throw refusal ? refusal() : error;
}
