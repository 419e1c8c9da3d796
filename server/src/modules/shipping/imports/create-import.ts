import { setImmediate } from 'node:timers/promises';
import {
  CreateDeliveryBody,
  IMPORT_ERRORS_MAX,
  idRandomBytes,
  makeId,
  toMajor,
  type Currency,
  type DeliveryWarning,
  type Import,
  type ImportWarning,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { newShapeCheck } from '../../../kernel/shape/leave-out-nulls.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { mapInTurns } from '../../../kernel/running/in-turns.ts';
import { withPoint, type Delimiter } from '../../../kernel/csv/read-csv-records.ts';
import { readJson } from '../../../kernel/shape/read-json.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { duplicateDelivery } from '../deliveries/create-delivery.ts';
import type { Shipping } from '../module.ts';
import { readOrder, type OrderBody } from '../deliveries/read-order.ts';
import { readCsv, type CsvFile, type ImportColumn } from './import-columns.ts';
import { activeOrders, insertImport, type GivenRow } from './imports.queries.ts';
import { firstErrors, presentImport } from './imports.ts';
import { rowErrors, type RowError } from './row-errors.ts';
import { IMPORTS_LOOP } from './work-on-imports.ts';

/** Imports of one merchant and mode that may wait or be at work at once. */
const IMPORTS_AT_WORK_MAX = 5;

/** Takes a file of deliveries in, whose rows become deliveries in the background; a dry run only checks and prices them. */
export async function createImport(
  { query, body }: Input<Operations['createImport']>,
  call: Call,
  module: Shipping,
): Promise<Reply<Import>> {
  const rows = await readRows(await readCsv(body.csv));
  if (query.dry_run === true || body.dry_run === true) return dryRun(rows, call, module);
  const { tenant, caller } = call;
  const answer = await effect<Import>(module, call, {
    work: async (tx) => {
      const now = module.world.now();
      const id = makeId('imp_', now.getTime(), module.world.randomBytes(idRandomBytes));
      const made = await insertImport(tx, tenant, {
        id,
        key_id: caller.keyId,
        currency: currencyOf(module),
        created_at: now,
        given: rows.map(givenOf),
        at_work_max: IMPORTS_AT_WORK_MAX,
      });
      if (!made) throw tooManyImports();
      return reply(presentImport(made, firstErrors(rows)));
    },
  });
  if (!answer.replayed) module.wake(IMPORTS_LOOP);
  return answer;
}

async function dryRun(rows: readonly ReadRow[], call: Call, module: Shipping): Promise<Reply<Import>> {
  const { created, failed, warnings, fee } = await checkRows(rows, call, module);
  const currency = currencyOf(module);
  const at = module.world.now().toISOString();
  const counts = {
    rows: rows.length,
    done: rows.length,
    created,
    failed: failed.length,
    total_fee: toMajor(fee, currency),
    currency,
  };
  return reply(
    {
      id: null,
      dry_run: true,
      status: created > 0 ? 'done' : 'failed',
      ...counts,
      errors: [...firstErrors(failed)],
      warnings: warnings.slice(0, IMPORT_ERRORS_MAX),
      created_at: at,
      finished_at: at,
      livemode: call.tenant.livemode,
    },
    { status: 200 },
  );
}

/** Fees are in the currency of the rate card. */
function currencyOf(module: Shipping): Currency {
  return module.map().card.currency;
}

function givenOf({ row, orderNumber, body, errors }: ReadRow): GivenRow {
  return { row, order_number: orderNumber?.slice(0, 64) ?? null, body, errors };
}

function tooManyImports(): Failure {
  return new Failure(
    'TOO_MANY_JOBS',
    `${IMPORTS_AT_WORK_MAX} imports are at work already. Wait for one to end, or cancel one, and try again.`,
    { details: { imports_max: IMPORTS_AT_WORK_MAX } },
  );
}

/** What would become of rows: errors of those that cannot be created, and the price of the rest. */
type CheckedRows = {
  readonly created: number;
  readonly failed: readonly { readonly row: number; readonly errors: readonly RowError[] }[];
  readonly warnings: readonly ImportWarning[];
  readonly fee: bigint;
};

/** So many rows are priced before others get their turn: about 5 ms. */
const TURN_ROWS = 25;

/** Checks and prices rows as their creation would, and writes nothing. */
async function checkRows(rows: readonly ReadRow[], call: Call, module: Shipping): Promise<CheckedRows> {
  const wanted = [
    ...new Set(rows.flatMap(({ body }) => (body && isGuarded(body) ? [body.order_number] : []))),
  ];
  const taken = new Map(await activeOrders(module.store.slow(call.tenant), call.tenant, wanted));
  const failed: { row: number; errors: readonly RowError[] }[] = [];
  const warnings: ImportWarning[] = [];
  let fee = 0n;
  for (let at = 0; at < rows.length; at += TURN_ROWS) {
    const turn = rows.slice(at, at + TURN_ROWS);
    const results = await Promise.all(turn.map((row) => priceRow(row, call, module)));
    for (const [index, row] of turn.entries()) {
      const result = judgeRow(row, results[index] ?? [], taken);
      if (!('fee' in result)) failed.push({ row: row.row, errors: result });
      else {
        fee += result.fee;
        warnings.push(...result.warnings.map((warning) => ({ row: row.row, ...warning })));
      }
    }
    await setImmediate();
  }
  return { created: rows.length - failed.length, failed, warnings, fee };
}

function isGuarded(body: {
  readonly order_number?: string;
  readonly allow_duplicate?: boolean;
}): body is { readonly order_number: string } {
  return body.order_number !== undefined && body.allow_duplicate !== true;
}

/** What a row would cost, and what should be looked at in it. */
type PricedRow = { readonly fee: bigint; readonly warnings: readonly DeliveryWarning[] };

async function priceRow(
  { body, errors }: ReadRow,
  call: Call,
  module: Shipping,
): Promise<PricedRow | readonly RowError[]> {
  if (body === null) return errors;
  try {
    const { fee, priced } = await readOrder(body, call, module);
    return { fee: fee.fee, warnings: priced.warnings };
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    return rowErrors(refusal);
  }
}

/** Of several rows with one order number only the first can be created; `taken` remembers by what. */
function judgeRow(
  { row, body }: ReadRow,
  priced: PricedRow | readonly RowError[],
  taken: Map<string, string>,
): PricedRow | readonly RowError[] {
  if (!('fee' in priced) || body === null || !isGuarded(body)) return priced;
  const rival = taken.get(body.order_number);
  if (rival === undefined) {
    taken.set(body.order_number, `of row ${row}`);
    return priced;
  }
  return rowErrors(duplicateDelivery(rival, body.order_number)).map(({ code, message }) => ({
    column: 'order_number',
    code,
    message,
  }));
}

/** A row of a file: what it wants created, or why it cannot be. Rows count from 1 below the header. */
type ReadRow = { readonly row: number; readonly orderNumber: string | null } & (
  | { readonly body: OrderBody; readonly errors: null }
  | { readonly body: null; readonly errors: readonly RowError[] }
);

/** After so many rows others get their turn. */
const ROWS_A_TURN = 100;
const checkBody = newShapeCheck(CreateDeliveryBody);
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['y', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['n', false],
  ['0', false],
]);

/** Makes bodies of the rows of a file. */
async function readRows({ columns, rows, delimiter }: CsvFile): Promise<readonly ReadRow[]> {
  const orderAt = columns.findIndex(({ field }) => field === 'order_number');
  return mapInTurns(rows, ROWS_A_TURN, ({ number, cells }) => ({
    row: number,
    orderNumber: cells[orderAt] || null,
    ...readRow(cells, columns, delimiter),
  }));
}

function readRow(cells: readonly string[], columns: readonly ImportColumn[], delimiter: Delimiter) {
  try {
    if (cells.slice(columns.length).some((cell) => cell !== ''))
      throw new Failure(
        'INVALID_CSV',
        'The row has more cells than the header. Quote cells that hold the delimiter.',
      );
    return { body: checkBody(bodyOf(cells, columns, delimiter)) as OrderBody, errors: null };
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    return { body: null, errors: rowErrors(refusal) };
  }
}

function bodyOf(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  delimiter: Delimiter,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (cell === '') continue;
    if (column.key === null) body[column.field] = valueOf(cell, column, delimiter);
    else metadata[column.key] = cell;
  }
  if (Object.keys(metadata).length > 0)
    body['metadata'] = { ...metadata, ...(typeof body['metadata'] === 'object' ? body['metadata'] : {}) };
  return body;
}

/** What cannot be read as its kind stays text, and the check of the body says what it must be. */
function valueOf(cell: string, { kind, field }: ImportColumn, delimiter: Delimiter): unknown {
  if (kind === 'text') return cell;
  if (kind === 'flag') return FLAGS.get(cell.toLowerCase()) ?? cell;
  if (kind === 'json') return jsonOf(cell, field);
  const decimal = withPoint(cell, delimiter);
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(decimal) ? Number(decimal) : decimal;
}

function jsonOf(cell: string, field: string): unknown {
  try {
    return readJson(Buffer.from(cell));
  } catch (refusal) {
    if (!(refusal instanceof Failure)) throw refusal;
    throw new Failure(refusal.code, refusal.message.replace(/^The body/, field), {
      details: { fields: [{ path: field, message: 'must be JSON' }] },
    });
  }
}
