import { amountMark } from '@cottontree/contract';

/** A JSON schema as the contract writes it, of which the documentation reads these keywords. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly deprecated?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly [amountMark]?: unknown;
};

/** The schema without the possibility of null, and whether it has that. */
export function withoutNull(schema: JsonSchema): { readonly schema: JsonSchema; readonly nullable: boolean } {
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const types = schema.type.filter((one) => one !== 'null');
    const words = schema.enum?.filter((word) => word !== null);
    return {
      schema: {
        ...schema,
        type: types.length === 1 ? (types[0] ?? 'null') : types,
        ...(words ? { enum: words } : {}),
      },
      nullable: true,
    };
  }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (!schema.anyOf || !others || others.length === schema.anyOf.length) return { schema, nullable: false };
  const { anyOf: _all, ...told } = schema;
  const [only] = others;
  return {
    schema: others.length === 1 && only ? { ...only, ...told } : { ...told, anyOf: others },
    nullable: true,
  };
}

/** What a value is, in words: `integer`, `array of strings`, `amount, number or text`. */
export function typeWords(of: JsonSchema): string {
  const { schema, nullable } = withoutNull(of);
  return `${plainType(schema)}${nullable ? ' or null' : ''}`;
}

function plainType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return `${[...new Set(schema.anyOf.map(typeWords))].join(' or ')}`;
  if (schema.type === 'array')
    return schema.items ? `array of ${pluralOf(typeWords(schema.items))}` : 'array';
  if (schema[amountMark] === true) return 'amount';
  if (schema.format === 'date-time') return 'date-time';
  if (schema.format === 'binary') return 'file';
  if (schema.type === 'object' && !schema.properties) {
    const { additionalProperties: values } = schema;
    return typeof values === 'object' && values.type ? `map of ${pluralOf(typeWords(values))}` : 'object';
  }
  return typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' or ');
}

function pluralOf(words: string): string {
  return /^(string|integer|number|boolean|object|amount|date-time)$/.test(words) ? `${words}s` : words;
}

/** What a value is held to: lengths in characters, the least and the most, items of a list. */
export function limitsOf(of: JsonSchema): readonly string[] {
  const { schema } = withoutNull(of);
  const { minLength, maxLength, minItems, maxItems, minProperties, maxProperties } = schema;
  return [
    range(minLength, maxLength, 'character'),
    boundsOf(schema),
    range(minItems, maxItems, 'item'),
    range(minProperties, maxProperties, 'key'),
    schema.uniqueItems ? 'each once' : '',
    // A word of a list of its own says more than what it looks like.
    schema.pattern && !schema.enum ? `like \`${schema.pattern}\`` : '',
    schema.default === undefined ? '' : `default \`${JSON.stringify(schema.default)}\``,
    schema.items && !schema.items.properties
      ? limitsOf(schema.items)
          .map((limit) => `each ${limit}`)
          .join(', ')
      : '',
  ].filter((limit) => limit !== '');
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const most = maximum === undefined ? '' : grouped(maximum);
  if (exclusiveMinimum !== undefined)
    return `more than ${grouped(exclusiveMinimum)}${most === '' ? '' : `, at most ${most}`}`;
  if (minimum === undefined) return most === '' ? '' : `at most ${most}`;
  return most === '' ? `at least ${grouped(minimum)}` : `${grouped(minimum)} to ${most}`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const units = (count: number): string => `${grouped(count)} ${unit}${count === 1 ? '' : 's'}`;
  if (most === undefined) return least === undefined || least === 0 ? '' : `at least ${units(least)}`;
  if (least === most) return `exactly ${units(most)}`;
  return least === undefined || least === 0
    ? `at most ${units(most)}`
    : `${grouped(least)} to ${units(most)}`;
}

function grouped(number: number): string {
  return number.toLocaleString('en');
}
