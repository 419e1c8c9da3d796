import { currencies, isCurrency, RECONCILED_MAX, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { mapInTurns } from '../../../kernel/running/in-turns.ts';
import { readCsvRecords, withPoint } from '../../../kernel/csv/read-csv-records.ts';
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

function readLines(lines: readonly Line[], call: Call, name: string): Promise<readonly Booking[]> {
  return mapInTurns(lines, LINES_A_TURN, (line, place) => {
    const path = (field: string): string => `${name}[${place}].${field}`;
    const currency = line.currency ?? call.caller.merchant.currency;
    if (!isCurrency(currency))
      throw invalid({
        path: path('currency'),
        message: `must be one of ${Object.keys(currencies).join(', ')}`,
      });
    if (line.provider_ref.length > REF_CHARACTERS_MAX)
      throw invalid({
        path: path('provider_ref'),
        message: `must have at most ${REF_CHARACTERS_MAX} characters`,
      });
    return {
      ref: line.provider_ref,
      amountMinor: readSomeMoney(line.amount, { path: path('amount'), currency }),
      currency,
      at: readTime(line.at, { path: path('at'), call }),
    };
  });
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
  return rows.map(({ number, cells }) => {
    const line = lineOf(columns, cells, number);
    return { ...line, amount: withPoint(line.amount, delimiter) };
  });
}

function lineOf(columns: readonly string[], cells: readonly string[], line: number): BookingLine {
  const cell = (column: string): string | undefined => cells[columns.indexOf(column)] || undefined;
  const [ref, amount, at, currency] = [cell('provider_ref'), cell('amount'), cell('at'), cell('currency')];
  if (ref === undefined || amount === undefined || at === undefined)
    throw new Failure('INVALID_CSV', `Row ${line} lacks provider_ref, amount or at.`, {
      details: { row: line },
    });
  return { provider_ref: ref, amount, at, ...(currency === undefined ? {} : { currency }) };
}
