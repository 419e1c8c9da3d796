import type { narrowsMark } from '@cottontree/contract';

/** As much of JSON Schema as what comes in is told in. Any other word that narrows is refused when a shape is made of it. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | true;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly [narrowsMark]?: boolean;
};

/** Words that say nothing about what is taken. */
const REMARKS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  '$id',
]);
const WORDS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'anyOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
]);
const FORMATS: Readonly<Record<string, RegExp | null>> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': null,
};

/** The schema, if it says nothing that would be passed over. */
export function readSchema(schema: object): Schema {
  const unknown = Object.keys(schema).find(
    (word) => !WORDS.has(word) && !REMARKS.has(word) && !word.startsWith('x-'),
  );
  if (unknown !== undefined) throw new Error(`A shape cannot be made of a schema with ${unknown}.`);
  const { additionalProperties, format } = schema as {
    readonly additionalProperties?: unknown;
    readonly format?: string;
  };
  if (additionalProperties === false) throw new Error('A shape takes fields that it does not know.');
  if (format !== undefined && !Object.hasOwn(FORMATS, format))
    throw new Error(`A shape knows no format ${format}.`);
  return schema;
}

/** What a text of the format looks like; null for one whose reader judges it. */
export function patternOfFormat(format: string): RegExp | null {
  return FORMATS[format] ?? null;
}

/** The types that a schema names; none where any will do. */
export function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : [type].flat();
}
