import { Failure } from '../../kernel/call/failure.ts';

/** Who is last in each person's line of this process, and how many stand in it. */
const lines = new Map<string, { readonly last: Promise<void>; readonly count: number }>();
/** More than anybody's browser sends; each is a slow hash, or two. */
const IN_LINE_MAX = 20;

/**
 * Does what begins with somebody's password or PIN once those before it in the same person's line are done. A slow hash is
 * reckoned within the transaction that counts the guess; if one session began many at once, it would have every connection
 * to the database, and everybody else would wait.
 */
export async function proveInTurn<T>(personId: string, work: () => Promise<T>): Promise<T> {
  const ahead = lines.get(personId);
  const count = (ahead?.count ?? 0) + 1;
  if (count > IN_LINE_MAX)
    throw new Failure(
      'RATE_LIMITED',
      `More than ${IN_LINE_MAX} requests with your password or PIN came at once. Wait for their answers and try again.`,
      { retryAfterSeconds: 1 },
    );
  let pass = (): void => undefined;
  const last = new Promise<void>((resolve) => {
    pass = resolve;
  });
  lines.set(personId, { last, count });
  try {
    await ahead?.last;
    return await work();
  } finally {
    pass();
    leave(personId);
  }
}

function leave(personId: string): void {
  const line = lines.get(personId);
  if (!line) return;
  if (line.count === 1) lines.delete(personId);
  else lines.set(personId, { ...line, count: line.count - 1 });
}
