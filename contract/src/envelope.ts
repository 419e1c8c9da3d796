import { Type, type TSchema } from 'typebox';
import { Nullable } from './schema.ts';

/** The error half of the envelope. */
export const ErrorEnvelope = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  }),
});

export const ListMeta = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  has_next_page: Type.Boolean(),
  next_cursor: Type.Optional(Nullable(Type.String())),
});

/** Where a list stands: page, items on a page, exact total, whether more follows. */
export type ListMeta = {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly has_next_page: boolean;
  readonly next_cursor?: string | null;
};

/** The success envelope around `data`; lists carry `meta` and no timestamp. */
export function envelopeOf(answer: TSchema, list: boolean): TSchema {
  return list
    ? Type.Object({ success: Type.Literal(true), data: Type.Array(answer), meta: ListMeta })
    : Type.Object({ success: Type.Literal(true), data: answer, timestamp: Type.String({ format: 'date-time' }) });
}
