import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One function of the database, as its file has it. */
export type SqlFunction = {
  /** As files and statements call it, e.g. `move_stock`. */
  readonly name: string;
  /** As the database has it: `move_stock_1f2e3d4c`, or the same name where it belongs to tables. */
  readonly calledAs: string;
  /** Of the text and of all that it calls: eight digits of a SHA-256, in hex. */
  readonly version: string;
  /** Whether tables or migrations call it: all programs on the database share it, and it is replaced in its place. */
  readonly isShared: boolean;
  /** What makes it, with the versions of all that it calls. */
  readonly sql: string;
};

const FILE_NAME = /^([a-z][a-z0-9_]*)\.sql$/;
/** What migrations call, which know nothing of versions. */
const CALLED_BY_MIGRATIONS: ReadonlySet<string> = new Set(['guard_tenant_table', 'keep_partitions']);
const HANGS_ON_A_TABLE = /\bRETURNS\s+trigger\b/;
const VERSION_DIGITS = 8;
/** PostgreSQL cuts longer names off. */
const NAME_BYTES_MAX = 63;

/**
 * The functions of a folder, one a file, each after those that it calls. A function that statements call bears the checksum of
 * its text in its name: so programs of different versions call each their own, side by side on one database.
 */
export async function readFunctions(dir: string): Promise<readonly SqlFunction[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  const texts = new Map<string, string>();
  for (const fileName of names) {
    const text = (await readFile(join(dir, fileName), 'utf8')).replaceAll('\r\n', '\n');
    texts.set(nameOf(fileName, text), text);
  }
  const made = new Map<string, SqlFunction>();
  for (const name of texts.keys()) make(name, { texts, made, callers: [] });
  return [...made.values()];
}

function nameOf(fileName: string, text: string): string {
  const [, name] = FILE_NAME.exec(fileName) ?? [];
  if (name === undefined) throw new Error(`${fileName} must be named like the function that it makes.`);
  const makes = [...text.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)\(/gm)].map(([, made]) => made);
  if (makes.length !== 1 || makes[0] !== name)
    throw new Error(`${fileName} must say CREATE OR REPLACE FUNCTION ${name}( once, and of no other.`);
  return name;
}

type Making = {
  readonly texts: ReadonlyMap<string, string>;
  readonly made: Map<string, SqlFunction>;
  readonly callers: readonly string[];
};

function make(name: string, { texts, made, callers }: Making): SqlFunction {
  const known = made.get(name);
  if (known) return known;
  if (callers.includes(name))
    throw new Error(`${[...callers, name].join(' calls ')}: functions that call each other in a ring.`);
  const text = texts.get(name) ?? '';
  const called = new Map(
    [...texts.keys()]
      // Of 2,000 pairs few share the name at all, and a pattern each took a quarter of a server's start.
      .filter((other) => other !== name && text.includes(other) && mentions(other).test(text))
      .map((other) => [other, make(other, { texts, made, callers: [...callers, name] }).calledAs]),
  );
  const resolved = withNames(text, called);
  const version = createHash('sha256').update(resolved).digest('hex').slice(0, VERSION_DIGITS);
  const isShared = HANGS_ON_A_TABLE.test(text) || CALLED_BY_MIGRATIONS.has(name);
  const calledAs = isShared ? name : `${name}_${version}`;
  if (calledAs.length > NAME_BYTES_MAX) throw new Error(`The function name ${calledAs} is too long.`);
  const sql = isShared ? resolved : resolved.replaceAll(mentions(name), calledAs);
  const one = { name, calledAs, version, isShared, sql };
  made.set(name, one);
  return one;
}

/** A call of the function, or its name where it is made or granted. */
function mentions(name: string): RegExp {
  return new RegExp(`\\b${name}\\b(?=\\s*\\()|(?<=\\bON FUNCTION )${name}\\b`, 'g');
}

/** SQL in which functions are called by their names, with the names that the database has for them. */
export function withNames(sql: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return sql;
  return sql.replaceAll(
    new RegExp(`\\b(${[...names.keys()].join('|')})\\b(?=\\s*\\()`, 'g'),
    (_, name: string) => names.get(name) ?? name,
  );
}

/** What `npm run generate` writes of them, for statements to call. */
export function functionNamesText(functions: readonly SqlFunction[]): string {
  const lines = functions
    .filter(({ isShared }) => !isShared)
    .map(({ name, calledAs }) => `  ${name}: '${calledAs}',`)
    .toSorted();
  return `/** Made from \`server/sql/functions\` by \`npm run generate\`: what the database calls each function that statements call. */
export const functionNames: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`;
}
