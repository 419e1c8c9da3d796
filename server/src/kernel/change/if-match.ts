import { Failure } from '../call/failure.ts';

/** Refuses with PRECONDITION_FAILED unless the If-Match header, where there is one, names the version that was read. */
export function requireMatch(
  ifMatch: string | null,
  read: { readonly version: number | string; readonly what: string },
): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(`"${read.version}"`))
    throw new Failure(
      'PRECONDITION_FAILED',
      `${read.what} has changed since the ETag in If-Match. Read it again and repeat the change on it.`,
    );
}

/** The versions in an If-Match whose tags have more behind the version: what comes and goes without a new one is no reason to refuse a change. */
export function versionsOf(ifMatch: string | null): string | null {
  return (
    ifMatch
      ?.split(',')
      .map((tag) => tag.replace(/[.-][^]*/, '"'))
      .join(',') ?? null
  );
}

/** The version of what is told apart by when it changed, each change later than the one before; null: never yet. */
export function versionAt(updatedAt: Date | null): string {
  return String(updatedAt?.getTime() ?? 0);
}
