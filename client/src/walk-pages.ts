import type { ListAnswer } from './calls.ts';

/** Where a page follows another: what of the query changes. */
type Step = { readonly page?: number | undefined; readonly cursor?: string };

/** Every item of a list, page after page, by cursor where the list has one. */
export async function* walkPages(
  first: Promise<ListAnswer<unknown>>,
  next: (step: Step) => Promise<ListAnswer<unknown>>,
): AsyncGenerator<unknown, void, undefined> {
  let pending = first;
  for (;;) {
    const { data, meta } = await pending;
    yield* data;
    if (!meta.has_next_page) return;
    pending = next(
      meta.next_cursor ? { page: undefined, cursor: meta.next_cursor } : { page: meta.page + 1 },
    );
  }
}
