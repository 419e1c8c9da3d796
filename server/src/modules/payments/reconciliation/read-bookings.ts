import {
  currencies,
  isCurrency,
  RECONCILED_MAX,
  type Currency,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid, type FieldProblem } from '../../../kernel/call/failure.ts';
import { mapInTurns } from '../../../kernel/running/in-turns.ts';
import { readCsvRecords, withPoint, type Delimiter } from '../../../kernel/csv/read-csv-records.ts';
import { readSomeMoney } from '../../../kernel/money/read-figures.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import type { Payments } from '../module.ts';
import { contextOf } from '../providers/create-context.ts';
import type { ProviderPage } from '../providers/provider.ts';
import type { Booking } from './match-bookings.ts';

type Body = Input<Operations['createReconciliation']>['body'];
export type Bookings = {
  readonly source: 'json' | 'csv' | 'provider';
  readonly bookings: readonly Booking[];
};

const REF_CHARACTERS_MAX = 200;
/** After so many lines others get their turn. */
const LINES_A_TURN = 100;

/** The bookings that a request names, in whichever of the three ways. */
export async function readBookings(body: Body, call: Call, module: Payments): Promise<Bookings> {
  const ways = [body.transactions, body.csv, body.source].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw invalid({ path: 'transactions', message: 'or csv or source must be given, one of the three' });
  if (body.transactions !== undefined)
    return { source: 'json', bookings: await readLines(body.transactions, call, 'transactions') };
  if (body.csv !== undefined)
    return { source: 'csv', bookings: await readLines(await readBookingsCsv(body.csv), call, 'csv') };
  return { source: 'provider', bookings: await listThere(body, call, module) };
}

type Line = Omit<BookingLine, 'amount'> & { readonly amount: number | string };

/** So many faults are told of one file. */
const PROBLEMS_MAX = 20;

/** Every line, or a refusal that names the first faults of all of them. */
async function readLines(lines: readonly Line[], call: Call, name: string): Promise<readonly Booking[]> {
  const refusals: Failure[] = [];
  const read = await mapInTurns(lines, LINES_A_TURN, (line, place) => {
    if (refusals.length >= PROBLEMS_MAX) return [];
    const path = (field: string): string => `${name}[${place}].${field}`;
    const cells = readCells(line, { call, path, refusals });
    return cells === null ? [] : [cells];
  });
  if (refusals.length > 0) throw together(refusals);
  return read.flat();
}

type Reading = {
  readonly call: Call;
  readonly path: (field: string) => string;
  readonly refusals: Failure[];
};

/** A line, cell by cell; null where one of them is refused. */
function readCells(line: Line, { call, path, refusals }: Reading): Booking | null {
  const cell = <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusals.push(error);
      return null;
    }
  };
  const ref = cell(() => readRef(line.provider_ref, path('provider_ref')));
  const currency = cell(() => readCurrency(line.currency ?? call.caller.merchant.currency, path('currency')));
  const amountMinor = currency && cell(() => readSomeMoney(line.amount, { path: path('amount'), currency }));
  const at = cell(() => readTime(line.at, { path: path('at'), call }));
  if (ref === null || currency === null || amountMinor === null || at === null) return null;
  return { ref, amountMinor, currency, at };
}

function readCurrency(currency: string, path: string): Currency {
  if (isCurrency(currency)) return currency;
  throw invalid({ path, message: `must be one of ${Object.keys(currencies).join(', ')}` });
}

function readRef(ref: string, path: string): string {
  if (ref.length <= REF_CHARACTERS_MAX) return ref;
  throw invalid({ path, message: `must have at most ${REF_CHARACTERS_MAX} characters` });
}

/** One refusal of all: with their code where they have one in common. */
function together(refusals: readonly Failure[]): Failure {
  const [first, ...others] = refusals.slice(0, PROBLEMS_MAX);
  if (first === undefined || others.length === 0) return first ?? invalid();
  const fields = [first, ...others].flatMap(({ details }) => (details?.['fields'] ?? []) as FieldProblem[]);
  if (others.some(({ code }) => code !== first.code)) return invalid(...fields);
  return new Failure(first.code, invalid(...fields).message, { details: { fields } });
}

/** What the provider itself lists since the moment asked for. */
async function listThere(
  { provider: id, since }: Body,
  call: Call,
  module: Payments,
): Promise<readonly Booking[]> {
  if (since === undefined) throw invalid({ path: 'since', message: 'is needed with source provider' });
  const from = readTime(since, { path: 'since', call });
  const account = (await module.accounts.inUse(call.tenant)).find(
    ({ provider }) => provider.id === id && provider.list !== undefined,
  );
  if (!account)
    throw invalid({
      path: 'source',
      message: `is not possible: ${id} lists no bookings, or you have no account there`,
    });
  const bookings: Booking[] = [];
  try {
    for (let cursor: string | null = null; ;) {
      const page: ProviderPage | undefined = await account.provider.list?.(
        contextOf(module, account, call.now),
        { since: from, cursor },
      );
      for (const { ref, amountMinor, currency, state, at } of page?.transactions ?? [])
        if (state === 'succeeded') bookings.push({ ref, amountMinor, currency, at });
      if (!page || page.cursor === null || page.cursor === cursor || bookings.length > RECONCILED_MAX) break;
      cursor = page.cursor;
    }
  } catch (error) {
    module.log.warn({ error, provider: id }, 'A provider did not list its bookings.');
    throw new Failure(
      'PROVIDER_UNAVAILABLE',
      `${id} did not list its bookings. Try again in a while, or send them as transactions or csv.`,
      { retryAfterSeconds: 30 },
    );
  }
  if (bookings.length > RECONCILED_MAX)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `${id} lists more than ${RECONCILED_MAX} bookings since then. Ask for a later since.`,
      { details: { rows_max: RECONCILED_MAX } },
    );
  return bookings;
}

/** A line of the file, as text. */
type BookingLine = {
  readonly provider_ref: string;
  readonly amount: string;
  readonly currency?: string;
  readonly at: string;
};

const COLUMNS: readonly string[] = ['provider_ref', 'amount', 'currency', 'at'];
const NEEDED: readonly string[] = ['provider_ref', 'amount', 'at'];

/** Reads the bookings of a CSV file under a header; INVALID_CSV where it cannot be read, TOO_MANY_ITEMS where it is too long. */
async function readBookingsCsv(text: string): Promise<readonly BookingLine[]> {
  const { delimiter, header, rows } = await readCsvRecords(text, { rowsMax: RECONCILED_MAX, row: 'booking' });
  const columns = header.map((heading) => heading.trim().toLowerCase());
  const unknown = columns.filter((column, at) => !COLUMNS.includes(column) || columns.indexOf(column) !== at);
  if (unknown.length > 0)
    throw new Failure(
      'INVALID_CSV',
      `The header may name ${COLUMNS.join(', ')}, each once; it names ${unknown.map((column) => `"${column.slice(0, 64)}"`).join(', ')}.`,
      { details: { columns: unknown } },
    );
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new Failure('INVALID_CSV', `The header must name ${missing.join(', ')}.`, {
      details: { columns: missing },
    });
  const lines = rows.map(({ number, cells }) => ({ number, cells: cellsOf(columns, cells) }));
  const lacking = lines.flatMap(({ number, cells }) => {
    const empty = NEEDED.filter((column) => !cells.has(column));
    return empty.length === 0 ? [] : [{ row: number, columns: empty }];
  });
  const [first] = lacking;
  if (first) throw lackingCells(first, lacking.slice(0, PROBLEMS_MAX));
  return lines.map(({ cells }) => lineOf(cells, delimiter));
}

/** What stands in a row, by column; what is empty is not there. */
function cellsOf(columns: readonly string[], cells: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap((column, at) => (cells[at] ? [[column, cells[at]] as [string, string]] : [])),
  );
}

function lineOf(cells: ReadonlyMap<string, string>, delimiter: Delimiter): BookingLine {
  const currency = cells.get('currency');
  return {
    provider_ref: cells.get('provider_ref') ?? '',
    amount: withPoint(cells.get('amount') ?? '', delimiter),
    at: cells.get('at') ?? '',
    ...(currency === undefined ? {} : { currency }),
  };
}

type Lacking = { readonly row: number; readonly columns: readonly string[] };

function lackingCells({ row }: Lacking, rows: readonly Lacking[]): Failure {
  const named = rows.map((one) => `row ${one.row} lacks ${one.columns.join(' and ')}`).join('; ');
  return new Failure('INVALID_CSV', `${named.replace('row', 'Row')}.`, { details: { row, rows } });
}
