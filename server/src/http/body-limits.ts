import { bodyBytesMax } from '@cottontree/contract';
import { typesOf, type Schema } from '../kernel/shape/shape.ts';
import { perOperation } from './per-operation.ts';

/** How much a body may hold, beside its bytes. */
export type BodyLimits = { readonly valuesMax: number; readonly charactersMax: number };

/** Ten bytes a value: fields with names take more. */
const VALUE_BYTES_LEAST = 10;

/** What an operation can use of a body: so many values, and no text that is longer than its longest. */
export const bodyLimitsOf = perOperation((operation): BodyLimits => ({
  valuesMax: Math.floor(bodyBytesMax(operation) / VALUE_BYTES_LEAST),
  charactersMax: operation.body ? charactersMaxOf(operation.body) : 0,
}));

/** Characters of the longest text that fits a schema; Infinity where it sets no end. */
function charactersMaxOf(schema: Schema): number {
  const { anyOf = [], properties = {}, items, additionalProperties, propertyNames } = schema;
  const parts = [
    ...anyOf,
    ...Object.values(properties),
    ...[items, propertyNames].flatMap((one) => one ?? []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return Math.max(0, ...parts.map(charactersMaxOf), ownCharactersMax(schema));
}

function ownCharactersMax(schema: Schema): number {
  const types = typesOf(schema);
  if (schema.additionalProperties === true || (types.length === 0 && !schema.anyOf)) return Infinity;
  if (!types.includes('string')) return 0;
  if (schema.maxLength !== undefined) return schema.maxLength;
  const words = [schema.enum ?? [], schema.const ?? []].flat();
  if (words.length > 0) return Math.max(...words.map((word) => String(word).length));
  return Infinity;
}
