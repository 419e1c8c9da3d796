/** A JSON object of an OpenAPI document. */
export type Json = { readonly [key: string]: unknown };

/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['default', 'enum', 'const', 'example', 'examples', 'required', 'type']);

export type SchemaHoist = {
  /** The schema as the document refers to it: titled parts by reference. */
  readonly use: (schema: object) => Json;
  /** Every titled schema met so far, by title. */
  readonly components: () => Json;
};

/** Moves schemas that carry a title into one place; two different schemas of one title throw. */
export function createSchemaHoist(): SchemaHoist {
  const components = new Map<string, Json>();
  /** Most titled schemas are one object wherever they stand: each is walked once. */
  const hoisted = new WeakMap<object, Json>();

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const known = hoisted.get(value);
    if (known) return known;
    const walked = Object.fromEntries(
      Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => [key, dataKeywords.has(key) && !isSchema(part) ? part : walk(part)]),
    );
    if (typeof walked['title'] !== 'string') return walked;
    const reference = hoist(walked['title'], walked);
    hoisted.set(value, reference);
    return reference;
  }

  function hoist(title: string, schema: Json): Json {
    const known = components.get(title);
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are titled ${title}.`);
    components.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  return {
    use: (schema) => walk(schema) as Json,
    components: () => sortedByName(components),
  };
}

/** The parts of a document in an order that does not depend on who came first. */
export function sortedByName(parts: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...parts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A property may be named like a keyword; then its value is a schema all the same. */
function isSchema(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    ('type' in value || 'anyOf' in value || 'enum' in value || '$ref' in value)
  );
}
