let underWay = 0;
let begun = 0;

/** Does what the server counts: while it is under way nobody here knows whether the server counted it already. */
export async function telling<Done>(work: () => Promise<Done>): Promise<Done> {
  underWay += 1;
  begun += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

/** Null while something is told; else the same number until something is told again. */
export const quietSince = (): number | null => (underWay === 0 ? begun : null);
