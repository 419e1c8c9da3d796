import { functionNames } from './function-names.gen.ts';
import { withNames } from './read-functions.ts';
import { readTypeName, type ScalarName, type Shape, type TypeName, type ValuesOf } from './types.ts';
import { arrayInBinary } from './array-in-binary.ts';

/** When somebody is to be told of what a statement wrote. */
export type Announces = 'never' | 'by its facts' | 'always';

/** One named SQL statement with the types of what goes in and what comes out. */
export type Statement<P extends Shape, R extends Shape> = {
  readonly name: string;
  readonly params: P;
  readonly row: R;
  readonly sql: string;
  /** Whether it writes what is to be told: by what its `facts` hold, or, where a function of the database does it, always. */
  readonly announces?: Announces;
  /** Planned for the very values each time, where one plan for all would be bad for most: a list, narrowed by any of its filters. */
  readonly plannedAnew?: true;
};

/** Any statement, where its types do not matter. */
export type AnyStatement = Statement<Shape, Shape>;

const FUNCTION_NAMES = new Map(Object.entries(functionNames));

const declared = new Map<string, AnyStatement>();

const WRITES_OUTBOX = /\bINSERT INTO outbox\b/;
/** Text in quotes, a cast, a parameter's name, or the place of one. */
const TOKENS = /'(?:[^']|'')*'|::|:([a-z][a-z0-9_]*)|\$\d+/g;

/**
 * Declares a statement, whose params stand in its SQL by name: `:merchant_id`. A function of `server/sql/functions` is called by
 * the name of its file, and the statement gets the version that this program was built with. Every statement is prepared once a connection,
 * and a test prepares each on the migrated database and compares what PostgreSQL describes with what is declared here.
 */
export function statement<const P extends Shape, const R extends Shape>(
  text: Statement<P, R>,
): Statement<P, R> {
  if (text.name.length > 63)
    throw new Error(`The statement name ${text.name} is longer than the 63 bytes PostgreSQL keeps.`);
  if (declared.has(text.name)) throw new Error(`Two statements are named ${text.name}.`);
  const frozen = Object.freeze({
    ...text,
    sql: placed(text),
    announces: text.announces ?? announcesOf(text),
  });
  declared.set(text.name, frozen);
  return frozen;
}

function announcesOf({ sql, params }: AnyStatement): Announces {
  if (!WRITES_OUTBOX.test(sql)) return 'never';
  return 'facts' in params ? 'by its facts' : 'always';
}

/** The SQL as PostgreSQL reads it: `$1, $2 …` are the params in their declared order. */
function placed({ name, params, sql }: AnyStatement): string {
  const names = Object.keys(params);
  const used = new Set<string>();
  const text = sql.replaceAll(TOKENS, (token, param: string | undefined) => {
    if (token.startsWith('$'))
      throw new Error(`The statement ${name} has ${token} where a parameter is named.`);
    if (param === undefined) return token;
    const at = names.indexOf(param);
    if (at === -1) throw new Error(`The statement ${name} has no parameter ${param}.`);
    used.add(param);
    return `$${at + 1}`;
  });
  const idle = names.find((one) => !used.has(one));
  if (idle !== undefined) throw new Error(`The statement ${name} does not use its parameter ${idle}.`);
  return withNames(text, FUNCTION_NAMES);
}

/** Every statement that the modules loaded so far have declared. */
export function declaredStatements(): readonly AnyStatement[] {
  return [...declared.values()];
}

/** The params in the order and form that the driver sends. */
export function orderedValues<P extends Shape>(text: { readonly params: P }, values: ValuesOf<P>): unknown[] {
  return (Object.entries(text.params) as [keyof P, TypeName][]).map(([name, type]) =>
    writeValue(values[name], type),
  );
}

/** A parameter in the form the driver sends. */
export function writeValue(value: unknown, type: TypeName): string | Buffer | null {
  if (value === null || value === undefined) return null;
  const { scalar, array } = readTypeName(type);
  if (!array) return writeScalar(value, scalar);
  const elements = value as readonly unknown[];
  if (scalar !== 'numeric') return arrayInBinary(elements, scalar);
  return `{${elements.map((element) => element ?? 'NULL').join(',')}}`;
}

function writeScalar(value: unknown, scalar: ScalarName): string | Buffer {
  if (scalar === 'timestamptz') return (value as Date).toISOString();
  if (scalar === 'jsonb') return JSON.stringify(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'string' ? value : String(value);
}
