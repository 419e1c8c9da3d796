import type { Row } from './row.ts';

export type Options = {
  readonly rows: readonly string[];
  readonly quick: boolean;
  readonly rowsMax: number | null;
  readonly write: boolean;
};

const FLAGS = ['--quick', '--rows', '--write'];
const ROWS_MIN = 10_000;
const ROWS_MAX = 10_000_000;

/** Reads the command line; a sentence where it cannot be followed. */
export function readOptions(args: readonly string[], all: readonly Row[]): Options | string {
  const known = all.map(({ name }) => name);
  const unknownFlag = args.find((arg) => arg.startsWith('-') && !FLAGS.includes(arg));
  if (unknownFlag !== undefined) return `${unknownFlag} is not one of ${FLAGS.join(', ')}.`;
  const wanted = args.includes('--rows') ? Number(args[args.indexOf('--rows') + 1]) : null;
  if (wanted !== null && !(Number.isInteger(wanted) && wanted >= ROWS_MIN && wanted <= ROWS_MAX))
    return `--rows takes a number from ${ROWS_MIN} to ${ROWS_MAX}: to how many deliveries growth fills its table.`;
  const rows = args.filter((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--rows');
  const unknown = rows.find((row) => !known.includes(row));
  if (unknown !== undefined) return `${unknown} is not one of the rows ${known.join(', ')}.`;
  return {
    rows: rows.length > 0 ? rows : all.filter(({ onlyByName }) => !onlyByName).map(({ name }) => name),
    quick: args.includes('--quick'),
    rowsMax: wanted,
    write: args.includes('--write'),
  };
}
