/** How many of something each owner has; none is the same as unknown. */
export type OwnerCounts = {
  readonly add: (owner: string, step: number) => void;
  readonly of: (owner: string) => number;
};

export function createOwnerCounts(): OwnerCounts {
  const counts = new Map<string, number>();
  const of = (owner: string): number => counts.get(owner) ?? 0;
  return {
    of,
    add(owner, step) {
      const left = of(owner) + step;
      if (left === 0) counts.delete(owner);
      else counts.set(owner, left);
    },
  };
}
