/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of JSON, of whatever is in it: what a merchant keeps with a thing. */
export type JsonObject = { readonly [key: string]: Json | undefined };

type Scalars = {
  text: string;
  bool: boolean;
  int2: number;
  int4: number;
  int8: bigint;
  /** Whole only: what PostgreSQL makes of the sum of many int8. */
  numeric: bigint;
  float8: number;
  timestamptz: Date;
  jsonb: Json;
  bytea: Buffer;
};

export type ScalarName = keyof Scalars;
export type ArrayName = `${ScalarName}[]`;
/** The name of a PostgreSQL type; `?` behind it says that null may stand there. */
export type TypeName = ScalarName | ArrayName | `${ScalarName}?` | `${ArrayName}?`;

/** No value has this: it is how a column says which of its type's values it holds. */
declare const held: unique symbol;
/** The name of a PostgreSQL type, of whose values a column or parameter holds only `Value`. */
export type Holding<Name extends TypeName, Value> = Name & {
  readonly [held]: { readonly name: Name; readonly value: Value };
};

/** Text of a known kind: `status: text<DeliveryStatus>()`. A check in the table or the statement that writes it holds it to that. */
export function text<Value extends string>(): Holding<'text', Value> {
  return holding('text');
}

/** Several texts of a known kind. */
export function texts<Value extends string>(): Holding<'text[]', readonly Value[]> {
  return holding('text[]');
}

/** JSON of a known shape: what is written here is what is read again. */
export function json<Value>(): Holding<'jsonb', Value> {
  return holding('jsonb');
}

type OrNull<Name extends TypeName> = Name extends ScalarName | ArrayName ? `${Name}?` : Name;
/** The same, where null may stand. */
export type Nullable<T extends TypeName> = T extends {
  readonly [held]: { readonly name: infer Name extends TypeName; readonly value: infer Value };
}
  ? Holding<OrNull<Name>, Value | null>
  : OrNull<T>;

export function nullable<const T extends TypeName>(name: T): Nullable<T> {
  return (name.endsWith('?') ? name : `${name}?`) as Nullable<T>;
}

/** Holds because the mark is a type alone. */
function holding<Name extends TypeName, Value>(name: Name): Holding<Name, Value> {
  return name as Holding<Name, Value>;
}

/** The TypeScript type that stands for a PostgreSQL type. */
export type ValueOf<T extends TypeName> = T extends { readonly [held]: { readonly value: infer Value } }
  ? Value
  : T extends `${infer Inner extends ScalarName | ArrayName}?`
    ? ValueOf<Inner> | null
    : T extends `${infer Inner extends ScalarName}[]`
      ? readonly Scalars[Inner][]
      : T extends ScalarName
        ? Scalars[T]
        : never;

export type Shape = Readonly<Record<string, TypeName>>;
export type ValuesOf<S extends Shape> = { readonly [K in keyof S]: ValueOf<S[K]> };

/** PostgreSQL's own numbers of the types in use (pg_type.oid), scalar and array. */
export const OIDS: Readonly<Record<ScalarName, readonly [scalar: number, array: number]>> = Object.freeze({
  text: [25, 1009],
  bool: [16, 1000],
  int2: [21, 1005],
  int4: [23, 1007],
  int8: [20, 1016],
  numeric: [1700, 1231],
  float8: [701, 1022],
  timestamptz: [1184, 1185],
  jsonb: [3802, 3807],
  bytea: [17, 1001],
});

type NamedType = { readonly scalar: ScalarName; readonly array: boolean; readonly nullable: boolean };
/** There are few names, and each is read for every value of every run. */
const namedTypes = new Map<TypeName, NamedType>();

/** Splits a type name into its scalar, whether it is an array, and whether null may stand there. */
export function readTypeName(name: TypeName): NamedType {
  const known = namedTypes.get(name);
  if (known) return known;
  const read = splitTypeName(name);
  namedTypes.set(name, read);
  return read;
}

function splitTypeName(name: TypeName): NamedType {
  const nullable = name.endsWith('?');
  const bare = nullable ? name.slice(0, -1) : name;
  const array = bare.endsWith('[]');
  return { scalar: (array ? bare.slice(0, -2) : bare) as ScalarName, array, nullable };
}

const hexBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

const [ZERO, DASH, COLON, BLANK, DOT] = [48, 45, 58, 32, 46];
/** `2026-11-22 12:21:11+00`, and as much as PostgreSQL writes of a second. */
const MOMENT_LENGTH = { least: 22, most: 29 };
const SECONDS_END = 19;
const OFFSET_LENGTH = 3;

/** As nearly all moments come, in UTC, from their digits: a fifth of the time that a `Date` takes to read a text. */
function moment(text: string): Date {
  const { length } = text;
  const isUsual =
    length >= MOMENT_LENGTH.least &&
    length <= MOMENT_LENGTH.most &&
    text.charCodeAt(0) !== ZERO &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(10) === BLANK &&
    text.charCodeAt(16) === COLON &&
    text.endsWith('+00');
  if (!isUsual) return anyMoment(text);
  const ms = Date.UTC(
    twoDigits(text, 0) * 100 + twoDigits(text, 2),
    twoDigits(text, 5) - 1,
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
    length === MOMENT_LENGTH.least ? 0 : millisecondsOf(text),
  );
  return new Date(ms);
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

/** What is smaller is left out. */
function millisecondsOf(text: string): number {
  if (text.charCodeAt(SECONDS_END) !== DOT) return Number.NaN;
  const end = text.length - OFFSET_LENGTH;
  let ms = 0;
  for (let at = SECONDS_END + 1, worth = 100; at < end && worth >= 1; at += 1, worth /= 10)
    ms += (text.charCodeAt(at) - ZERO) * worth;
  return ms;
}

/** PostgreSQL's text for a moment is ISO 8601 but for the blank and an offset that may lack its minutes. */
const anyMoment = (text: string): Date =>
  new Date(`${text.slice(0, 10)}T${text.slice(11).replace(/([+-]\d\d)$/, '$1:00')}`);

const SCALAR_PARSERS: Readonly<Record<ScalarName, (text: string) => unknown>> = {
  text: (text) => text,
  bool: (text) => text === 't',
  int2: Number,
  int4: Number,
  int8: BigInt,
  numeric: BigInt,
  float8: Number,
  timestamptz: moment,
  jsonb: (text) => JSON.parse(text),
  bytea: hexBytes,
};

const PARSERS = new Map<number, (text: string) => unknown>();
for (const name of Object.keys(OIDS) as ScalarName[]) {
  const [scalar, array] = OIDS[name];
  const parse = SCALAR_PARSERS[name];
  PARSERS.set(scalar, parse);
  PARSERS.set(array, (text) => readArray(text).map((element) => (element === null ? null : parse(element))));
}

/** Reads PostgreSQL's text form of a one-dimensional array: `{a,"b c",NULL}`. */
export function readArray(text: string): (string | null)[] {
  const elements: (string | null)[] = [];
  let at = 1;
  while (at < text.length - 1) {
    let element = '';
    let quoted = false;
    if (text[at] === '"') {
      quoted = true;
      for (at += 1; text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        element += text[at];
      }
      at += 1;
    } else {
      const end = text.indexOf(',', at);
      const stop = end === -1 ? text.length - 1 : end;
      element = text.slice(at, stop);
      at = stop;
    }
    elements.push(!quoted && element === 'NULL' ? null : element);
    at += 1;
  }
  return elements;
}

/** What the driver asks for how to read a column; only the types in use are known. */
export const typeParsers = {
  getTypeParser(oid: number): (text: string) => unknown {
    return PARSERS.get(oid) ?? ((text) => text);
  },
};
