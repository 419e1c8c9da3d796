import { createClient } from '@cottontree/client';
import { account, membership, mode, sessionEnded } from './session.ts';

/** Answers that 401 means something else for: signing in itself. */
const SIGNING_IN = /\/v1\/account\/(login|passkey-login|me)\b/;

/** The API as the signed-in person may call it: the cookie says who, these headers say for which shop and in which mode. */
export const client = createClient({
  baseUrl: `${location.origin}/v1`,
  fetch: noticingTheEnd,
  retries: 2,
  headers: () =>
    membership.value ? { 'x-merchant': membership.value.merchant_id, 'x-mode': mode.value } : {},
});

async function noticingTheEnd(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: 'same-origin' });
  if (response.status === 401 && account.value && !SIGNING_IN.test(String(input))) sessionEnded.value = true;
  return response;
}

/** A file of the API, a list as CSV or a PDF, as the signed-in person may have it. */
export async function fetchFile(path: string, type: string): Promise<Blob> {
  const shop = membership.value;
  const response = await noticingTheEnd(`/v1${path}`, {
    headers: { accept: type, ...(shop ? { 'x-merchant': shop.merchant_id, 'x-mode': mode.value } : {}) },
  });
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
