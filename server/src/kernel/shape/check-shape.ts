import { invalid } from '../call/failure.ts';
import { canonicalJson } from '../effect/canonical-json.ts';
import { createProblems, isFull, note, type Problems, wordsOfPattern } from './shape-problems.ts';
import { patternOfFormat, readSchema, typesOf, type Schema } from './shape.ts';

/** Holds a value to the shape it was made for; refuses naming each field at fault. */
type ShapeCheck = (value: unknown) => object;

/** Compiles a schema when it is first needed. `fromText` reads numbers and booleans out of text, as a query has them. */
export function shapeCheck(schema: object, fromText: boolean): ShapeCheck {
  let compiled: Check | null = null;
  return (value) => {
    const problems = createProblems();
    const meant = (compiled ??= compileShape(schema, fromText))(value, problems);
    if (problems.found.length > 0) throw invalid(...problems.found);
    return meant as object;
  };
}

/** Notes what is wrong with a value, and answers the value as it is meant. */
type Check = (value: unknown, problems: Problems) => unknown;
type Fields = Record<string, unknown>;

/** Characters of a faulty key that a refusal repeats. */
const KEY_SHOWN_MAX = 50;

/**
 * Makes of a schema the function that holds values to it. Sizes come first: nothing is looked at within a list, a text or
 * an object that is too large, nor once there are as many problems as are told. `fromText` reads numbers and booleans out of text.
 */
function compileShape(given: object, fromText: boolean): Check {
  const schema = readSchema(given);
  const { anyOf, enum: words, const: only } = schema;
  if (anyOf) return anyForm(anyOf, fromText);
  const types = typesOf(schema);
  const takes = takerOf(types);
  const kinds = kindsOf(schema, { types, fromText });
  return (value, problems) => {
    const meant = fromText ? readFromText(value, types) : value;
    if (!takes(meant)) {
      note(
        problems,
        fromText && (meant === Infinity || meant === -Infinity)
          ? 'must be a finite number'
          : `must be ${listOfTypes(types)}`,
      );
      return value;
    }
    if (words && !words.includes(meant))
      note(problems, `must be one of ${words.filter((word) => word !== null).join(', ')}`);
    if (only !== undefined && meant !== only) note(problems, `must be ${String(only)}`);
    kinds[kindOf(meant)]?.(meant, problems);
    return meant;
  };
}

/** Whether a value is of one of the types. */
function takerOf(types: readonly string[]): (value: unknown) => boolean {
  const [only] = types;
  if (only === undefined) return () => true;
  return types.length === 1
    ? (value) => isOf(value, only)
    : (value) => types.some((type) => isOf(value, type));
}

/** What is asked of a text, a number, a list or an object, where the schema takes one. */
function kindsOf(
  schema: Schema,
  { types, fromText }: { readonly types: readonly string[]; readonly fromText: boolean },
): Readonly<Record<string, Check>> {
  const takes = (...some: readonly string[]): boolean =>
    types.length === 0 || some.some((type) => types.includes(type));
  return {
    ...(takes('string') ? { string: ofText(schema) } : {}),
    ...(takes('number', 'integer') ? { number: ofNumber(schema) } : {}),
    ...(takes('array') ? { array: ofList(schema, fromText) } : {}),
    ...(takes('object') ? { object: ofObject(schema, fromText) } : {}),
  };
}

const listOfTypes = (types: readonly string[]): string =>
  types
    .map((type) => (type === 'null' ? type : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`))
    .join(' or ');

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** 1e400 is JSON but no number that could be kept, so numbers are finite. */
function isOf(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return kindOf(value) === type && (type !== 'number' || Number.isFinite(value));
}

/** Where a value has none of several forms, what is wrong within the form that it is meant in says most. */
function anyForm(schemas: readonly Schema[], fromText: boolean): Check {
  const forms = schemas.map((schema) => ({ types: typesOf(schema), check: compileShape(schema, fromText) }));
  const all = listOfTypes([...new Set(forms.flatMap(({ types }) => types))]);
  return (value, problems) => {
    const meant = forms.filter(
      ({ types }) =>
        types.length === 0 || types.some((type) => isOf(fromText ? readFromText(value, types) : value, type)),
    );
    const [first] = meant;
    if (!first) note(problems, `must be ${all}`);
    const fitting = meant.find(({ check }) => meant.length === 1 || isFaultless(check, value, problems));
    return (fitting ?? first)?.check(value, problems) ?? value;
  };
}

function isFaultless(check: Check, value: unknown, problems: Problems): boolean {
  const own = createProblems(problems.way);
  check(value, own);
  return own.found.length === 0;
}

function ofText({ minLength = 0, maxLength = Infinity, pattern, format }: Schema): Check {
  const shape = pattern === undefined ? null : new RegExp(pattern, 'u');
  const unfitting = `must be ${(pattern && wordsOfPattern(pattern)) ?? 'of the form that its description tells'}`;
  const ofFormat = format === undefined ? null : patternOfFormat(format);
  return (value, problems) => {
    const text = String(value);
    if (isLonger(text, maxLength)) return note(problems, `must have at most ${maxLength} characters`);
    if (!isLonger(text, minLength - 1))
      return note(
        problems,
        minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
      );
    if (shape && !shape.test(text)) return note(problems, unfitting);
    if (ofFormat && !ofFormat.test(text)) note(problems, `must be a ${format === 'uuid' ? 'UUID' : format}`);
  };
}

/** Whether a text has more characters, of which some take two places; no more of it is counted than decides that. */
function isLonger(text: string, characters: number): boolean {
  if (text.length <= characters) return false;
  if (text.length > 2 * characters) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count > characters;
}

function ofNumber({ minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity }: Schema): Check {
  return (value, problems) => {
    const number = Number(value);
    if (number < minimum) note(problems, `must be at least ${minimum}`);
    if (number > maximum) note(problems, `must be at most ${maximum}`);
    if (number <= exclusiveMinimum) note(problems, `must be more than ${exclusiveMinimum}`);
  };
}

function ofList(
  { items, minItems = 0, maxItems = Infinity, uniqueItems = false }: Schema,
  fromText: boolean,
): Check {
  const check = items && compileShape(items, fromText);
  return (value, problems) => {
    const list = value as unknown[];
    if (list.length > maxItems) return note(problems, `must have at most ${maxItems} items`);
    if (list.length < minItems)
      return note(problems, minItems === 1 ? 'must have an item' : `must have at least ${minItems} items`);
    if (uniqueItems && hasTwice(list)) note(problems, 'must not have the same item twice');
    if (check)
      for (let at = 0; at < list.length && !isFull(problems); at += 1) judgePart(list, at, [check, problems]);
  };
}

function hasTwice(list: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of list) if (seen.size === seen.add(canonicalJson(item)).size) return true;
  return false;
}

/** Holds a field or an item to its schema, and puts there what it is meant as. */
function judgePart<P extends string | number>(
  whole: Record<P, unknown>,
  part: P,
  [check, problems]: readonly [Check, Problems],
): void {
  const value = whole[part];
  problems.way.push(part);
  const meant = check(value, problems);
  problems.way.pop();
  if (meant !== value) whole[part] = meant as (typeof whole)[P];
}

function ofObject(
  {
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
    minProperties = 0,
    maxProperties = Infinity,
  }: Schema,
  fromText: boolean,
): Check {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    check: compileShape(schema, fromText),
  }));
  const others =
    typeof additionalProperties === 'object' ? compileShape(additionalProperties, fromText) : null;
  const names = propertyNames ? compileShape(propertyNames, false) : null;
  const known = new Set(Object.keys(properties));
  const counts = minProperties > 0 || maxProperties < Infinity;
  return (value, problems) => {
    const object = value as Fields;
    const count = counts ? Object.keys(object).length : 0;
    if (count > maxProperties) return note(problems, `must have at most ${maxProperties} keys`);
    if (count < minProperties)
      note(
        problems,
        minProperties === 1 ? 'must have a field' : `must have at least ${minProperties} fields`,
      );
    for (const name of required) if (!Object.hasOwn(object, name)) note(problems, 'is required', name);
    if (names) judgeNames(object, names, problems);
    for (const { name, check } of fields)
      if (Object.hasOwn(object, name) && !isFull(problems)) judgePart(object, name, [check, problems]);
    if (others)
      for (const name of Object.keys(object))
        if (!known.has(name) && !isFull(problems)) judgePart(object, name, [others, problems]);
  };
}

/** What is wrong with a key is said of it, not of the object that holds it. */
function judgeNames(object: Fields, check: Check, problems: Problems): void {
  for (const name of Object.keys(object)) {
    const own = createProblems(problems.way);
    check(name, own);
    const [first] = own.found;
    if (first)
      return note(
        problems,
        `holds the key ${JSON.stringify(name.slice(0, KEY_SHOWN_MAX))}, which ${first.message}`,
      );
  }
}

/** In a query everything is text: the number or the boolean that a text is meant as where one is wanted, else the value as it is. */
function readFromText(value: unknown, types: readonly string[]): unknown {
  if (typeof value !== 'string' || types.includes('string')) return value;
  for (const type of types) {
    const read = readAs(value, type);
    if (read !== undefined) return read;
  }
  return value;
}

/** Numbers as people write them: "0x10", "1e3" and " 5 " are read as none, and a whole number has no point. */
const PLAIN_NUMBER = { number: /^-?\d+(\.\d+)?$/, integer: /^-?\d+$/ } as const;

function readAs(text: string, type: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'null') return text === '' ? null : undefined;
  if (type !== 'number' && type !== 'integer') return undefined;
  // "-0" is 0. "Infinity" and "1e400" are told apart later, by what is said of them.
  const number = Number(text) + 0;
  return PLAIN_NUMBER[type].test(text) || Math.abs(number) === Infinity ? number : undefined;
}
