import { operations, type Operation } from '../contract/src/index.ts';
import type { Plugin } from 'vite';

const PREFIX = 'form:';

/** What a form takes from the contract for one field of a body: its limits and words, no schema library. */
type FieldLimits = {
  readonly required?: true;
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'amount';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly options?: readonly string[];
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly description?: string;
};

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly (string | null)[];
  readonly const?: unknown;
} & Omit<FieldLimits, 'required' | 'options' | 'type'>;

/** `import { limits } from 'form:createDelivery'`: the limits of each field of that operation's body, by its path; a change of the contract changes the form. */
export function contractForms(): Plugin {
  return {
    name: 'contract-forms',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      return `export const limits = ${JSON.stringify(limitsOf(id.slice(PREFIX.length + 1)))};`;
    },
  };
}

/** The limits of each field of the body, or of the query where there is none; `items[]` stands for every member of an array. */
export function limitsOf(id: string): Readonly<Record<string, FieldLimits>> {
  const operation = (operations as Readonly<Record<string, Operation>>)[id];
  const schema = operation?.body ?? operation?.query;
  if (!schema) throw new Error(`The contract has no operation ${id} with a body or a query.`);
  const limits: Record<string, FieldLimits> = {};
  collect(schema as Schema, '', limits);
  return limits;
}

function collect(schema: Schema, path: string, into: Record<string, FieldLimits>): void {
  for (const [name, outer] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    const field = withoutNull(outer);
    into[at] = {
      ...limitsIn(field, outer.description ?? field.description),
      ...(schema.required?.includes(name) ? { required: true as const } : {}),
    };
    if (field.properties) collect(field, at, into);
    const member = field.items === undefined ? undefined : withoutNull(field.items);
    if (member?.properties) collect(member, `${at}[]`, into);
    else if (member) into[`${at}[]`] = limitsIn(member, member.description);
  }
}

function limitsIn(field: Schema, description: string | undefined): FieldLimits {
  const { minLength, maxLength, minimum, maximum, pattern, maxItems } = field;
  const options = field.enum?.filter((value) => value !== null) ?? optionsIn(field.anyOf);
  const told = {
    minLength,
    maxLength,
    minimum,
    maximum,
    pattern,
    maxItems,
    options,
    default: field.default,
    description,
  };
  const kept = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const type = typeOf(field.type);
  return { ...kept, ...(type === undefined ? {} : { type }) };
}

/** An amount may be written as a number or as text. */
function typeOf(type: Schema['type']): FieldLimits['type'] {
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  return (
    types.length === 2 && types.includes('number') && types.includes('string') ? 'amount' : types[0]
  ) as FieldLimits['type'];
}

function optionsIn(members: readonly Schema[] | undefined): readonly string[] | undefined {
  if (!members?.every((member) => typeof member.const === 'string')) return undefined;
  return members.map((member) => String(member.const));
}

/** A field that may be null has the limits of what else it may be. */
function withoutNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter((member) => member.type !== 'null');
  return others?.length === 1 && others[0]
    ? { ...others[0], ...(schema.description ? { description: schema.description } : {}) }
    : schema;
}
