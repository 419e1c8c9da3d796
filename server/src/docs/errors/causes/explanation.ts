/** Why a code comes, and what whoever gets it does next. */
export type Explanation = { readonly cause: string; readonly cure: string };

export const because = (cause: string, cure: string): Explanation => ({ cause, cure });
