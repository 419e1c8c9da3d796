/** A call that is made only where it may be, or once it is known what to ask for. */
export function when<const T extends object>(isWanted: boolean, call: T): T | null {
  return isWanted ? call : null;
}

/** The call that reads one thing; none while it is not known which. */
export function byId(id: string): { readonly params: { readonly id: string } };
export function byId(id: string | null): { readonly params: { readonly id: string } } | null;
export function byId(id: string | null): { readonly params: { readonly id: string } } | null {
  return id === null ? null : { params: { id } };
}

/** A short list, whole: choices of a field. */
export const ALL = { query: { limit: 100, sort: 'name' } } as const;
