import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, OneOf, Text } from '../schema.ts';
import { Livemode } from '../shared-fields.ts';
import { searchKinds, searchMatches } from './words.ts';

/** How much of each kind, and of all kinds together, a search answers. */
export const SEARCH_KIND_MAX = 5;
export const SEARCH_RESULTS_MAX = 25;

export const SearchResult = Type.Object(
  {
    kind: OneOf(searchKinds, 'What it is.'),
    id: Type.String({ description: 'Its id; of a delivery its job number.' }),
    parent_id: Nullable(
      Type.String({
        description: 'Under what it stands: the event of a ticket or an order; null: under nothing.',
      }),
    ),
    title: Type.String({ description: 'How people know it: a number or a name.' }),
    subtitle: Nullable(
      Type.String({
        description: 'Whom or what it is about, its phone masked; null: nothing more is known.',
      }),
    ),
    status: Nullable(Type.String({ description: 'In the words of its kind; null: it has none.' })),
    matched: OneOf(searchMatches, 'By what it was found.'),
  },
  { title: 'SearchResult', description: 'Something that was found.' },
);
export type SearchResult = Static<typeof SearchResult>;

export const SearchAnswer = Type.Object(
  {
    q: Type.String({ description: 'What was searched for, without blanks around it.' }),
    searched: Type.Array(OneOf(searchKinds), {
      description: 'Kinds that were looked through: those that the caller may read.',
    }),
    results: Type.Array(SearchResult, {
      description: `What was found, kind after kind, what was named exactly first; at most ${SEARCH_KIND_MAX} of a kind and ${SEARCH_RESULTS_MAX} in all.`,
    }),
    livemode: Livemode,
  },
  { title: 'SearchAnswer', description: 'What was found.' },
);
export type SearchAnswer = Static<typeof SearchAnswer>;

export const search = operation({
  id: 'search',
  method: 'GET',
  path: '/search',
  tag: 'Overview',
  summary: 'Find anything',
  description:
    "By phone number however it is dialled, job, order, receipt or invoice number, ticket code, SKU or barcode, e-mail address or id, each whole; customers by the beginning of their first or last name, products by that of theirs; and by part of a name among the merchant's latest deliveries, payments, invoices, links and events. No scope of its own: each kind is looked through only for whoever may read it, and who may read none is refused with INSUFFICIENT_SCOPE.",
  scope: null,
  sessions: 'never',
  status: 200,
  query: Type.Object({ q: Text(100, 'What to look for, 2 characters at least.') }),
  answer: SearchAnswer,
  errors: [],
  example: {
    query: { q: '078 234567' },
    answer: {
      q: '078 234567',
      searched: ['delivery', 'customer'],
      results: [
        {
          kind: 'delivery',
          id: 'SHP-7A9K-NZZK',
          parent_id: null,
          title: 'SHP-7A9K-NZZK',
          subtitle: 'Fatmata Koroma, Lumley',
          status: 'in_transit',
          matched: 'phone',
        },
        {
          kind: 'customer',
          id: 'cus_01m7yr8x5f1k7h3d9w2v6n0c4q',
          parent_id: null,
          title: 'Fatmata Koroma',
          subtitle: '+232 78 *** 567',
          status: null,
          matched: 'phone',
        },
      ],
      livemode: true,
    },
  },
});
