import {
  covers,
  SEARCH_KIND_MAX,
  SEARCH_RESULTS_MAX,
  searchKinds,
  searchMatches,
  type Input,
  type Operations,
  type SearchAnswer,
  type SearchResult,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { Failure, invalid } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { SearchQuestion } from '../../kernel/call/search-share.ts';
import { parseOwnPhone } from '../../kernel/phone/read-phone.ts';
import type { Overviews } from './module.ts';

const LENGTH_MIN = 2;

/** Finds what a text may mean, in whatever the caller may read. */
export async function search(
  { query }: Input<Operations['search']>,
  call: Call,
  { look }: Overviews,
): Promise<Reply<SearchAnswer>> {
  const question = questionOf(query.q.trim(), call);
  const shares = await look(question);
  const searched = new Set(shares.flatMap((share) => share.searched));
  if (searched.size === 0)
    throw new Failure(
      'INSUFFICIENT_SCOPE',
      'This key may read nothing that can be found. Give it a scope that reads, such as shipping:read.',
      { details: { scope: 'shipping:read' } },
    );
  const found = shares.flatMap(({ results }) => results);
  return reply({
    q: question.text,
    searched: searchKinds.filter((kind) => searched.has(kind)),
    results: shareOut(searchKinds.map((kind) => bestOf(found.filter((result) => result.kind === kind)))),
    livemode: call.tenant.livemode,
  });
}

function questionOf(text: string, call: Call): SearchQuestion {
  if (text.length < LENGTH_MIN)
    throw invalid({ path: 'q', message: `must have at least ${LENGTH_MIN} characters` });
  const phone = parseOwnPhone(text, call);
  const { scopes } = call.caller;
  return {
    call,
    tenant: call.tenant,
    text,
    lower: text.toLowerCase(),
    phone: phone.ok ? phone.e164 : null,
    like: /\p{L}{2}/u.test(text) ? `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
    rowsMax: SEARCH_KIND_MAX,
    may: (...wanted) => wanted.some((scope) => covers(scopes, scope)),
  };
}

/** Each thing once, by the surest way in which it was found. */
function bestOf(results: readonly SearchResult[]): readonly SearchResult[] {
  const sorted = results.toSorted(
    (one, other) => searchMatches.indexOf(one.matched) - searchMatches.indexOf(other.matched),
  );
  const once = new Map<string, SearchResult>();
  for (const result of sorted) if (!once.has(result.id)) once.set(result.id, result);
  return [...once.values()].slice(0, SEARCH_KIND_MAX);
}

/** Kind after kind, as many as are told: the kinds take turns, so that many of some leave none of the others out. */
function shareOut(kinds: readonly (readonly SearchResult[])[]): SearchResult[] {
  const rounds = Array.from({ length: SEARCH_KIND_MAX }, (_, place) =>
    kinds.flatMap((results) => results.slice(place, place + 1)),
  );
  const told = new Set(rounds.flat().slice(0, SEARCH_RESULTS_MAX));
  return kinds.flat().filter((result) => told.has(result));
}
