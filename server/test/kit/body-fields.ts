/** As much of JSON Schema as bodies and queries of the contract are told in. */
export type FieldSchema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
};

/** One field of a body: the way to it, and what it may be. */
export type Field = { readonly path: string; readonly types: readonly string[] };

/** Every field of a schema, however deep; the first item stands for all of a list, and one name for any. */
export function fieldsOf(schema: FieldSchema, path = ''): readonly Field[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const { additionalProperties: other } = schema;
  return [
    ...(path === '' || schema.type === undefined ? [] : [{ path, types: [schema.type].flat() }]),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, at(name))),
    ...(typeof other === 'object' ? fieldsOf(other, at('note')) : []),
    ...(schema.items ? fieldsOf(schema.items, at('0')) : []),
    ...(schema.anyOf ?? []).flatMap((one) => fieldsOf(one, path)),
  ];
}

/** The text of a body whose field at `path` is this JSON; what lies between is made as the schema has it. */
export function bodyWithField(
  schema: FieldSchema,
  base: unknown,
  { path, json }: { readonly path: string; readonly json: string },
): string {
  const filled = put(schema, structuredClone(base), path === '' ? [] : path.split('.'));
  return JSON.stringify(filled).replace(JSON.stringify(HERE), () => json);
}

const HERE = '\u0001HERE';

function put(schema: FieldSchema | undefined, value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return HERE;
  const whole = typeof value === 'object' && value !== null ? value : sampleOf(schema);
  const part = partOf(schema, name);
  if (Array.isArray(whole)) return [put(part, whole[0] ?? sampleOf(part), rest), ...whole.slice(1)];
  const before = (whole as Readonly<Record<string, unknown>>)[name];
  return { ...(whole as object), [name]: put(part, before, rest) };
}

function partOf(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
  const forms = [schema, ...(schema?.anyOf ?? [])];
  const part = forms
    .map((form) => form?.properties?.[name] ?? (name === '0' ? form?.items : undefined))
    .find(Boolean);
  return (
    part ??
    forms
      .map((form) => (typeof form?.additionalProperties === 'object' ? form.additionalProperties : undefined))
      .find(Boolean)
  );
}

/** The least that a schema takes. */
function sampleOf(schema: FieldSchema | undefined): unknown {
  if (schema?.anyOf) return sampleOf(schema.anyOf[0]);
  if (schema?.const !== undefined) return schema.const;
  if (schema?.enum) return schema.enum[0];
  const types = new Set([schema?.type ?? 'object'].flat());
  if (types.has('object'))
    return Object.fromEntries(
      (schema?.required ?? []).map((name) => [name, sampleOf(schema?.properties?.[name])]),
    );
  if (types.has('array')) return [sampleOf(schema?.items)];
  if (types.has('number') || types.has('integer')) return Math.max(1, schema?.minimum ?? 1);
  return types.has('boolean') ? true : 'x';
}
