/** Who is last in each line of this process. */
const lines = new Map<string, Promise<void>>();

/**
 * For so long one alone has its turn. Then the next goes on as well: whoever is first may wait for a lock that somebody behind
 * it holds.
 */
const TURN_MS = 250;

/** Whether others stand in line for it. */
export function isAwaited(what: string): boolean {
  return lines.has(what);
}

/** Does the work once those who came before are done with theirs, or have had their time. */
export async function inTurn<T>(what: string, work: () => Promise<T>): Promise<T> {
  const ahead = lines.get(what);
  let pass = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  lines.set(what, passed);
  await ahead;
  const late = setTimeout(pass, TURN_MS);
  try {
    return await work();
  } finally {
    clearTimeout(late);
    pass();
    if (lines.get(what) === passed) lines.delete(what);
  }
}
