export type Options = { readonly rows: readonly string[]; readonly quick: boolean; readonly full: boolean; readonly write: boolean };

const FLAGS = ['--quick', '--full', '--write'];

/** Reads the command line; a sentence where it cannot be followed. */
export function readOptions(args: readonly string[], known: readonly string[]): Options | string {
  const unknownFlag = args.find((arg) => arg.startsWith('-') && !FLAGS.includes(arg));
  if (unknownFlag !== undefined) return `${unknownFlag} is not one of ${FLAGS.join(', ')}.`;
  const rows = args.filter((arg) => !arg.startsWith('-'));
  const unknown = rows.find((row) => !known.includes(row));
  if (unknown !== undefined) return `${unknown} is not one of the rows ${known.join(', ')}.`;
  return { rows: rows.length > 0 ? rows : known, quick: args.includes('--quick'), full: args.includes('--full'), write: args.includes('--write') };
}
