import type { Answer, ListAnswer } from '../calls.ts';
import { CottontreeError } from '../cottontree-error.ts';
import { walkPages } from '../walk-pages.ts';

export type Ask = (query: Readonly<Record<string, unknown>>) => Promise<Answer<unknown>>;

export type PendingAnswer = Promise<unknown> & {
  readonly withResponse: () => Promise<Answer<unknown>>;
  readonly result: () => Promise<Result>;
  readonly [Symbol.asyncIterator]: () => AsyncGenerator<unknown, void, undefined>;
};

type Result =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: CottontreeError };

/** A request that is under way: awaited it is the data, of a list a page of it; iterated it is every item of the list. */
export function pendingAnswer(ask: Ask): PendingAnswer {
  const answer = ask({});
  const data = answer.then(dataOf);
  /** Whoever takes the answer another way is told of its failure there. */
  function taken(): Promise<Answer<unknown>> {
    data.catch(() => undefined);
    return answer;
  }
  return Object.assign(data, {
    withResponse: taken,
    result: () => taken().then(dataOf).then(succeeded, failed),
    [Symbol.asyncIterator]: () => walkPages(taken() as Promise<ListAnswer<unknown>>, ask as Ask & Pages),
  });
}

type Pages = (query: Readonly<Record<string, unknown>>) => Promise<ListAnswer<unknown>>;

function dataOf(answer: Answer<unknown>): unknown {
  return 'meta' in answer ? { data: answer.data, meta: answer.meta } : answer.data;
}

function succeeded(data: unknown): Result {
  return { ok: true, data };
}

function failed(error: unknown): Result {
  if (error instanceof CottontreeError) return { ok: false, error };
  throw error;
}
