import type { Json } from '../../contract/src/openapi-components.ts';

/** A JSON schema as TypeScript writes the type of its values; parts that have a title go by it. */
export function typeOf(schema: Json, indent = ''): string {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((word) => JSON.stringify(word)).join(' | ');
  if (Array.isArray(anyOf)) return unionOf(anyOf.map((part: Json) => typeOf(part, indent)));
  if (Array.isArray(type)) return unionOf(type.map((one) => typeOf({ ...schema, type: one }, indent)));
  if (type === 'array') return `${inParentheses(typeOf(asSchema(schema['items']), indent))}[]`;
  if (type === 'object') return objectOf(schema, indent);
  return PLAIN[String(type)] ?? 'unknown';
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function objectOf(schema: Json, indent: string): string {
  if (schema['properties']) return bodyOf(schema, indent);
  const { additionalProperties: values } = schema;
  return `Record<string, ${typeof values === 'object' ? typeOf(asSchema(values), indent) : 'unknown'}>`;
}

/** The fields of an object between braces, each with what hovering over it tells. */
export function bodyOf(schema: Json, indent = ''): string {
  const fields = Object.entries(asSchema(schema['properties'] ?? {}));
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const inner = `${indent}  `;
  const lines = fields.map(([name, value]) => {
    const field = asSchema(value);
    const mark = required.has(name) ? '' : '?';
    return `${comment(tellingOf(field), inner)}${inner}${keyOf(name)}${mark}: ${typeOf(field, inner)};\n`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}

function tellingOf(field: Json): string {
  const told = typeof field['description'] === 'string' ? field['description'] : '';
  return field['deprecated'] === true ? `${told}\n@deprecated`.trim() : told;
}

/** A comment that editors show; nothing where there is nothing to tell. */
export function comment(text: string, indent = ''): string {
  const lines = text.replaceAll('*/', '*\u200b/').trim().split('\n');
  if (lines.length === 1) return lines[0] ? `${indent}/** ${lines[0]} */\n` : '';
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** A declaration of what a title stands for. */
export function declarationOf(name: string, schema: Json): string {
  const told = comment(tellingOf(schema));
  const isObject = schema['type'] === 'object' && schema['properties'] !== undefined;
  return isObject
    ? `${told}export interface ${name} ${bodyOf(schema)}\n`
    : `${told}export type ${name} = ${typeOf(schema)};\n`;
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function inParentheses(type: string): string {
  return / \| /.test(type) && !type.endsWith('}') ? `(${type})` : type;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Holds wherever JSON schema has a schema in a schema. */
export function asSchema(value: unknown): Json {
  return value as Json;
}
