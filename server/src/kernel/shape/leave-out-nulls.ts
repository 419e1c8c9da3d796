import { narrowsMark } from '@cottontree/contract';
import { shapeCheck } from './check-shape.ts';
import { readSchema, typesOf, type Schema } from './shape.ts';

/** Takes off what says nothing; what is no such object or list is left as it is. */
type Sweep = (value: unknown) => void;
type Fields = Record<string, unknown>;

/**
 * Holds what is to be made to its shape. Null for a field that need not be there, and that has no use for null, says what
 * leaving it out says: programs write so what they have no value of. Not so where leaving it out means everything: for a list that
 * narrows, and for a number, for which null is what JSON has of a sum that failed, and an amount left out is often all there is.
 * In a change null empties a field, so this is not for those.
 */
export function newShapeCheck(schema: object): (value: unknown) => object {
  const check = shapeCheck(schema, false);
  let sweep: Sweep | null = null;
  return (value) => {
    (sweep ??= sweepOf(readSchema(schema)) ?? IGNORE)(value);
    return check(value);
  };
}

const IGNORE: Sweep = () => undefined;

/** Null where nothing in values of the schema could be left out. */
function sweepOf({ anyOf, properties, required = [], items }: Schema): Sweep | null {
  if (anyOf) return sweepOfForms(anyOf);
  if (items) return sweepOfList(items);
  return properties ? sweepOfFields(properties, new Set(required)) : null;
}

/** Of several forms that an object could have, none is known to be meant before it is held to them. */
function sweepOfForms(forms: readonly Schema[]): Sweep | null {
  const sweeps = forms.flatMap((form) => sweepOf(form) ?? []);
  return sweeps.length === 1 ? (sweeps[0] ?? null) : null;
}

function sweepOfList(items: Schema): Sweep | null {
  const sweep = sweepOf(items);
  if (!sweep) return null;
  return (value) => {
    if (Array.isArray(value)) for (const item of value) sweep(item);
  };
}

function sweepOfFields(
  properties: NonNullable<Schema['properties']>,
  required: ReadonlySet<string>,
): Sweep | null {
  const fields = Object.entries(properties);
  const left = fields.filter(
    ([name, schema]) =>
      !required.has(name) && !takes('null', schema) && !takes('number', schema) && !schema[narrowsMark],
  );
  const within = fields.flatMap(([name, schema]) => {
    const sweep = sweepOf(schema);
    return sweep ? [{ name, sweep }] : [];
  });
  if (left.length + within.length === 0) return null;
  const leftOut = new Set(left.map(([name]) => name));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const object = value as Fields;
    for (const name of Object.keys(object))
      if (object[name] === null && leftOut.has(name)) delete object[name];
    for (const { name, sweep } of within) if (Object.hasOwn(object, name)) sweep(object[name]);
  };
}

/** Where any type will do, each of them does. */
function takes(type: 'null' | 'number', schema: Schema): boolean {
  const { anyOf, enum: words, const: only } = schema;
  const isOne = (value: unknown): boolean => (type === 'null' ? value === null : typeof value === type);
  if (anyOf) return anyOf.some((form) => takes(type, form));
  if (words) return words.some(isOne);
  if (only !== undefined) return isOne(only);
  const types = typesOf(schema);
  return types.length === 0 || types.includes(type) || (type === 'number' && types.includes('integer'));
}
