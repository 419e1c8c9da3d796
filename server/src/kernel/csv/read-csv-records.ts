import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { Failure } from '../call/failure.ts';
import { withoutGuards } from './guard-formulas.ts';

export type Delimiter = ',' | ';' | '\t';
/** The cells of a CSV file: its first line and the others. */
export type CsvRecords = {
  readonly delimiter: Delimiter;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
};
/** `number`: which it is below the header, as a spreadsheet counts: empty rows count too. */
export type CsvRow = { readonly number: number; readonly cells: readonly string[] };
/** How many rows a file may have, and what a row is: "delivery". */
export type CsvLimits = { readonly rowsMax: number; readonly row: string };

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];
/** So much is parsed before others get their turn: about 5 ms where all of it is commas. */
const SLICE_CHARACTERS = 16_384;
/** A header names a hundred fields, a row holds no more than a few texts and lists. */
const HEADER_CHARACTERS_MAX = 16_384;
const RECORD_CHARACTERS_MAX = 262_144;
const TOO_LONG = 'CSV_MAX_RECORD_SIZE';

/** Reads the cells of a CSV file; refuses what has no rows, broken quotes, or too many rows. */
export async function readCsvRecords(text: string, { rowsMax, row }: CsvLimits): Promise<CsvRecords> {
  const delimiter = delimiterOf(text);
  const [head, ...below] = await parseRecords(text, { delimiter, rowsMax });
  const header = head?.cells;
  const rows = below.map(({ number, cells }) => ({ number: number - (head?.number ?? 0), cells }));
  if (header && header.join().length > HEADER_CHARACTERS_MAX)
    throw new Failure(
      'INVALID_CSV',
      `The header has more than ${HEADER_CHARACTERS_MAX} characters. Its first line is to hold the names of the columns alone.`,
    );
  if (!header || rows.length === 0)
    throw new Failure(
      'INVALID_CSV',
      `The file has no rows: it needs a header line with the names of the columns, and a line for each ${row}.`,
    );
  if (rows.length > rowsMax)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `The file has more than ${rowsMax} rows. Split it, and send each part with the header.`,
      { details: { rows_max: rowsMax } },
    );
  return { delimiter, header, rows };
}

/** A number as programs write it: where cells are parted by a semicolon, the comma is the decimal mark. */
export function withPoint(cell: string, delimiter: Delimiter): string {
  return delimiter === ';' && /^-?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell;
}

/** The one that stands most often in the header, outside quotes. */
function delimiterOf(text: string): Delimiter {
  const header = (
    /^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(text.slice(0, HEADER_CHARACTERS_MAX))?.[0] ?? ''
  ).replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, times: header.split(delimiter).length }));
  return counts.reduce((most, one) => (one.times > most.times ? one : most), { delimiter: ',', times: 1 })
    .delimiter;
}

async function parseRecords(
  text: string,
  { delimiter, rowsMax }: { readonly delimiter: Delimiter; readonly rowsMax: number },
): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = [];
  const slices = Readable.from(slicesOf(text));
  const parser = slices.pipe(
    parse({
      delimiter,
      trim: true,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: RECORD_CHARACTERS_MAX,
    }),
  );
  // A pipe does not hand on what its source fails by.
  slices.once('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (record.every((cell) => cell === '')) continue;
      rows.push({ number: info.records + info.empty_lines, cells: record.map(withoutGuards) });
      if (rows.length === rowsMax + 2) break;
    }
  } catch (error) {
    throw unreadable(error as Error & { readonly code?: string; readonly lines?: number });
  }
  return rows;
}

/** A record, and how many records and empty lines there were with it. */
type Parsed = {
  readonly record: readonly string[];
  readonly info: { readonly records: number; readonly empty_lines: number };
};

async function* slicesOf(text: string): AsyncGenerator<string> {
  let line = 0;
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    const slice = text.slice(at, at + SLICE_CHARACTERS);
    // The parser counts what stands in cells, of which a line may have millions without a character.
    line = slice.includes('\n') ? slice.length - slice.lastIndexOf('\n') : line + slice.length;
    if (line > RECORD_CHARACTERS_MAX)
      throw Object.assign(new Error('A line is too long.'), { code: TOO_LONG });
    yield slice;
    await setImmediate();
  }
}

function unreadable({ code, lines }: { readonly code?: string; readonly lines?: number }): Failure {
  if (code === TOO_LONG)
    return new Failure(
      'INVALID_CSV',
      `A row has more than ${RECORD_CHARACTERS_MAX} characters. Perhaps a quoted cell is not closed.`,
    );
  const where = lines === undefined ? '' : ` near line ${lines}`;
  return new Failure(
    'INVALID_CSV',
    `The file cannot be read${where}: a quoted cell is not closed, or a quote stands within a cell. Quote the cell, and write each quote in it twice.`,
    { details: lines === undefined ? {} : { line: lines } },
  );
}
