import { createHash } from 'node:crypto';
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

const CHARACTERS = 16;

/** The version of what counts none: of the fields of it that can be changed. */
export function versionOf(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, CHARACTERS);
}

/** The same, with what else is shown of it behind the dot. */
export function versionShown(fields: object, shown: object): string {
  return `${versionOf(fields)}.${versionOf(shown)}`;
}

/** A row whose version rises with every change. */
type Versioned = { readonly version: number };

type Waiting<Row extends Versioned> = {
  /** Calls back with every later state until it is stopped. */
  readonly watch: (row: Row, heard: (row: Row) => void) => () => void;
  readonly waitSeconds: number;
  readonly sinceVersion: number;
};

/** The first state of a later version, or the last one seen when the time is over. */
export function nextVersion<Row extends Versioned>(
  now: Row,
  { watch, waitSeconds, sinceVersion }: Waiting<Row>,
): Promise<Row> {
  if (now.version > sinceVersion) return Promise.resolve(now);
  return new Promise((resolve) => {
    let last = now;
    const finish = (): void => {
      clearTimeout(timer);
      stop();
      resolve(last);
    };
    const timer = setTimeout(finish, waitSeconds * 1_000);
    const stop = watch(now, (row) => {
      last = row;
      if (row.version > sinceVersion) finish();
    });
  });
}
