import { createClient } from '@cottontree/client';
import { onceThough } from './once.ts';
import { operator } from './operator.ts';
import { account, membership, mode, rightsDoubted, sessionEnded } from './session.ts';

/** Where nobody has to be signed in: who opens an app is asked there. */
const OPENING = /\/v1\/(account|dispatch)\/(login|passkey-login|me)\b/;

/** The API as the signed-in person may call it. */
export const client = createClient({
  baseUrl: `${location.origin}/v1`,
  fetch: onceThough(noticingTheEnd),
  retries: 2,
  headers: whoAsks,
});

/** Headers of whoever asks. A cookie says who; of merchants' people these headers say for which shop and in which mode. */
export function whoAsks(): Readonly<Record<string, string>> {
  return membership.value && operator.value === null
    ? { 'x-merchant': membership.value.merchant_id, 'x-mode': mode.value }
    : {};
}

/** `fetch` as the signed-in person, whose session may be found ended. */
export async function noticingTheEnd(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: 'same-origin' });
  const isSigned = account.value !== null || operator.value !== null;
  // A wrong password that is asked for once more is a 401 as well, and ends nothing.
  if (response.status === 401 && isSigned && !OPENING.test(String(input)))
    if ((await codeOf(response)) === 'UNAUTHORIZED') sessionEnded.value = true;
  if (response.status === 403 && isSigned && OF_RIGHTS.has(await codeOf(response))) rightsDoubted.value += 1;
  return response;
}

const OF_RIGHTS = new Set(['INSUFFICIENT_SCOPE', 'NOT_A_MEMBER']);

async function codeOf(response: Response): Promise<string> {
  const said = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly error?: { readonly code?: string } } | null;
  return said?.error?.code ?? 'UNAUTHORIZED';
}
