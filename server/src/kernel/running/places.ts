import type { Failure } from '../call/failure.ts';

/** Whose places are counted together, and how many those may be. */
export type Share = { readonly owner: string; readonly max: number };

/** What a node has a number of, such as room for those who wait. */
export type Places = {
  /** Takes a place and gives it back when called; refuses whoever has enough, and everybody once all are taken. */
  readonly take: (shares: readonly Share[]) => () => void;
  readonly taken: () => number;
};

export type PlacesOptions = {
  readonly perNodeMax: number;
  readonly full: (max: number) => Failure;
  readonly enough: (max: number) => Failure;
};

/** Counts places by owner and in all, so that one owner, or all together, cannot use a node up. */
export function createPlaces({ perNodeMax, full, enough }: PlacesOptions): Places {
  const counts = new Map<string, number>();
  let taken = 0;

  function giveBack(shares: readonly Share[]): void {
    taken -= 1;
    for (const { owner } of shares) {
      const left = (counts.get(owner) ?? 0) - 1;
      if (left > 0) counts.set(owner, left);
      else counts.delete(owner);
    }
  }

  return {
    take(shares) {
      const spent = shares.find(({ owner, max }) => (counts.get(owner) ?? 0) >= max);
      if (spent) throw enough(spent.max);
      if (taken >= perNodeMax) throw full(perNodeMax);
      taken += 1;
      for (const { owner } of shares) counts.set(owner, (counts.get(owner) ?? 0) + 1);
      let held = true;
      return () => {
        if (held) giveBack(shares);
        held = false;
      };
    },
    taken: () => taken,
  };
}
