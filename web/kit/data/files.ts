import { noticingTheEnd, whoAsks } from './client.ts';

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
