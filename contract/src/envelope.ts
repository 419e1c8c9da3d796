import { Type, type TSchema } from 'typebox';
import { Nullable } from './schema.ts';

/** The error half of the envelope. */
export const ErrorEnvelope = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false.' }),
    error: Type.Object(
      {
        code: Type.String({ description: 'Never changes its meaning.' }),
        message: Type.String({ description: 'What is wrong and what would work.' }),
        details: Type.Optional(
          Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
            description: 'The same for machines.',
          }),
        ),
        doc_url: Type.Optional(
          Type.String({ description: 'The page of this server that tells cause and cure of the code.' }),
        ),
      },
      { description: 'What went wrong; the code is for programs, the message for developers.' },
    ),
  },
  { title: 'Refusal', description: 'The body of every answer that is not a success.' },
);

export const ListMeta = Type.Object(
  {
    page: Type.Integer({ description: 'Which page this is, from 1.' }),
    limit: Type.Integer({ description: 'Items on a page.' }),
    total: Type.Integer({ description: 'Items on all pages.' }),
    has_next_page: Type.Boolean({ description: 'Whether the list goes on after this page.' }),
    next_cursor: Type.Optional(
      Nullable(
        Type.String({
          description: 'Send it as cursor to get the page that follows; null: this is the last.',
        }),
      ),
    ),
  },
  { title: 'ListMeta', description: 'Where a list stands.' },
);

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
    ? Type.Object({
        success: Type.Literal(true, { description: 'Always true.' }),
        data: Type.Array(answer, { description: 'The items of this page.' }),
        meta: ListMeta,
      })
    : Type.Object({
        success: Type.Literal(true, { description: 'Always true.' }),
        data: answer,
        timestamp: Type.String({
          description: 'When it was answered, UTC with milliseconds.',
          format: 'date-time',
        }),
      });
}
