import type { Share } from '../kernel/running/places.ts';

/** How many places somebody may have: with a secret key or a session of the platform, as a visitor or in a session of a merchant's; and all of one merchant together. */
export type SharesMax = {
  readonly owner: { readonly key: number; readonly visitor: number };
  readonly group: number;
};

/** Whose places are counted together: those of one caller, and those of all that belong to the same. */
export type Sharer = {
  readonly kind: keyof SharesMax['owner'];
  readonly owner: string;
  readonly group: string | null;
};

export function sharesOf({ kind, owner, group }: Sharer, max: SharesMax): readonly Share[] {
  return [{ owner, max: max.owner[kind] }, ...(group === null ? [] : [{ owner: group, max: max.group }])];
}
