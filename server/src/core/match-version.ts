import { Failure } from './failure.ts';

/** What a thing is called in a sentence, and which version of it was read. */
export type Versioned = { readonly what: string; readonly version: number };

/** Refuses a change to a thing that is no longer as the caller last saw it; without If-Match nothing is asked for. */
export function refuseUnlessMatched(ifMatch: string | null, { what, version }: Versioned): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes(`"${version}"`)) return;
  throw new Failure('PRECONDITION_FAILED', `${what} has changed since the ETag in If-Match. Read it again and repeat the change on it.`);
}
