/** Milliseconds that a `Retry-After` header asks to wait, from seconds or an HTTP date (RFC 9110, 10.2.3); null when absent, past or unreadable. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!httpDate.test(text)) return null;
  const waitMs = Date.parse(text) - now.getTime();
  return waitMs > 0 ? waitMs : null;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`: the one form that senders may still write. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
