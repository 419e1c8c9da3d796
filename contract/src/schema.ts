import { Type, type Static, type TSchema, type TUnsafe } from 'typebox';
import type { JsonObject } from './json.ts';

/** A value or null, in the form that validates and serialises fastest; `description` where the schema itself tells nothing, or not of null. */
export function Nullable<S extends TSchema>(schema: S, description?: string): TUnsafe<Static<S> | null> {
  const plain = schema as TSchema & { type?: string; title?: string; description?: string };
  const told = description ?? (plain.title === undefined ? plain.description : undefined);
  const nullable =
    typeof plain.type === 'string' && !('properties' in plain)
      ? {
          ...plain,
          type: [plain.type, 'null'],
          ...('enum' in plain ? { enum: [...(plain.enum as unknown[]), null] } : {}),
          ...(told ? { description: told } : {}),
        }
      : { anyOf: [schema, { type: 'null' }], ...(told ? { description: told } : {}) };
  return Type.Unsafe<Static<S> | null>(nullable);
}

/** A schema that many share, in the words of this place. */
export function Described<S extends TSchema>(schema: S, description: string): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>({ ...schema, description });
}

/** What marks a field without which everything is meant. */
export const narrowsMark = 'x-narrows';

/** A field that may be left out, which means everything; so null, which may be what a program failed to find, is refused. */
export function Narrowing<S extends TSchema>(schema: S) {
  return Type.Optional(Type.Unsafe<Static<S>>({ ...schema, [narrowsMark]: true }));
}

/** One of a closed list of words. */
export function OneOf<const T extends readonly string[]>(words: T, description?: string) {
  return Type.Unsafe<T[number]>({
    type: 'string',
    enum: [...words],
    ...(description ? { description } : {}),
  });
}

/** Text of 1 to `lengthMax` characters. */
export function Text(lengthMax: number, description?: string) {
  return Type.String({ minLength: 1, maxLength: lengthMax, ...(description ? { description } : {}) });
}

/** Addresses and ranges of them from which something may be used. */
export function IpRangesIn(description: string) {
  return Type.Array(Text(50), { maxItems: 50, description });
}

/** An amount as it comes in: major units, as a JSON number or as decimal text. */
export function AmountIn(description: string) {
  return Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 40, description });
}

/** What marks a field of an answer as an amount of money: true, or the name of the field beside it that may say `percent` instead. */
export const amountMark = 'x-amount';

/** An amount as it goes out: major units with the currency's decimals, as text where the caller asks for that. */
export function AmountOut(description: string) {
  return Type.Number({ description, [amountMark]: true });
}

/** Beside sums: those that a JSON number cannot tell to the last digit. */
export function ExactOut(how = 'by their names; null where all numbers are exact') {
  return Nullable(
    Type.Unsafe<Readonly<Record<string, string>>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: `Sums of more than 15 digits, which a JSON number only comes near to, as exact text ${how}.`,
    }),
  );
}

/** What is taken off or added: a percentage where the field named by `decidedBy` says `percent`, else an amount. */
export function AmountOrPercentOut(description: string, decidedBy: 'type' | 'kind' = 'type') {
  return Type.Number({ description, [amountMark]: decidedBy });
}

/** A moment as it comes in: ISO 8601; without an offset it is in the merchant's time zone. */
export function TimeIn(description: string) {
  return Type.String({
    minLength: 4,
    maxLength: 40,
    description: `${description} ISO 8601; without an offset, in the merchant's time zone.`,
  });
}

/** A moment as it goes out: `YYYY-MM-DDTHH:mm:ss.SSSZ`. */
export function TimeOut(description = 'UTC, with milliseconds.') {
  return Type.String({ format: 'date-time', description });
}

/** Of which mode a thing is. */
export const Livemode = Type.Boolean({
  description: 'true: live data; false: test data, which costs nothing and reaches nobody.',
});

/** The mode of a thing that said only `test` at first; `showMode` fills both. */
export const shownMode = {
  livemode: Livemode,
  test: Type.Boolean({ deprecated: true, description: 'The opposite of livemode; read that. Goes in 2.0.' }),
};

/** Free key-value data of the caller: at most 50 keys of 40 characters, values of 500. */
export const Metadata = Type.Unsafe<Record<string, string | number | boolean | null>>({
  type: 'object',
  maxProperties: 50,
  propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: 500 },
  description:
    'At most 50 keys of 40 characters; values are text of at most 500 characters, numbers, booleans or null.',
});

/** Metadata as it goes out: whatever was stored. */
export const MetadataOut = Type.Unsafe<JsonObject>({
  type: 'object',
  additionalProperties: true,
  description: 'Keys and values of the merchant, as they were sent; the service reads none of them.',
});

/** The answer of an operation that is `binary`. */
export const FileBytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

/** Query parameters that every list takes. */
export const PageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Page, from 1.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items on a page.' }),
  ),
};

/** The way to walk a list of any length at one cost per page. */
export const CursorQuery = {
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 800,
      description: 'meta.next_cursor of the page before, with the same sort and filters; replaces page.',
    }),
  ),
};

/** The answer to a deletion. */
export const Deleted = Type.Object(
  {
    id: Type.String({ description: 'Id of what was deleted; it is never used again.' }),
    deleted: Type.Literal(true, { description: 'Always true.' }),
  },
  { title: 'Deleted', description: 'What was deleted.' },
);
export type Deleted = Static<typeof Deleted>;
