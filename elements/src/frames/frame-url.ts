import { frameQuery } from '../protocol.ts';
import type { Server } from '../core/call.ts';

type Framed = {
  /** `/pos` */
  readonly path: string;
  readonly theme: 'light' | 'dark' | null;
  readonly language: string;
};

/** The address of a page of ours in a frame of this one: with whose key, and to which origin it speaks. */
export function frameUrl({ origin, key }: Server, { path, theme, language }: Framed): string {
  const url = new URL(path, origin);
  url.searchParams.set(frameQuery.key, key);
  url.searchParams.set(frameQuery.origin, location.origin);
  if (theme !== null) url.searchParams.set(frameQuery.theme, theme);
  url.searchParams.set(frameQuery.locale, /^kri\b/i.test(language) ? 'kri' : 'en');
  return url.href;
}
