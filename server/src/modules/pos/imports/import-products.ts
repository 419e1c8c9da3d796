import { setImmediate } from 'node:timers/promises';
import {
  idRandomBytes,
  makeId,
  PRODUCT_IMPORT_ROWS_MAX,
  type Input,
  type Operations,
  type ProductImport,
  type ProductImportRow,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { mapInTurns } from '../../../kernel/running/in-turns.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Tx } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { ensureDefaultLocation, locationNotFound, requireLocation } from '../settings/default-location.ts';
import { findLocationIds, holdLocationIds } from '../settings/locations.queries.ts';
import { moveStock, requireGranted } from '../inventory/move-stock.ts';
import { stockWriterOf } from '../inventory/stock-move.ts';
import { numberTillChanges, takeImportTurn } from '../catalogue/products/write-products.queries.ts';
import { refuse, writeProducts } from '../catalogue/products/write-products.ts';
import { decideImport, type Deciding, type ImportDecision } from './decide-import.ts';
import { insertCategories } from './import-categories.ts';
import { readImportCsv, readImportRow, type ReadRow } from './read-import-csv.ts';
import type { ImportPlaces } from './import-stock.ts';

/** Wrong rows that a refusal tells of. */
const ROWS_TOLD_MAX = 100;
const FIELDS_TOLD_MAX = 20;

/** After so many rows others get their turn. */
const ROWS_A_TURN = 100;

const TRIES_MAX = 4;

type Wanted = Input<Operations['importProducts']>;

/** Creates and changes many products: all of them or none, unless the right ones alone are wanted. */
export async function importProducts(
  { query, body }: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<ProductImport>> {
  const rows = await readRows(body);
  const deciding = {
    call,
    module,
    publicUrl: module.settings.publicUrl,
    importId: makeId('imp_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
    places: await readPlaces(rows, query.location_id, { call, module }),
  };
  if (query.dry_run === true)
    return reply(
      await wouldBe(await decideImport(rows, { ...deciding, runner: module.store.slow(call.tenant) })),
    );
  return unlessOvertaken(() =>
    effect(module, call, {
      work: async (tx) => {
        await takeImportTurn(tx, call.tenant).catch(refuse);
        const decision = await decideImport(rows, { ...deciding, runner: tx });
        if (query.partial !== true) refuseWrongRows(decision.results);
        await writeImport(module, decision, { tx, call });
        return reply(summaryOf(decision, false));
      },
    }),
  );
}

/** Decides and writes anew where somebody else was faster at a product or a code of the file. */
async function unlessOvertaken<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ImportOvertaken)) throw error;
      if (tried === TRIES_MAX)
        throw new Failure(
          'SERVICE_UNAVAILABLE',
          'Too many requests change products of this file at once. Send it again in a few seconds.',
          { retryAfterSeconds: 5 },
        );
    }
  }
}

/** Where the stock is that rows tell of; the default location is made, where there is none, before anything else is written. */
async function readPlaces(
  rows: readonly ReadRow[],
  locationId: string | undefined,
  { call, module }: Pick<Deciding, 'call'> & { readonly module: Pos },
): Promise<ImportPlaces> {
  const runner = module.store.of(call.tenant);
  const counted = rows.flatMap(({ body }) => (body?.stock === undefined ? [] : [body.location_id ?? null]));
  if (counted.length === 0 && locationId === undefined) return { usual: '', known: new Set() };
  const { id: usual } =
    locationId === undefined
      ? await ensureDefaultLocation(runner, call.tenant, call.now)
      : await requireLocation(runner, call.tenant, locationId);
  const named = [...new Set(counted.flatMap((id) => id ?? []))];
  return { usual, known: new Set([usual, ...(await findLocationIds(runner, call.tenant, named))]) };
}

async function readRows({
  csv,
  products,
}: Input<Operations['importProducts']>['body']): Promise<readonly ReadRow[]> {
  if ((csv === undefined) === (products === undefined))
    throw invalid({ path: 'csv', message: 'or products must be given, and not both' });
  if (products !== undefined && products.length > PRODUCT_IMPORT_ROWS_MAX)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `At most ${PRODUCT_IMPORT_ROWS_MAX} products come in one import. Split them.`,
      { details: { rows_max: PRODUCT_IMPORT_ROWS_MAX } },
    );
  const given =
    csv === undefined
      ? (products ?? []).map((one, at) => ({ row: at + 1, body: one }))
      : await readImportCsv(csv);
  return mapInTurns(given, ROWS_A_TURN, readImportRow);
}

/** What a dry run says: nothing has an id that is not there yet. */
async function wouldBe(decision: ImportDecision): Promise<ProductImport> {
  const results = await mapInTurns(decision.results, ROWS_A_TURN, (one) =>
    one.action === 'created' ? { ...one, product_id: null } : one,
  );
  const summary = summaryOf({ ...decision, results }, true);
  return { ...summary, categories: summary.categories.map(({ name }) => ({ id: null, name })) };
}

function summaryOf({ results, categories }: ImportDecision, dryRun: boolean): ProductImport {
  const count = (action: ProductImportRow['action']): number =>
    results.filter((one) => one.action === action).length;
  return {
    dry_run: dryRun,
    rows: results.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    categories: [...categories].map(([id, name]) => ({ id, name })),
    stock_moved: results.filter(({ stock }) => stock !== null).length,
    results: [...results],
  };
}

function refuseWrongRows(results: readonly ProductImportRow[]): void {
  const wrong = results.filter(({ action }) => action === 'failed');
  if (wrong.length === 0) return;
  const problems = wrong.flatMap(({ row, errors }) =>
    errors.map(({ column, message }) => ({
      path: `row ${row}${column === null ? '' : `, ${column}`}`,
      message,
    })),
  );
  const told = problems.slice(0, FIELDS_TOLD_MAX);
  const [first] = told;
  const message = `Nothing was written, for ${wrong.length} of ${results.length} rows are wrong. ${first ? `${first.path[0]?.toUpperCase()}${first.path.slice(1)}: ${first.message}` : ''}`;
  throw new Failure('VALIDATION_ERROR', message.trim(), {
    details: {
      fields: told,
      failed: wrong.length,
      rows: wrong.slice(0, ROWS_TOLD_MAX).map(({ row, errors }) => ({ row, errors })),
    },
  });
}

/** Products in one statement: their messages are made in about 20 ms, then others get their turn. */
const WRITTEN_AT_ONCE = 250;

/** Somebody changed what the import had decided about; it is to be decided anew. */
class ImportOvertaken extends Error {}

/**
 * Writes what was decided, in slices of one transaction. Others go on writing products meanwhile: they wait only for rows
 * that are in the file, and for the moment at the end in which tills are told. What they were faster at undoes all of it.
 */
async function writeImport(
  module: Pos,
  { changes, categories, moves }: ImportDecision,
  { tx, call }: { readonly tx: Tx; readonly call: Call },
): Promise<void> {
  await insertCategories(tx, categories, { call });
  // In the order of their ids, in which all who write several lock them.
  const sorted = changes.toSorted((one, other) => (one.after.id < other.after.id ? -1 : 1));
  for (let at = 0; at < sorted.length; at += WRITTEN_AT_ONCE) {
    const written = await writeProducts(module, sorted.slice(at, at + WRITTEN_AT_ONCE), {
      runner: tx,
      tenant: call.tenant,
      now: call.now,
    }).catch(overtaken);
    if (!written) throw new ImportOvertaken();
    await setImmediate();
  }
  if (moves.length > 0) {
    await holdPlaces(tx, call, moves);
    (
      await moveStock(
        tx,
        stockWriterOf(call, { world: module.world, staffId: null }),
        moves.map((move) => [move]),
      )
    ).forEach(requireGranted);
  }
  await numberTillChanges(tx, call.tenant, { kind: 'category', ids: [...categories.keys()] });
  await numberTillChanges(tx, call.tenant, { kind: 'product', ids: changes.map(({ after }) => after.id) });
}

/** LOCATION_NOT_FOUND where one was closed since it was looked for; the others stay open until their stock lies there. */
async function holdPlaces(tx: Tx, { tenant }: Call, moves: ImportDecision['moves']): Promise<void> {
  const ids = [...new Set(moves.map(({ locationId }) => locationId))];
  const open = await holdLocationIds(tx, tenant, ids);
  const closed = ids.find((id) => !open.has(id));
  if (closed !== undefined) locationNotFound(closed);
}

/** A code that was free when it was looked for. */
function overtaken(error: unknown): never {
  if (error instanceof Failure && (error.code === 'DUPLICATE_SKU' || error.code === 'DUPLICATE_BARCODE'))
    throw new ImportOvertaken();
  throw error;
}
