import { createClient } from '@cottontree/client';
import { onceThough } from './once.ts';
import { operator } from './operator.ts';
import { account, membership, mode, sessionEnded } from './session.ts';

/** Where nobody has to be signed in: who opens an app is asked there. */
const OPENING = /\/v1\/(account|dispatch)\/(login|passkey-login|me)\b/;

/** The API as the signed-in person may call it. */
export const client = createClient({
  baseUrl: `${location.origin}/v1`,
  fetch: onceThough(noticingTheEnd),
  retries: 2,
  headers: whoAsks,
});

/** A cookie says who; of merchants' people these headers say for which shop and in which mode. */
function whoAsks(): Readonly<Record<string, string>> {
  return membership.value && operator.value === null
    ? { 'x-merchant': membership.value.merchant_id, 'x-mode': mode.value }
    : {};
}

async function noticingTheEnd(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: 'same-origin' });
  const isSigned = account.value !== null || operator.value !== null;
  if (response.status === 401 && isSigned && !OPENING.test(String(input)) && (await saysEnded(response)))
    sessionEnded.value = true;
  return response;
}

/** A wrong password that is asked for once more is a 401 as well, and ends nothing. */
async function saysEnded(response: Response): Promise<boolean> {
  const said = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly error?: { readonly code?: string } } | null;
  return (said?.error?.code ?? 'UNAUTHORIZED') === 'UNAUTHORIZED';
}

/** A file of the API, a list as CSV or a PDF, as the signed-in person may have it. */
export async function fetchFile(path: string, type: string): Promise<Blob> {
  const response = await noticingTheEnd(`/v1${path}`, { headers: { accept: type, ...whoAsks() } });
  if (response.ok) return response.blob();
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new Error(error?.message ?? `The file did not come: status ${response.status}.`);
}

const KEPT_MS = 60_000;

/** Gives somebody a file to keep. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
