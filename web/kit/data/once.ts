/** So long whoever does the same again means the same act; later they mean another. */
const DOUBT_MS = 10 * 60_000;

type Doubt = { readonly key: string; readonly sinceMs: number };

/**
 * Sends what was not answered under its first Idempotency-Key when the same is asked for again: a person who reads that the
 * server cannot be reached presses once more, and what may have been done by then is not done twice.
 */
export function onceThough(send: typeof fetch, now: () => number = Date.now): typeof fetch {
  const doubts = new Map<string, Doubt>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const fresh = headers.get('idempotency-key');
    if (fresh === null) return send(input, init);
    for (const [name, { sinceMs }] of doubts) if (now() - sinceMs > DOUBT_MS) doubts.delete(name);
    headers.delete('idempotency-key');
    const name = JSON.stringify([String(input), [...headers], init?.body ?? null]);
    const doubt = doubts.get(name) ?? { key: fresh, sinceMs: now() };
    doubts.set(name, doubt);
    headers.set('idempotency-key', doubt.key);
    const response = await send(input, { ...init, headers });
    // One whose end is lost on the way is no answer.
    const body = await response.clone().text();
    if (isAnswer(response, body)) doubts.delete(name);
    return response;
  };
}

/** Whether it says what became of the request. */
function isAnswer({ status }: Response, body: string): boolean {
  return status < 500 && status !== 429 && !(status === 409 && body.includes('IDEMPOTENCY_IN_PROGRESS'));
}
